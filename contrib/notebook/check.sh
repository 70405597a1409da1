#!/usr/bin/env bash
# Both scripts print the table of the run itself. contrib/notebook/check.sh COMPARE
# [BAR-OPTION...]; half a minute. Where duckdb and polars cannot be installed, it says so and passes.
set -euo pipefail
compare=$(realpath "${1:?the program, such as target/release/compare}")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python=python3
if ! python3 -c 'import duckdb, polars' 2>/dev/null; then
    python=$dir/python/bin/python
    if ! { python3 -m venv "$dir/python" && "$python" -m pip -q install 'duckdb==2.0.0' 'polars==2.1.0'; }; then
        echo "contrib/notebook: not checked, duckdb and polars cannot be installed here" >&2
        exit
    fi
fi

bar=("$@")
((${#bar[@]})) || bar=(--worlds scenes/stairs.ron,scenes/ramps.ron --sweeps 20000 --rest 1600 --walkers 2 --ticks 250)
# It ends with 1 where a contestant does not meet the bar.
"$compare" bar "${bar[@]}" --contestants bvh:stock,bvh,hull --out "$dir/bar" >/dev/null ||
    (($? == 1))
# The rows of the first table in Markdown, without marks.
table() {
    awk '/^\| / { seen = 1; print } seen && !/^\|/ { exit }' "$1" | grep -v '^| contestant\|^| ---' | sed -E 's/✗ //; s/^\| //; s/ \|$//'
}
written=$dir/bar/table
table "$written".md >"$dir/wanted"
grep -q '^bvh:stock |.*[1-9]' "$dir/wanted" || { echo "no fault was counted: the test has shown nothing" >&2; exit 1; }
for script in bar_duckdb.py bar_polars.py; do
    "$python" "contrib/notebook/$script" "$dir/bar/table.csv" >"$dir/printed"
    tail -n +2 "$dir/printed" | diff "$dir/wanted" - || { echo "$script prints another table than that of the run" >&2; exit 1; }
done
cat "$dir/printed"
echo "DuckDB and Polars print the bar's table"
