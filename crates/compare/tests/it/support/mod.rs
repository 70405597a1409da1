//! Runs the program.
use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// Exit code, standard output, standard error.
pub(crate) type Ended = (Option<i32>, String, String);

/// Runs `compare` in a folder.
pub(crate) fn compare(dir: &Path, args: &[&str]) -> Ended {
    run("compare", dir, args)
}

/// The same with a line of arguments that have no blanks in them.
pub(crate) fn compare_line(dir: &Path, line: &str) -> Ended {
    compare(dir, &line.split_whitespace().collect::<Vec<_>>())
}

/// The same by the project's name.
pub(crate) fn clipmark(dir: &Path, args: &[&str]) -> Ended {
    run("clipmark", dir, args)
}

/// Runs `compare` and expects exit code 2, nothing on standard output, and this in the message.
#[track_caller]
pub(crate) fn refused(dir: &Path, line: &str, says: &str) {
    let (code, out, message) = compare_line(dir, line);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{line}: {message}");
    assert!(
        message.contains(says) && !message.contains("panicked at"),
        "{line}: {message}"
    );
}

fn run(program: &str, dir: &Path, args: &[&str]) -> Ended {
    let mut command = Command::cargo_bin(program).expect("the program is built");
    let out = command
        .current_dir(dir)
        .args(args)
        .env_remove("COLUMNS")
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    (out.status.code(), text(out.stdout), text(out.stderr))
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The path of a scene or a folder of the repository's scenes.
pub(crate) fn scenes(name: &str) -> String {
    root().join("scenes").join(name).display().to_string()
}
