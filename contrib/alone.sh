#!/usr/bin/env bash
# Failures in the libraries' own words: contrib/alone.sh COMPARE writes a program for each library and each kind of failure that is found, builds
# it without a line of ours, runs it, and asks that it says what `compare reproduce` said. Libraries that COMPARE lacks are left out.
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root"
# One folder for all: a library is compiled once.
export CARGO_TARGET_DIR=$root/target/alone CARGO_PROFILE_DEV_DEBUG=${CARGO_PROFILE_DEV_DEBUG:-0}
listed=$("$compare" list)
names=bvh:stock
for name in rapier rapier:tuned jolt jolt:tuned box3d box3d:tuned; do
    ! grep -q "\b${name%%:*}\b" <<<"$listed" || names+=,$name
done
declare -A tried=()

# reproduce FILE CONTESTANT ARGUMENT...: nothing where a failure of that kind was shown with that library already.
reproduce() {
    local file=$1 who=$2 label kind out said
    shift 2
    out=$dir/${#tried[@]}
    rm -rf "$out"
    if ! "$compare" reproduce "$file" --for "$who" "$@" --out "$out" >"$out.said" 2>"$out.why"; then
        # A course that is passed, or that the wrapper refuses, has nothing to show.
        grep -qE "breaks no promise|refuse" "$out.why" || { cat "$out.why" >&2; exit 1; }
        return 0
    fi
    # `kept for rapier answered 0.2 (missed: …)`, `held: the player is stuck: …`
    kind=$(sed -nE '2s/^kept for .* \(([a-z-]+):.*/a sweep: \1/p; 2s/^[a-z]+: (the player [a-z ]+): .*/\1/p' "$out.said")
    [[ -z ${tried["${who%%:*} $kind"]:-} ]] || return 0
    label=$(grep -xE 'repeats|adapter' "$out.said")
    ! grep -rq --include=*.toml --include=*.rs clipmark "$out" || { echo "$file, $who: the program knows us" >&2; exit 1; }
    # The versions of this workspace.
    cp Cargo.lock "$out/Cargo.lock"
    said=$(cargo run --quiet --manifest-path "$out/Cargo.toml") || { echo "$said"; echo "$file, $who: it does not run" >&2; exit 1; }
    tail -1 <<<"$said" | grep -q "^$label: " || { echo "$said"; echo "$file, $who: no $label" >&2; exit 1; }
    tried["${who%%:*} $kind"]=$label
    echo "$label: $who, $kind: $(head -1 "$out.said")"
}

# The worst answers of random sweeps, as a report keeps them.
"$compare" scenes/corners.ron --quick --contestants "$names" --out "$dir/corners" >/dev/null || (($? == 1))
for kind in missed penetration phantom start-solid normal; do
    for case in "$dir"/corners/cases/*-"$kind".json; do
        [[ ! -e $case ]] || reproduce "$case" "$(grep -o '"backend": *"[^"]*"' "$case" | cut -d'"' -f4)"
    done
done

courses=scenes/controllers
kind=.ron
# Stuck, deep, slow, shaking, creeping, too fast, short of a place.
for name in ${names//,/ }; do
    [[ $name != bvh:stock ]] || continue
    for course in stairs-16-deep floor-seams rest-40 corner-30 stairs-16 slide-60 ledge; do
        for hz in 33 60; do reproduce $courses/$course$kind "$name" --hz $hz; done
    done
done
echo "${#tried[@]} programs"
