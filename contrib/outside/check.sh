#!/usr/bin/env bash
# Has the example programs answer sweeps in a scene, and live, and judges them as any other program: contrib/outside/check.sh COMPARE
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=contrib/outside
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$compare" export scenes/stairs.ron -o "$dir/stairs.map"
# Sweeps from above the stairs, every way: no library, no seed to keep.
awk 'BEGIN { for (i = 0; i < 4000; i++) { a = i * 2.399963; h = 230 + (i % 97); l = 40 + (i * 7) % 900
    printf "%.3f %.3f %.3f %.3f %.3f %.3f\n", -300 + (i % 41) * 20, -300 + (i % 61) * 10, h,
        -300 + (i % 41) * 20 + l * cos(a), -300 + (i % 61) * 10 + l * sin(a), h - l * ((i % 5) / 4) } }' > "$dir/sweeps"
cc -O2 -o "$dir/tracer" "$here/tracer.c" -lm
"$dir/tracer" "$dir/stairs.map" < "$dir/sweeps" > "$dir/c"
python3 "$here/tracer.py" "$dir/stairs.map" < "$dir/sweeps" > "$dir/python"

for by in c python; do
    "$compare" judge --answers --world scenes/stairs.ron --hull player "$dir/sweeps" "$dir/$by"
done
# A judge that finds nothing would be no judge: the same answers with every end a unit too far are all wrong.
awk '{ if ($1 < 1) { $3 += 1 } print }' "$dir/c" > "$dir/spoilt"
if "$compare" judge --answers --world scenes/stairs.ron --hull player "$dir/sweeps" "$dir/spoilt"; then
    echo "spoilt answers passed the referee" >&2
    exit 1
fi
# A run as states: bsp's own path through the stairs is clean, and one moved 8 units down is in the floor.
"$compare" export scenes/stairs.ron -o "$dir/run.txt"
"$compare" replay --world scenes/stairs.ron --profile quake3 --contestant bsp "$dir/run.txt" > "$dir/states"
"$compare" judge --states --world scenes/stairs.ron --hull player "$dir/states"
awk '{ $3 -= 8; print }' "$dir/states" > "$dir/sunk"
if "$compare" judge --states --world scenes/stairs.ron --hull player "$dir/sunk"; then
    echo "a sunk player passed the referee" >&2
    exit 1
fi
# A player who never moves shows nothing.
awk 'NR == 1 { first = $0 } { print first }' "$dir/states" > "$dir/still"
if "$compare" judge --states --world scenes/stairs.ron --hull player "$dir/still"; then
    echo "a player who never moves passed the referee" >&2
    exit 1
fi
# The adapters, asked live.
cc -O2 -o "$dir/judge" "$here/judge.c" -lm
"$compare" judge --program "$dir/judge" --courses stairs-16 --sweeps 200
# A failure that is known is as declared, and one that is not named fails.
"$compare" judge --program "$dir/judge" --courses stairs-16,slide-60 --sweeps 0 --known "$here/known.toml"
if "$compare" judge --program "$dir/judge" --courses slide-60 --sweeps 0; then
    echo "a broken promise passed without a list that names it" >&2
    exit 1
fi
"$compare" judge --program "$here/judge.py" --courses stairs-16 --rates 60 --sweeps 200
echo "answers and states of other programs, and programs that run, are judged"
