#!/usr/bin/env bash
# Two workers on this machine run the shards of the bar and of a suite; one is killed while it works. What they make is what one run
# makes, to the byte. contrib/hyperqueue/check.sh COMPARE; half a minute.
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

bar=(bar --worlds scenes/stairs.ron,scenes/ramps.ron,scenes/corners.ron,scenes/ledge.ron --contestants bvh --sweeps 20000 --rest 1600 --walkers 2 --ticks 250)
"$compare" "${bar[@]}" --out "$dir/one" >/dev/null
# The first process that has written a result is killed, as a machine that goes away would; its shard is started again.
(
    for _ in $(seq 600); do
        for journal in "$dir"/two/shards/*/rows.jsonl; do
            if [ -s "$journal" ]; then
                shard=$(dirname "$journal")
                # The folder is this test's own: no other process has it in its command line.
                if process=$(pgrep -f "^$compare bar .*--out $shard\$"); then
                    kill -KILL $process && touch "$dir/killed"
                    exit
                fi
            fi
        done
        sleep 0.02
    done
) &
killer=$!
study --shards 2 --out "$dir/two" -- "$compare" "${bar[@]}" >/dev/null
kill $killer 2>/dev/null || true
test -e "$dir/killed" || { echo "no worker was killed: the test has shown nothing" >&2; exit 1; }
for file in bar.csv table.md summary.md rows.jsonl; do
    cmp "$dir/one/$file" "$dir/two/whole/$file"
done
# Date, commit and command are each run's own.
unmade() { "$python" -c 'import json, sys; book = json.load(open(sys.argv[1])); del book["made"]; print(json.dumps(book))' "$1"; }
cmp <(unmade "$dir/one/bar.json") <(unmade "$dir/two/whole/bar.json")
# Everything is there: the same command has nothing left to do.
study --shards 2 --out "$dir/two" -- "$compare" "${bar[@]}" >/dev/null
cmp <(unmade "$dir/one/bar.json") <(unmade "$dir/two/whole/bar.json")

suite=(suite 4 --quick --contestants bsp,bvh)
"$compare" "${suite[@]}" --out "$dir/suite" >/dev/null
study --shards 3 --out "$dir/suites" -- "$compare" "${suite[@]}" >/dev/null
cmp <(sort "$dir/suite/cells.jsonl") <(sort "$dir/suites/whole/cells.jsonl")

# A shard that cannot run is told of by name, and nothing is put together.
if study --shards 2 --out "$dir/bad" -- "$compare" bar --worlds nowhere.bsp 2>"$dir/said"; then exit 1; fi
grep -q 'shard 1 failed: .*nowhere.bsp' "$dir/said"
test ! -e "$dir/bad/whole"
echo "shards on two workers make what one run makes"
