#!/usr/bin/env bash
# The site as it is published: contrib/site.sh [--gather] [DIR], by default target/site, for any static web host. It runs what it
# shows, which takes some twenty minutes; with --gather it takes the reports and the book that are there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
gather=
[[ ${1-} != --gather ]] || { gather=1; shift; }
out=${1:-target/site}
compare=target/release/compare

# A failed check of a contestant ends a run with 1, and is what the site is to show.
shown() {
    local code=0
    "$compare" "$@" || code=$?
    ((code <= 1)) || exit "$code"
}
if [[ ! $gather ]]; then
    cargo build --release --locked -p compare --bin compare
    scenes/fetch-maps.sh
    contrib/book/build.py target/book
    shown suite controllers --no-time
    shown scenes/stairs.ron
    shown scenes/lift.ron
    shown bar --worlds scenes/maps/oa_dm1.bsp --quick
fi

# Only a folder that was made here is replaced.
[[ ! -e $out || -e $out/.site ]] || { echo "$out is no site; name another folder" >&2; exit 2; }
rm -rf "$out"
mkdir -p "$out/reports/play"
touch "$out/.site"
cp -r reports/latest "$out/reports"
# Pages to walk in that reports lead to lie beside the reports.
cp reports/play/*.html "$out/reports/play" 2>/dev/null || true
"$compare" play --gallery "$out/reports/latest/gallery"
cp -r target/book "$out"
# Links may lead anywhere, and what begins with a dot is a draft of a killed run.
find "$out" -mindepth 2 \( -type l -o -name '.*' \) -prune -exec rm -rf {} +
# The benches' times are those of this machine.
"$compare" report "$out/reports/latest" --benches "$out/no-benches"
cat >"$out/index.html" <<'HTML'
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Clipmark</title>
<style>body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.5rem; font: 16px/1.55 system-ui, sans-serif; } li { margin: 0.5rem 0; }</style>
</head>
<body>
<main>
<h1>Clipmark</h1>
<p>Collision algorithms and character controllers play the same movement; exact arithmetic judges every answer.</p>
<ul>
<li><a href="reports/latest/index.html">Reports</a>: which contestant carries a player over which course, and what it costs</li>
<li><a href="reports/latest/gallery/index.html#from-above">Walk it yourself</a>: scenes with every contestant live on your keys</li>
<li><a href="book/results.html">The record</a>: results of whole studies, each with its machine and its command</li>
<li><a href="book/index.html">The book</a>: method, rules of judging, laws, libraries and results</li>
</ul>
</main>
</body>
</html>
HTML
echo "$out/index.html"
