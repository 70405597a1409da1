//! `contrib/action.sh`: what it adds to a user's arguments reaches Clipmark, not the judged program.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// The arguments that `cargo` gets, a line each.
fn asked(arguments: &str, known: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let cargo = dir.path().join("cargo");
    fs::write(&cargo, "#!/bin/sh\nprintf '%s\\n' \"$@\" > asked\n").unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/action.sh");
    let path = std::env::var("PATH").unwrap();
    let done = Command::new("bash")
        .arg(script)
        .current_dir(dir.path())
        .env("PATH", format!("{}:{path}", dir.path().display()))
        .env("ARGUMENTS", arguments)
        .env("KNOWN", known)
        .env("BADGE", "a badge.json")
        .env_remove("GITHUB_STEP_SUMMARY")
        .env_remove("REQUEST")
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    let asked = fs::read_to_string(dir.path().join("asked")).unwrap();
    asked.lines().map(str::to_owned).collect()
}

#[test]
fn arguments_of_the_judged_program_stay_its_own() {
    let whole = [
        "run",
        "--release",
        "--",
        "judge",
        "--badge",
        "a badge.json",
        "--known",
        "known.toml",
        "--program",
        "python3",
        "--",
        "mine.py",
    ];
    assert_eq!(asked("judge --program python3 -- mine.py", "known.toml"), whole);
    assert_eq!(
        asked("bar", ""),
        ["run", "--release", "--", "bar", "--badge", "a badge.json"]
    );
}
