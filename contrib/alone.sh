#!/usr/bin/env bash
# Failures in the libraries' own words: contrib/alone.sh COMPARE writes a program for each library and each kind of failure that is at hand, builds
# it without a line of ours, runs it, and asks that it says what `compare reproduce` said. Libraries that COMPARE lacks are left out.
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root"
# One folder for all: a library is compiled once.
export CARGO_TARGET_DIR=$root/target/alone
tried=0

# reproduce FILE CONTESTANT ARGUMENT...
reproduce() {
    local file=$1 who=$2 label out said
    shift 2
    "$compare" list | grep -q "\b${who%%:*}\b" || return 0
    out=$dir/$((tried += 1))
    if ! "$compare" reproduce "$file" --for "$who" "$@" --out "$out" >"$out.said" 2>"$out.why"; then
        # A course that is passed has nothing to show.
        grep -q "breaks no promise" "$out.why" || { cat "$out.why" >&2; exit 1; }
        tried=$((tried - 1))
        return 0
    fi
    label=$(grep -xE 'repeats|adapter' "$out.said")
    ! grep -rq --include=*.toml --include=*.rs clipmark "$out" || { echo "$file, $who: the program knows us" >&2; exit 1; }
    # The versions of this workspace.
    cp Cargo.lock "$out/Cargo.lock"
    said=$(cargo run --quiet --manifest-path "$out/Cargo.toml")
    tail -1 <<<"$said" | grep -q "^$label: " || { echo "$said"; echo "$file, $who: no $label" >&2; exit 1; }
    echo "$label: $(head -1 "$out.said")"
}

# The worst answers of random sweeps, as a report keeps them.
"$compare" scenes/corners.ron --quick --contestants bvh:stock,rapier,rapier:tuned --out "$dir/corners" >/dev/null || (($? == 1))
for case in "$dir"/corners/cases/{bvh-stock,rapier,rapier-tuned}-*.json; do
    reproduce "$case" "$(grep -o '"backend": *"[^"]*"' "$case" | cut -d'"' -f4)"
done
for name in jolt jolt:tuned box3d box3d:tuned; do
    reproduce "$(ls "$dir"/corners/cases/bvh-stock-*.json | head -1)" "$name"
done

courses=scenes/controllers
kind=.ron
# Stuck, deep, slow, shaking, creeping, too fast; the slide move's stairs of each library.
for name in rapier rapier:tuned jolt jolt:tuned box3d box3d:tuned; do
    for course in stairs-16-deep floor-seams rest-40 corner-30; do
        reproduce $courses/$course$kind "$name" --hz 60
    done
done
reproduce $courses/slide-60$kind rapier --hz 125
echo "$tried programs"
