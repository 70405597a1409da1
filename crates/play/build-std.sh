#!/usr/bin/env bash
# Builds the standard library for wasm32-unknown-unknown and prints the folder of a sysroot that has it: for machines where
# `rustup target add` cannot reach its server. Its source is the first of: RUST_SRC (a folder `library`), rustup's component
# rust-src, Debian's installed package rust-src, and that package of exactly this version fetched with apt from
# trixie-backports into target/web-std, by its SHA-256.
#
# usage: build-std.sh RUSTC [+TOOLCHAIN]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

RUST=1.95.0
PACKAGE=1.95.0+dfsg1-2~bpo13+1
SHA256=7b76db5b880a77f9e52975d2baa6209d2f76d2c9c2789515c3088cb960e2c83b
TARGET=wasm32-unknown-unknown
rustc=("$@")
host=$("${rustc[@]}" --print sysroot)
work=$PWD/target/web-std
sysroot=$work/sysroot
mkdir -p "$work"

fetched() {
    local apt=$work/apt
    mkdir -p "$apt"/{lists/partial,cache/archives/partial}
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie-backports main" >"$apt/sources.list"
    local options=(-o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists"
        -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root)
    apt-get -q "${options[@]}" update >&2
    (cd "$work" && apt-get -q "${options[@]}" download "rust-src=$PACKAGE" >&2)
    local deb
    deb=$(ls "$work"/rust-src_*.deb)
    echo "$SHA256  $deb" | sha256sum --check --quiet >&2
    dpkg -x "$deb" "$work/unpacked"
}

debian=usr/src/rustc-$RUST/library
if [[ -z ${RUST_SRC:-} ]]; then
    for found in "$host/lib/rustlib/src/rust/library" "/$debian" "$work/unpacked/$debian"; do
        test -d "$found" && RUST_SRC=$found && break
    done
fi
if [[ -z ${RUST_SRC:-} ]]; then
    fetched
    RUST_SRC=$work/unpacked/$debian
fi

cargo=(cargo)
[[ ${rustc[1]:-} == +* ]] && cargo+=("${rustc[1]}")
(
    cd "$RUST_SRC"
    export RUSTC_BOOTSTRAP=1 CARGO_PROFILE_RELEASE_PANIC=abort CARGO_TARGET_DIR=$work/build
    flags=(-Zforce-unstable-if-unmarked "--remap-path-prefix=$RUST_SRC=/rustc/$RUST/library" -Cembed-bitcode=yes
        "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=/cargo")
    CARGO_ENCODED_RUSTFLAGS=$(printf '%s\x1f' "${flags[@]}")
    export CARGO_ENCODED_RUSTFLAGS=${CARGO_ENCODED_RUSTFLAGS%$'\x1f'}
    "${cargo[@]}" build --release --target "$TARGET" -p std -p panic_abort -p alloc -p core >&2
)

# An overlay of the compiler's own sysroot, with the new target beside the others.
rm -rf "$sysroot"
mkdir -p "$sysroot/lib/rustlib/$TARGET/lib"
ln -s "$host/bin" "$sysroot/bin"
for f in "$host"/lib/*; do [[ $(basename "$f") == rustlib ]] || ln -s "$f" "$sysroot/lib/"; done
for f in "$host"/lib/rustlib/*; do [[ $(basename "$f") == "$TARGET" ]] || ln -s "$f" "$sysroot/lib/rustlib/"; done
cp "$work/build/$TARGET"/release/deps/*.rlib "$sysroot/lib/rustlib/$TARGET/lib/"
echo "$sysroot"
