#!/usr/bin/env bash
# Builds the contestants twice, for any processor of the architecture and for this one (-C target-cpu=native), and compares the bits of
# their answers, of the referee's verdicts and of the states of runs: contrib/native/check.sh [SWEEPS [SCENE...]]
# The second build has a target folder of its own and takes some minutes, so this is no step of .ci/run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
sweeps=${1:-20000}
shift || true
if (($#)); then scenes=("$@"); else scenes=(scenes/stairs.ron scenes/corners.ron scenes/v-groove.ron scenes/surf.ron); fi
target=${CARGO_TARGET_DIR:-target}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

build() { cargo build --release --locked -q -p clipmark-measure --features tools --example bits; }
build
RUSTFLAGS="-C target-cpu=native" CARGO_TARGET_DIR=$target/native build
"$target/release/examples/bits" "$sweeps" "${scenes[@]}" >"$dir/any"
"$target/native/release/examples/bits" "$sweeps" "${scenes[@]}" >"$dir/native"
# Two builds that were the same program would agree whatever they computed.
if cmp -s "$target/release/examples/bits" "$target/native/release/examples/bits"; then
    echo "both builds are the same program: this processor has nothing that others lack, or the flag was lost" >&2
    exit 1
fi
# Nor do other sweeps give the same bits.
"$target/native/release/examples/bits" $((sweeps + 1)) "${scenes[@]}" >"$dir/other"
if cmp -s "$dir/native" "$dir/other"; then
    echo "the hashes do not depend on the answers" >&2
    exit 1
fi
diff "$dir/any" "$dir/native"
echo "$(wc -l <"$dir/any") lines of hashes are equal, $sweeps sweeps on each of ${#scenes[@]} scenes"
