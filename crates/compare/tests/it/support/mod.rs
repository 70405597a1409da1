//! Runs the program.
use assert_cmd::Command;
use std::path::Path;

/// Runs `compare` in a folder: exit code, standard output, standard error.
pub(crate) fn compare(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    run("compare", dir, None, args)
}

/// The same on a terminal of `columns` columns.
pub(crate) fn at_columns(dir: &Path, columns: usize, args: &[&str]) -> (Option<i32>, String, String) {
    run("compare", dir, Some(columns), args)
}

/// The same by the project's name.
pub(crate) fn clipmark(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    run("clipmark", dir, None, args)
}

fn run(program: &str, dir: &Path, columns: Option<usize>, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin(program).expect("the program is built");
    command.current_dir(dir).args(args).env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns.to_string());
    }
    let out = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    (out.status.code(), text(out.stdout), text(out.stderr))
}
