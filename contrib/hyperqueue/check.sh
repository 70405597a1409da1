#!/usr/bin/env bash
# Two workers on this machine run the shards of bar and suite. A task's process is killed while it works, and then the
# whole cluster: server, workers and tasks. What they make in the end is what one run makes, to the byte.
# contrib/hyperqueue/check.sh COMPARE; 40 seconds of processor time.
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python=python3
if ! python3 -c 'import hyperqueue' 2>/dev/null; then
    python3 -m venv "$dir/python"
    "$dir/python/bin/pip" -q install 'hyperqueue==0.27.0'
    python=$dir/python/bin/python
fi
study() { "$python" contrib/hyperqueue/study.py --workers 2 "$@"; }
nothing_shown() { echo "$1: the test has shown nothing" >&2; exit 1; }
# Waits until a shard of a study has written a result, and names its folder.
first_result() {
    for _ in $(seq 3000); do
        for results in "$1"/shards/*/results.part; do
            if grep -q '^{"case"' "$results" 2>/dev/null; then
                dirname "$results"
                return
            fi
        done
        sleep 0.02
    done
    return 1
}

worlds=(scenes/{stairs,ramps,corners,ledge,surf,thin-wall,v-groove,seam-floor}.ron)
bar=(bar --worlds "$(IFS=,; echo "${worlds[*]}")" --contestants bvh --sweeps 20000 --rest 1600 --walkers 2 --ticks 250)
"$compare" "${bar[@]}" --out "$dir/one" >/dev/null
cases() { grep '^{"case"' "$1/results.jsonl" | sort; }
is_the_bar() {
    cmp "$dir/one/table.csv" "$1/whole/table.csv"
    cmp <(cases "$dir/one") <(cases "$1/whole")
    # What shows failures comes with the results.
    [ ! -e "$dir/one/cases" ] || diff -r "$dir/one/cases" "$1/whole/cases"
}

# The process of a task that has written a result is killed; its shard is started again.
(
    shard=$(first_result "$dir/two")
    # The folder is this test's own: no other process has it in its command line.
    if process=$(pgrep -f "^$compare bar .*--out $shard\$"); then
        kill -KILL $process && touch "$dir/killed"
    fi
) &
killer=$!
study --shards 2 --out "$dir/two" -- "$compare" "${bar[@]}" >/dev/null
kill $killer 2>/dev/null || true
test -e "$dir/killed" || nothing_shown "no task was killed"
is_the_bar "$dir/two"
# Everything is there: the same command has nothing left to do.
study --shards 2 --out "$dir/two" -- "$compare" "${bar[@]}" >/dev/null
is_the_bar "$dir/two"

# The cluster is killed with all that it runs, as when a machine goes away: of the Python package, server and workers are one process.
# The same command on a new cluster goes on with what is there.
setsid "$python" contrib/hyperqueue/study.py --workers 2 --shards 2 --out "$dir/three" -- "$compare" "${bar[@]}" >/dev/null 2>&1 &
cluster=$!
first_result "$dir/three" >/dev/null || nothing_shown "no shard has begun"
kill -KILL -- "-$cluster"
wait "$cluster" 2>/dev/null || true
# A task ends with its worker, though its process group is another: else two processes would write one shard.
sleep 0.2
if pgrep -f "^$compare bar .*--out $dir/three/" >/dev/null; then
    echo "a task outlives its worker" >&2
    exit 1
fi
kept() { cat "$dir"/three/shards/*/results.{part,jsonl} 2>/dev/null | grep '^{"case"' || true; }
(($(kept | wc -l) < 8)) || nothing_shown "the study was done before its cluster was killed"
test ! -e "$dir/three/whole"
# A result that is there is marked, so that one that is made again is seen.
marked=$({ grep -l '^{"case"' "$dir"/three/shards/*/results.{part,jsonl} 2>/dev/null || true; } | head -n 1)
sed -i '0,/"asked":20000/s//"asked":20001/' "$marked"
study --shards 2 --out "$dir/three" -- "$compare" "${bar[@]}" >/dev/null
grep -q '"asked":20001' "$dir/three/whole/results.jsonl" || { echo "a result that was there was made again" >&2; exit 1; }
cmp <(cases "$dir/one") <(cases "$dir/three/whole" | sed 's/"asked":20001/"asked":20000/' | sort)

# One contestant fails, so that there are scenes to be shown: exit code 1.
suite=(suite families 5 --quick --contestants bsp,cylinder:literal)
fails() { local code=0; "$@" >/dev/null || code=$?; ((code == 1)); }
fails "$compare" "${suite[@]}" --out "$dir/suite"
fails study --shards 3 --out "$dir/suites" -- "$compare" "${suite[@]}"
cmp <(cases "$dir/suite") <(cases "$dir/suites/whole")
diff -r "$dir/suite/cases" "$dir/suites/whole/cases"

# A shard that cannot run is told of by name, and nothing is put together.
if study --shards 2 --out "$dir/bad" -- "$compare" bar --worlds nowhere.bsp 2>"$dir/said"; then exit 1; fi
grep -q 'shard 1 failed: .*nowhere.bsp' "$dir/said"
test ! -e "$dir/bad/whole"
echo "shards on two workers make what one run makes"
