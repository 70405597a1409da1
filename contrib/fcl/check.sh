#!/usr/bin/env bash
# Compares what is proven of turning parts with FCL's answers (Debian: libfcl-dev, g++).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
g++ -O1 -std=c++17 -I/usr/include/eigen3 contrib/fcl/answer.cpp -o "$out/answer" -lfcl -lccd
turning() { cargo run --quiet --locked -p clipmark-referee --example turning -- "$@"; }
turning write 1 300 | "$out/answer" >"$out/answers"
turning compare 1 300 <"$out/answers"
