#!/usr/bin/env bash
# Packs every crate that is published and compiles what was packed: a file that a crate includes from outside its package is missing there. `cargo package`
# would build each alone, PhysX, Jolt and Box3D too; here all packages are checked at once, and what is C++ is left out.
# contrib/packed.sh [PACKAGE...] checks these alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packed=target/packed
rm -rf "$packed" target/package/*.crate
mkdir -p "$packed"
unpublished=()
for manifest in $(grep -l '^publish = false' -- */Cargo.toml crates/*/Cargo.toml); do
    unpublished+=(--exclude "$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -n 1)")
done
cargo package --workspace "${unpublished[@]}" --locked --allow-dirty --no-verify --quiet
for archive in target/package/*.crate; do
    # With times of now: cargo takes files as old as the archive says for those that it has compiled.
    tar -xzmf "$archive" -C "$packed"
done
{
    printf '[workspace]\nmembers = ["*"]\nresolver = "3"\n\n[patch.crates-io]\n'
    for crate in "$packed"/*/; do
        name=$(basename "$crate")
        echo "${name%-*} = { path = \"$name\" }"
    done
} >"$packed/Cargo.toml"
cp Cargo.lock "$packed"
chosen=(--workspace --exclude clipmark-physx --exclude clipmark-jolt --exclude clipmark-box3d)
(($# == 0)) || chosen=("${@/#/-p}")
cargo check --quiet --manifest-path "$packed/Cargo.toml" --target-dir target "${chosen[@]}"
