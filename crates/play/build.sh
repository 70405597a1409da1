#!/usr/bin/env bash
# Builds the WebAssembly of `compare play` into crates/report/assets/play.wasm, or with `--out FILE` elsewhere.
#
# Renew the committed one when answers or exports change: the gate asks it for the bits of the native program, and says so. Its last
# section names the commit that it was built from, with "-changed" where the sources differ from it.
#
# The standard library for wasm32-unknown-unknown comes from rustup (`rustup target add wasm32-unknown-unknown`). Where that
# cannot be had, crates/play/build-std.sh builds it from Debian's package rust-src; the module behaves the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

RUST=1.95.0
TARGET=wasm32-unknown-unknown
OUT=crates/report/assets/play.wasm
while (($#)); do
    case $1 in
    --out) OUT=$2 && shift ;;
    *) echo "usage: build.sh [--out FILE]" >&2 && exit 2 ;;
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
# Where the component rust-src is installed, the standard library's places name it too.
flags+=("--remap-path-prefix=$("${rustc[@]}" --print sysroot)/lib/rustlib/src/rust=/rust")

CARGO_ENCODED_RUSTFLAGS=$(printf '%s\x1f' "${flags[@]}")
export CARGO_ENCODED_RUSTFLAGS=${CARGO_ENCODED_RUSTFLAGS%$'\x1f'}
# With an rlib beside it, Cargo leaves out the link-time optimisation.
"${cargo[@]}" rustc --locked --crate-type cdylib --profile web --target "$TARGET" --target-dir target/web -p clipmark-play
built=target/web/$TARGET/web/clipmark_play.wasm

commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
git diff --quiet HEAD -- crates Cargo.toml Cargo.lock ':!crates/report' 2>/dev/null || commit+=-changed
section=clipmark-commit
# A custom section (0): its length, the length of its name, the name, what it holds. Each length takes one byte.
printf -v head '\\x%02x' 0 $((1 + ${#section} + ${#commit})) ${#section}
{ cat "$built"; printf "$head%s%s" "$section" "$commit"; } >"$OUT.new"
mv "$OUT.new" "$OUT"
echo "$OUT: $(stat -c %s "$OUT") bytes, built from $commit, standard library from $std"
