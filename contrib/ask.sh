#!/usr/bin/env bash
# Failures asked of the libraries alone: contrib/ask.sh COMPARE, which is target/release/compare or its like. Builds the programs in peers/*/ask beside
# COMPARE, with the C++ that COMPARE was built with, and lets `compare explain` write the question of each failure that a library has on some courses
# and random sweeps. The library's own program must come to the same answers, in six failures of each library at least, in one of parry's, which
# has no controller. Libraries that COMPARE lacks are left out.
set -euo pipefail
compare=$(realpath "${1:?the built program, such as target/release/compare}")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root"
listed=$("$compare" list contestants | sed '/^not in this build/,$d')
libraries=parry names=bvh:stock
for library in rapier jolt box3d physx; do
    ! grep -q "\b$library\b" <<<"$listed" || { libraries+=" $library" names+=,$library,$library:tuned; }
done
for library in $libraries; do
    cargo fmt --check --manifest-path "peers/$library/ask/Cargo.toml"
    cargo build --quiet --release --locked --manifest-path "peers/$library/ask/Cargo.toml" --target-dir "$(dirname "$(dirname "$compare")")"
done
declare -A asked=() label_of=()

# is_not_noted LIBRARY CASE: whether that is no cast which the library notes. It is a ray of PhysX's, or a sweep of no length, which Jolt, Box3D and PhysX
# answer by a position test.
is_not_noted() {
    local case
    grep -q "no library of others" "$dir/why" || return 1
    case=$(tr -d ' \n' <"$2")
    [[ $1 != physx || $case != *'"hull":"point"'* ]] || return 0
    [[ $1 != rapier && $1 != parry ]] && grep -qE '"start":(\[[^]]*\]),"end":\1' <<<"$case"
}

# explained LIBRARY CONTESTANT FILE ARGUMENT...: asks one failure.
explained() {
    local library=$1 who=$2 file=$3 label
    shift 3
    if ! "$compare" explain "$file" --for "$who" "$@" --out "$dir/it" >"$dir/said" 2>"$dir/why"; then
        # A course that is passed, or that the set-up refuses, has nothing to show.
        grep -qE "passes every check|refuse" "$dir/why" || is_not_noted "$library" "$file" ||
            # PhysX among moving parts.
            { [[ $library == physx ]] && grep -q "notes no calls" "$dir/why"; } || { cat "$dir/why" >&2; exit 1; }
        return 0
    fi
    # Not asked: a ray of PhysX's.
    grep -q "^ask it " "$dir/said" || return 0
    # A body whose controller remembers more than any number of ticks.
    ! grep -q "does not come to the very place" "$dir/said" || return 0
    grep -q "repeats the answers$" "$dir/said" || { cat "$dir/said"; echo "$file, $who: the library's own program does not repeat it" >&2; exit 1; }
    label=$(grep -oE '^fault of: (library|adapter)' "$dir/said")
    label=${label#fault of: }
    if [[ -z ${asked[$library]:-} ]]; then
        # An answer of 42 is none that the library gives.
        sed -E 's/("result": \{"value": \[[^]]+\], "bits": ")[0-9a-f]{8}/\142280000/' "$dir/it-question.json" >"$dir/wrong.json"
        "$(dirname "$compare")/ask-$library" "$dir/wrong.json" >/dev/null && ended=0 || ended=$?
        ((ended == 1)) || { echo "ask-$library ends with $ended where the answers differ" >&2; exit 1; }
    fi
    asked[$library]=$((${asked[$library]:-0} + 1))
    label_of[$library $label]=$((${label_of[$library $label]:-0} + 1))
    echo "$label $who, $file $*"
}

# The worst answers of random sweeps, as a report keeps them.
"$compare" scenes/corners.ron --quick --contestants "$names" --out "$dir/corners" >/dev/null || (($? == 1))
for case in "$dir"/corners/cases/*-{missed,penetration,phantom,start-solid,normal}.json; do
    [[ -e $case ]] || continue
    who=$(grep -o '"backend": *"[^"]*"' "$case" | cut -d'"' -f4)
    library=${who%%:*}
    explained "${library/bvh/parry}" "$who" "$case"
done
for library in ${libraries#parry}; do
    for who in "$library" "$library:tuned"; do
        # Stuck, deep, slow, shaking, creeping, too fast, too high, short of a place.
        for course in stairs-16-deep floor-seams rest-40 corner-30 stairs-16 slide-60 ledge step-19 ceiling-58; do
            for hz in 33 60; do explained "$library" "$who" "scenes/controllers/$course.ron" --hz "$hz"; done
        done
        # Where parts of the world move: passed by a wall, short of a place, sliding off, without ground.
        for course in crush walk-off ride sink push; do
            for hz in 33 125; do explained "$library" "$who" "scenes/moving/$course.ron" --hz "$hz"; done
        done
    done
done
for library in $libraries; do
    echo "$library: ${asked[$library]:-0} failures asked, ${label_of[$library library]:-0} repeat, ${label_of[$library adapter]:-0} are the adapter's"
    least=6
    [[ $library != parry ]] || least=1
    ((${asked[$library]:-0} >= least)) || { echo "$library: fewer than $least" >&2; exit 1; }
done
