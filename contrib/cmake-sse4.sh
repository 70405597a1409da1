#!/bin/sh
# cmake for a Jolt that needs SSE4.2 alone, so that valgrind can run it (docs/notes/libraries.md, instructions of a sweep):
#   CMAKE=$(realpath contrib/cmake-sse4.sh) CARGO_TARGET_DIR=target/sse4 cargo build --release -p compare --features jolt,box3d
for word in "$@"; do
    [ "$word" = --build ] && exec cmake "$@"
done
exec cmake "$@" -DUSE_AVX=OFF -DUSE_AVX2=OFF -DUSE_AVX512=OFF -DUSE_LZCNT=OFF -DUSE_TZCNT=OFF -DUSE_F16C=OFF -DUSE_FMADD=OFF
