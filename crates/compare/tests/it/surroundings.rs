//! What surrounds a process: a reader that goes away, a limit of threads, the folder of temporary files.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `hull` fails the flat scene.
fn failing(out: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("compare"));
    command
        .current_dir(root())
        .args(["scenes/flat.ron", "--quick", "--contestants", "hull", "--out"])
        .arg(out)
        .stderr(Stdio::piped());
    command
}

/// `compare … | true` under `pipefail`: a verdict that nobody reads ended with 0.
#[test]
fn a_failed_verdict_outlives_its_reader() {
    let dir = tempfile::tempdir().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let done = failing(dir.path()).stdout(writer).output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{errors}");
}

/// It panicked. Limits of processes do not hold root, who runs it as nobody.
#[test]
fn a_limit_of_threads_is_one_message() {
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let program = dir.path().join("compare");
    fs::copy(assert_cmd::cargo::cargo_bin("compare"), &program).unwrap();
    let scene = dir.path().join("flat.ron");
    fs::copy(root().join("scenes/flat.ron"), &scene).unwrap();
    let mut command = Command::new("bash");
    command.current_dir(dir.path()).args([
        "-c",
        "ulimit -u 1 && exec ./compare flat.ron --quick --contestants bsp",
    ]);
    if fs::metadata("/proc/self").is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0) {
        command.uid(65_534);
    }
    let done = command.output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{errors}");
    assert!(errors.contains("ulimit -u"), "{errors}");
}

/// It left a folder with the world's file at every run.
#[test]
fn judge_removes_its_temporary_folder() {
    let dir = tempfile::tempdir().unwrap();
    let temporary = dir.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let program = dir.path().join("still.sh");
    let text = r#"#!/bin/sh
n=0
while read -r line; do
    n=$((n + 1))
    case "$line" in
    *'"ask":"hello"'*) echo '{"id":1,"name":"still","version":"1","answers":["step"]}' ;;
    *'"ask":"step"'*) echo "{\"id\":$n,\"origin\":[0,0,0]}" ;;
    *) echo "{\"id\":$n}" ;;
    esac
done
"#;
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let done = Command::new(assert_cmd::cargo::cargo_bin("compare"))
        .current_dir(dir.path())
        .env("TMPDIR", &temporary)
        .args(["judge", "--courses", "stairs-16", "--rates", "60", "--program"])
        .arg(&program)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{errors}");
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
}
