#!/usr/bin/env bash
# Builds the WebAssembly of `compare play` into crates/report/assets/play.wasm, the same bytes on every machine with the same
# compiler. `--check` builds and compares with the committed file instead. `--out FILE` writes elsewhere.
#
# The standard library for wasm32-unknown-unknown comes from rustup (`rustup target add wasm32-unknown-unknown`). Where that
# cannot be had, crates/play/build-std.sh builds it from Debian's package rust-src; then the module behaves the same, but its
# bytes differ, and `--check` says so and compares nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

RUST=1.95.0
TARGET=wasm32-unknown-unknown
OUT=crates/report/assets/play.wasm
check=
while (($#)); do
    case $1 in
    --check) check=yes ;;
    --out) OUT=$2 && shift ;;
    *) echo "usage: build.sh [--check] [--out FILE]" >&2 && exit 2 ;;
    esac
    shift
done

cargo=(cargo)
rustc=(rustc)
if [[ $(rustc --version) != "rustc $RUST "* ]]; then
    if ! rustc "+$RUST" --version >/dev/null 2>&1; then
        echo "the page's module is built by Rust $RUST; get it: rustup toolchain install $RUST" >&2
        exit 2
    fi
    cargo+=("+$RUST") rustc+=("+$RUST")
fi
has_target() { test -d "$("${rustc[@]}" --print target-libdir --target "$TARGET")"; }

# Cargo makes `strip = true` of this profile -Cstrip=debuginfo, which leaves the names in.
flags=(-Ctarget-feature=+simd128 -Cstrip=symbols)
std=rustup
if ! has_target && command -v rustup >/dev/null; then
    rustup target add --toolchain "$("${rustc[@]}" --print sysroot | xargs basename)" "$TARGET" || true
fi
if ! has_target; then
    std=debian
    flags+=(--sysroot "$(crates/play/build-std.sh "${rustc[@]}")")
fi
# No path of this machine stays in the module.
for registry in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
    flags+=("--remap-path-prefix=${registry%/}=/cargo")
done
flags+=("--remap-path-prefix=$PWD=/clipmark")

CARGO_ENCODED_RUSTFLAGS=$(printf '%s\x1f' "${flags[@]}")
export CARGO_ENCODED_RUSTFLAGS=${CARGO_ENCODED_RUSTFLAGS%$'\x1f'}
# With an rlib beside it, Cargo leaves out the link-time optimisation.
"${cargo[@]}" rustc --locked --crate-type cdylib --profile web --target "$TARGET" --target-dir target/web -p clipmark-play
built=target/web/$TARGET/web/clipmark_play.wasm

if [[ -z $check ]]; then
    cp "$built" "$OUT"
    echo "$OUT: $(stat -c %s "$OUT") bytes, standard library from $std"
elif [[ $std != rustup ]]; then
    echo "$OUT: not compared, since the standard library is not rustup's; play-page's test compares what it does"
elif cmp "$built" "$OUT"; then
    echo "$OUT is what these sources give"
else
    echo "$OUT is not what these sources give: run crates/play/build.sh and commit it" >&2
    exit 1
fi
