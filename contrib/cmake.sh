#!/bin/sh
# cmake, as .cargo/config.toml has the build of Jolt call it. Where it is missing or fails, this says what to install.
# CMAKE names another cmake.

"${CMAKE:-cmake}" "$@"
status=$?
[ "$status" -eq 0 ] && exit 0
cat >&2 <<'END'

  The feature `jolt` compiles Jolt Physics from its C++ source. It needs cmake 3.20 or newer and a C++17 compiler:
    Debian, Ubuntu:  sudo apt-get install cmake g++
    Fedora:          sudo dnf install cmake gcc-c++
    macOS:           brew install cmake; xcode-select --install
  Or build without it: leave `jolt` out of --features.

END
exit "$status"
