//! Runs the program.

use assert_cmd::Command;
use std::path::Path;

/// Runs `compare` in a folder: exit code, standard output, standard error.
pub(crate) fn compare(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("compare").expect("the program is built");
    let out = command.current_dir(dir).args(args).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    (out.status.code(), text(out.stdout), text(out.stderr))
}
