#!/usr/bin/env bash
# Failures in the libraries' own words: contrib/alone.sh COMPARE [COMPARE-AVIAN] writes a program for each library and each kind of failure. It
# builds each program, which has no line of ours, and runs it. The program must say what `compare reproduce` said. Libraries that COMPARE lacks
# are left out. avian and bevy_ahoy have a program of their own, peers/bevy/target/release/compare-avian, and are left out where that is not
# built: its build takes some 20 minutes of processor time. .ci/long builds it.
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
avian=$root/peers/bevy/target/release/compare-avian
[[ -z ${2:-} ]] || avian=$(realpath -e "$2")
[[ -x $avian ]] || avian=
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root"
# One folder for all: a library is compiled once.
export CARGO_TARGET_DIR=$root/target/alone CARGO_PROFILE_DEV_DEBUG=${CARGO_PROFILE_DEV_DEBUG:-0}
listed=$("$compare" list contestants | sed '/^not in this build/,$d')
names=bvh:stock
for name in rapier rapier:tuned jolt jolt:tuned box3d box3d:tuned physx physx:tuned; do
    ! grep -q "\b${name%%:*}\b" <<<"$listed" || names+=,$name
done
declare -A tried=()

# reproduce PROGRAM FILE CONTESTANT ARGUMENT...: nothing where a failure of that kind was shown with that library already.
reproduce() {
    local program=$1 file=$2 who=$3 lock=Cargo.lock label kind out said
    shift 3
    [[ $who != avian* && $who != ahoy ]] || lock=peers/bevy/Cargo.lock
    out=$dir/${#tried[@]}
    rm -rf "$out"
    if ! "$program" reproduce "$file" --for "$who" "$@" --out "$out" >"$out.said" 2>"$out.why"; then
        # A course that is passed or refused, and calls that no program can make (PhysX among moving parts), have nothing to show.
        grep -qE "breaks no promise|refuse|does not write down its calls" "$out.why" || { cat "$out.why" >&2; exit 1; }
        return 0
    fi
    # `kept for rapier answered 0.2 (missed: …)`, `held: the player is stuck: …`
    kind=$(sed -nE '2s/^kept for .* \(([a-z-]+):.*/a sweep: \1/p; 2s/^[a-z]+: (the player [a-z ]+): .*/\1/p' "$out.said")
    [[ -z ${tried["${who%%:*} $kind"]:-} ]] || return 0
    label=$(grep -xE 'repeats|adapter' "$out.said")
    ! grep -rq --include=*.toml --include=*.rs clipmark "$out" || { echo "$file, $who: the program knows us" >&2; exit 1; }
    # The versions used here.
    cp "$lock" "$out/Cargo.lock"
    said=$(cargo run --quiet --manifest-path "$out/Cargo.toml") || { echo "$said"; echo "$file, $who: it does not run" >&2; exit 1; }
    tail -1 <<<"$said" | grep -q "^$label: " || { echo "$said"; echo "$file, $who: no $label" >&2; exit 1; }
    tried["${who%%:*} $kind"]=$label
    echo "$label: $who, $kind: $(head -1 "$out.said")"
}

# The worst answers of random sweeps, as a report keeps them.
"$compare" scenes/corners.ron --quick --contestants "$names" --out "$dir/corners" >/dev/null || (($? == 1))
for kind in missed penetration phantom start-solid normal; do
    for case in "$dir"/corners/cases/*-"$kind".json; do
        [[ ! -e $case ]] || reproduce "$compare" "$case" "$(grep -o '"backend": *"[^"]*"' "$case" | cut -d'"' -f4)"
    done
done

kind=.ron
# runs PROGRAM CONTESTANT RATES COURSE...
runs() {
    local program=$1 who=$2 rates=$3 course hz
    shift 3
    for course; do
        [[ $course == */* ]] || course=controllers/$course
        for hz in $rates; do reproduce "$program" "scenes/$course$kind" "$who" --hz "$hz"; done
    done
}
# Stuck, deep, slow, shaking, creeping, too fast, short of a place.
for name in ${names//,/ }; do
    [[ $name == bvh:stock ]] || runs "$compare" "$name" "33 60" stairs-16-deep floor-seams rest-40 corner-30 stairs-16 slide-60 ledge
done
# Where parts of the world move: passed by a wall, short of a place, sliding off, without ground.
for name in ${names//,/ }; do
    [[ $name == bvh:stock ]] || runs "$compare" "$name" "33 125" moving/crush moving/walk-off moving/ride moving/sink moving/push
done
[[ -z $avian ]] || for name in avian avian:metres; do
    runs "$avian" "$name" "33 60 125 333" stairs-16 floor-seams slope-45 slope-30 slope-60 rest-40 wedge
    runs "$avian" "$name" "33 125" moving/crush moving/walk-off moving/ride moving/lift
done
[[ -z $avian ]] || runs "$avian" ahoy "33 60 125 333" stairs-18 slope-47 wall-seams jump-40 moving/crush moving/wall-ahead moving/push moving/jump-sinking moving/arm
echo "${#tried[@]} programs"
