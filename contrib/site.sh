#!/usr/bin/env bash
# The site as it is published: contrib/site.sh [DIR], by default target/site. Runs what it shows, which takes some twenty minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=${1:-target/site}

cargo build --release --locked -p compare --bin compare
compare=target/release/compare
scenes/fetch-maps.sh
contrib/book/build.py target/book
# A broken promise of a contestant ends a run with 1, and is what the site is to show.
shown() {
    local code=0
    "$compare" "$@" || code=$?
    ((code <= 1)) || exit "$code"
}
shown controllers --no-time
shown scenes/stairs.ron
shown scenes/lift.ron
shown bar --worlds scenes/maps/oa_dm1.bsp --quick
"$compare" report
"$compare" site "$out"
