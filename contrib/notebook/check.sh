#!/usr/bin/env bash
# Both scripts count what the table of the run itself counts. contrib/notebook/check.sh COMPARE [BAR-OPTION...]; half a minute.
# COMPARE is built with the feature `parquet`. Where duckdb and polars cannot be installed, it says so and passes.
set -euo pipefail
compare=$(realpath "${1:?the program, built with --features parquet, such as target/release/compare}")
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
"$compare" bar "${bar[@]}" --contestants bvh:stock,bvh,hull --out "$dir/bar" --export-parquet "$dir/tables" >/dev/null ||
    (($? == 1))
# The rows of the run's own table, without marks, grouping and the last column.
summary=$dir/bar/summary
grep '^| [a-z]' "$summary".md | grep -v '^| contestant' |
    sed 's/\*\*//g; s/ ✗//g; s/,//g; s/^| //; s/ | [^|]* |$//; s/ | /,/g' >"$dir/wanted"
grep -q '^bvh:stock,.*[1-9]' "$dir/wanted" || { echo "no fault was counted: the test has shown nothing" >&2; exit 1; }
for script in bar_duckdb.py bar_polars.py; do
    "$python" "contrib/notebook/$script" "$dir/tables/bar.parquet" >"$dir/printed"
    tail -n +2 "$dir/printed" | diff "$dir/wanted" - || { echo "$script prints other counts than the run's table" >&2; exit 1; }
done
cat "$dir/printed"
echo "DuckDB and Polars count what the table of the bar counts"
