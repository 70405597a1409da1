#!/usr/bin/env bash
# The shards of bar and suite as arrays on a Slurm cluster that runs already; the tasks of the bar are requeued at work.
# What they make is what one run makes, to the byte. contrib/hyperqueue/check-slurm.sh COMPARE; not part of .ci/run.
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Nodes must see it too.
dir=$(mktemp -d "$PWD/target/slurm.XXXXXX")
trap 'rm -rf "$dir"' EXIT
study() {
    local out=$1 shards=$2
    shift 2
    sbatch --parsable --array="1-$shards" --cpus-per-task=1 --time=10 --output="$out-%a.log" contrib/hyperqueue/study.sbatch "$out" "$compare" "$@"
}
finished() {
    for _ in $(seq 1200); do
        [ -z "$(squeue --noheader --job "$1" 2>/dev/null)" ] && return
        sleep 0.5
    done
    echo "job $1 does not end" >&2
    return 1
}
cases() { grep '^{"case"' "$1/results.jsonl" | sort; }
# together STUDY VERB...: one table of all shards.
together() {
    local out=$1
    shift
    cat "$out"/shards/*/results.jsonl >"$out/shards.jsonl"
    "$compare" "$@" --results "$out/shards.jsonl" --out "$out/whole" >/dev/null
}

worlds=(scenes/{stairs,ramps,corners,ledge,surf,thin-wall,v-groove,seam-floor}.ron)
bar=(bar --worlds "$(IFS=,; echo "${worlds[*]}")" --contestants bvh --sweeps 20000 --rest 1600 --walkers 2 --ticks 250)
"$compare" "${bar[@]}" --out "$dir/one" >/dev/null
job=$(study "$dir/two" 2 "${bar[@]}")
for _ in $(seq 3000); do
    grep -qs '^{"case"' "$dir"/two/shards/*/results.part && break
    sleep 0.02
done
scontrol requeue "$job"
kept=$(cat "$dir"/two/shards/*/results.{part,jsonl} 2>/dev/null | grep -c '^{"case"' || true)
((kept < 8)) || { echo "the study was done before it was requeued: the test has shown nothing" >&2; exit 1; }
# A requeued task waits two minutes unless it is told not to.
sleep 2
scontrol update "jobid=$job" StartTime=now
finished "$job"
together "$dir/two" bar
cmp "$dir/one/table.csv" "$dir/two/whole/table.csv"
cmp <(cases "$dir/one") <(cases "$dir/two/whole")

# One contestant fails, so that there are scenes to be shown: exit code 1.
suite=(suite families 5 --quick --contestants bsp,cylinder:literal)
fails() { local code=0; "$@" >/dev/null || code=$?; ((code == 1)); }
fails "$compare" "${suite[@]}" --out "$dir/suite"
finished "$(study "$dir/suites" 3 "${suite[@]}")"
fails together "$dir/suites" suite families
cmp <(cases "$dir/suite") <(cases "$dir/suites/whole")
echo "shards on Slurm make what one run makes"
