//! Says what to install where Jolt's C++ source cannot be compiled, before a message of its own build.

use std::process::{Command, Stdio};

#[allow(clippy::print_stdout, reason = "a build script speaks to cargo so")]
fn main() {
    println!("cargo::rerun-if-env-changed=CMAKE");
    println!("cargo::rerun-if-env-changed=PATH");
    let cmake = std::env::var_os("CMAKE").unwrap_or_else(|| "cmake".into());
    let runs = Command::new(&cmake)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !runs {
        println!(
            "cargo::error=feature `jolt` compiles Jolt Physics from its C++ source and needs cmake 3.20 or newer: \
             install it (apt-get install cmake, brew install cmake), or build without `--features jolt`"
        );
    }
}
