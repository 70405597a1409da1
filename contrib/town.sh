#!/usr/bin/env bash
# A town of 96,000 brushes as an editor's map, and the page of its report: under 5 MB. contrib/town.sh COMPARE FOLDER leaves the page in
# FOLDER, for a browser; 15 s of processor time, 2 GB of memory.
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
out=${2:?the folder for the report, which is written anew}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
brushes=96000
most=5000000

"$compare" bench towns --brushes $brushes --contestants bsp --count 20 --rounds 1 --export-questions "$dir" --out "$dir/bench" >/dev/null
# It ends with 1: the player runs over the edge of the town.
"$compare" "$dir/town-$brushes.map" --quick --contestants bsp --out "$out" >/dev/null || (($? == 1))
bytes=$(stat -c %s "$out/index.html")
echo "the page of $brushes brushes has $bytes bytes"
((bytes < most)) || { echo "more than $most" >&2; exit 1; }
# A page without the town would be small too.
grep -q '<th class="left ">brushes</th><td class="left ">96,000</td>' "$out/index.html" || { echo "the report is of another world" >&2; exit 1; }
((bytes > most / 5)) || { echo "so few bytes hold no town" >&2; exit 1; }
