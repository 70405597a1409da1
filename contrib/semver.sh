#!/usr/bin/env bash
# Whether what other crates build on still compiles with them: contrib/semver.sh [REVISION]. It compares public items with those of the
# last release; a break asks for a new version in Cargo.toml. Before the first tag nothing is promised: then differences since the
# version was set are told, and break nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# The crates whose items a user's own crate names. `clipmark` gives them on; its own names are held by examples/own-controller.
promised=(clipmark-geometry clipmark-collision clipmark-movement clipmark-referee clipmark-suite clipmark-cli)

root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# document FOLDER STATE ARGUMENT...: the public items of a folder's crates as JSON. Each state has a target folder for all its crates; the
# tool itself would build dependencies for every crate. One folder for both states mixes them up, since cargo names what it builds by its
# place in the workspace.
document() {
    local from=$1 state=$2 target=$root/target/semver/$2
    shift 2
    (
        cd "$from"
        export CARGO_TARGET_DIR=$target RUSTC_BOOTSTRAP=1
        export RUSTDOCFLAGS="-Z unstable-options --document-hidden-items --output-format=json --cap-lints=allow"
        cargo doc --quiet --lib --no-deps "$@"
    )
    mkdir -p "$work/$state"
    mv "$target"/doc/*.json "$work/$state"
}

# holds CRATE: whether nothing public is gone from it.
holds() {
    local json=${1//-/_}.json
    [[ -f $work/old/$json ]] || { echo "$1 is new"; return 0; }
    echo "$1:"
    cargo semver-checks --current-rustdoc "$work/new/$json" --baseline-rustdoc "$work/old/$json"
}

# A check that finds nothing proves nothing: an item that is gone must be found.
# planted STATE ITEMS
planted() (
    mkdir -p "$work/planted-$1/src"
    cd "$work/planted-$1"
    printf '[package]\nname = "planted"\nversion = "0.3.0"\nedition = "2024"\n[workspace]\n' >Cargo.toml
    echo "$2" >src/lib.rs
    document . "$1"
)
planted old 'pub fn kept() {} pub fn gone() {}'
planted new 'pub fn kept() {}'
code=0
found=$(holds planted 2>&1) || code=$?
[[ $code -ne 0 ]] && grep -q 'function planted::gone' <<<"$found" || { echo "cargo-semver-checks misses an item that is gone: $found" >&2; exit 1; }

base=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)}
promise=yes
if [[ -z $base ]]; then
    promise=no base=$(git log -1 --format=%H -G'^version = "' -- Cargo.toml)
    echo "no release is tagged here, so nothing is promised; a shallow clone gets tags by: git fetch --unshallow --tags"
fi
echo "compared with $(git log -1 --format='%h, %as: %s' "$base")"
git worktree add --quiet --detach "$work/base" "$base"
trap 'git worktree remove --force "$work/base"; rm -rf "$work"' EXIT
# Features bring libraries of C++ and no item of ours.
there=()
for crate in "${promised[@]}"; do
    # Some crates are newer than the last release.
    ! grep -qx "name = \"$crate\"" "$work"/base/crates/*/Cargo.toml || there+=("$crate")
done
document "$work/base" old --locked "${there[@]/#/--package=}"
document "$root" new --locked "${promised[@]/#/--package=}"
broken=0
for crate in "${promised[@]}"; do
    holds "$crate" || broken=1
done
[[ $broken == 0 || $promise == no ]]
