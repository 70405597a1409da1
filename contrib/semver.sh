#!/usr/bin/env bash
# Whether what other crates build on still compiles with them: contrib/semver.sh [REVISION]. It compares public items with those of the
# last release or, before the first tag, of the commit that set the version. A break asks for a new version in Cargo.toml.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# The crates whose items a user's own crate names.
promised=(clipmark clipmark-geometry clipmark-collision clipmark-movement clipmark-conformance clipmark-cli)

base=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || git log -1 --format=%H -G'^version = "' -- Cargo.toml)}
echo "the promise is that of $(git log -1 --format='%h, %as: %s' "$base")"

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
[[ $code -eq 1 || $code -eq 100 ]] && grep -q gone <<<"$found" || { echo "cargo-semver-checks misses an item that is gone: $found" >&2; exit 1; }

# Features bring libraries of C++ and no item of ours.
cargo semver-checks --default-features --baseline-rev "$base" "${promised[@]/#/--package=}"
