#!/usr/bin/env bash
# Whether what other crates build on still compiles with them: contrib/semver.sh [REVISION]. It compares public items with those of the
# last release; a break asks for a new version in Cargo.toml. Before the first tag nothing is promised: then differences since the
# version was set are told, and break nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# The crates whose items a user's own crate names. `clipmark` gives them on; its own names are held by examples/own-controller.
promised=(clipmark-geometry clipmark-collision clipmark-movement clipmark-conformance clipmark-suite clipmark-cli)

# A check that finds nothing proves nothing: an item that is gone must be found.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
for age in old new; do
    mkdir -p "$planted/$age/src"
    printf '[package]\nname = "planted"\nversion = "0.3.0"\nedition = "2024"\n[workspace]\n' >"$planted/$age/Cargo.toml"
done
root=src/lib.rs
echo 'pub fn kept() {} pub fn gone() {}' >"$planted/old/$root"
echo 'pub fn kept() {}' >"$planted/new/$root"
code=0
found=$(cargo semver-checks --manifest-path "$planted/new/Cargo.toml" --baseline-root "$planted/old" 2>&1) || code=$?
[[ $code -ne 0 ]] && grep -q 'function planted::gone' <<<"$found" || { echo "cargo-semver-checks misses an item that is gone: $found" >&2; exit 1; }

base=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)}
promise=yes
if [[ -z $base ]]; then
    promise=no base=$(git log -1 --format=%H -G'^version = "' -- Cargo.toml)
    echo "no release is tagged here, so nothing is promised; a shallow clone gets tags by: git fetch --unshallow --tags"
fi
echo "compared with $(git log -1 --format='%h, %as: %s' "$base")"
# Each state has a target folder for all its crates: the tool itself would build dependencies for every crate. One folder for both mixes
# them up, since cargo names what it builds by the place in the workspace.
old=$planted/base
git worktree add --quiet --detach "$old" "$base"
trap 'git worktree remove --force "$old"; rm -rf "$planted"' EXIT
root=$PWD
export RUSTC_BOOTSTRAP=1
export RUSTDOCFLAGS="-Z unstable-options --document-hidden-items --output-format=json --cap-lints=allow"
for state in old new; do
    from=$root
    [[ $state == old ]] && from=$old
    export CARGO_TARGET_DIR=$root/target/semver/$state
    # Features bring libraries of C++ and no item of ours.
    (cd "$from" && cargo doc --quiet --lib --no-deps --locked "${promised[@]/#/--package=}")
    mkdir -p "$planted/$state"
    mv "$CARGO_TARGET_DIR"/doc/*.json "$planted/$state"
done
broken=0
for crate in "${promised[@]}"; do
    name=${crate//-/_}.json
    [[ -f $planted/old/$name ]] || { echo "$crate is new"; continue; }
    cargo semver-checks --current-rustdoc "$planted/new/$name" --baseline-rustdoc "$planted/old/$name" || broken=1
done
[[ $broken == 0 || $promise == no ]]
