#!/usr/bin/env bash
# Gets the OpenArena maps (GPL-2+) that some scenes and tests use into scenes/maps/, and checks every one.
# Does nothing when they are there already. Needs apt-get and dpkg-deb (Debian, Ubuntu and their kin), and
# unzip or python3.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
maps=$here/maps
sums=$here/MAPS.sha256
packages=(openarena-081-maps openarena-oacmp1)

die() {
    printf 'fetch-maps: %s\n' "$@" >&2
    exit 1
}

verified() { # in a folder that has the maps
    (cd "$1" && sha256sum --quiet --strict --check "$sums") >/dev/null 2>&1
}

if [[ -d $maps ]] && verified "$maps"; then
    echo "fetch-maps: $(wc -l <"$sums") maps are in scenes/maps already, all verified"
    exit 0
fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
    die "this system has no apt-get and dpkg-deb, with which the maps are fetched." \
        "Get the Debian packages ${packages[*]} (or OpenArena 0.8.x itself) by other means, take the" \
        "maps/*.bsp out of their .pk3 files, which are zip archives, and put them into scenes/maps/." \
        "Then run this again: it verifies them."
fi
command -v unzip >/dev/null || command -v python3 >/dev/null ||
    die "neither unzip nor python3 is installed; install one: apt-get install unzip"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# apt-get may download as a user of its own, who must be able to write here.
chmod 755 "$work"
mkdir -p "$work/debs" "$work/tree" "$work/out"
chmod 777 "$work/debs"
cd "$work/debs"

download() {
    apt-get download "${packages[@]}"
}

echo "fetch-maps: downloading the Debian packages ${packages[*]}, 74 MB, with apt-get"

if ! download >"$work/log" 2>&1; then
    echo "fetch-maps: the package lists are missing or old, updating them"
    if ((EUID == 0)); then
        apt-get update >>"$work/log" 2>&1 || true
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n apt-get update >>"$work/log" 2>&1 || true
    fi
    if ! download >>"$work/log" 2>&1; then
        tail -n 5 "$work/log" >&2
        die "could not download ${packages[*]}." \
            "Run 'apt-get update' as root and try again; the packages are in the 'main' section of Debian" \
            "and the 'universe' section of Ubuntu."
    fi
fi

echo "fetch-maps: unpacking $(du -ch ./*.deb | tail -n 1 | cut -f1) of packages"
for deb in ./*.deb; do
    dpkg-deb -x "$deb" "$work/tree"
done

unpacked=0
while IFS= read -r -d '' pk3; do
    if command -v unzip >/dev/null; then
        # 11: the archive has no maps.
        unzip -q -o -j "$pk3" 'maps/*.bsp' -d "$work/out" 2>/dev/null || (($? == 11)) ||
            die "unzip could not unpack ${pk3##*/}"
    else
        python3 - "$pk3" "$work/out" <<'PYTHON' || die "python3 could not unpack ${pk3##*/}; try: apt-get install unzip"
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for name in archive.namelist():
        if name.startswith("maps/") and name.endswith(".bsp"):
            with open(os.path.join(sys.argv[2], os.path.basename(name)), "wb") as out:
                out.write(archive.read(name))
PYTHON
    fi
    unpacked=$((unpacked + 1))
done < <(find "$work/tree" -name '*.pk3' -print0 | sort -z)
((unpacked > 0)) || die "the packages hold no .pk3 files; they may have changed. Please report this."

echo "fetch-maps: checking $(wc -l <"$sums") maps against scenes/MAPS.sha256"
verified "$work/out" || {
    (cd "$work/out" && sha256sum --quiet --strict --check "$sums") >&2 || true
    die "the maps fetched are not those of scenes/MAPS.sha256 (see above); nothing was installed."
}

mkdir -p "$maps"
# Only what was verified is installed, each map by one rename.
while read -r _ name; do
    cp "$work/out/$name" "$maps/.$name.new"
    mv -f "$maps/.$name.new" "$maps/$name"
done <"$sums"
echo "fetch-maps: $(wc -l <"$sums") maps in scenes/maps, all verified"
