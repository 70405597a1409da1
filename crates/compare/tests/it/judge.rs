//! `compare judge --program`: programs that hang, end, flood or answer nonsense give one message with the question and exit code
//! 1. A right one passes, and a player that never moves does not. The programs are of sh and python3.

mod answers;

use crate::support::refused;
use assert_cmd::Command;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn judge(program: &Path, more: &[&str], dir: &Path) -> (i32, String) {
    let mut command = Command::cargo_bin("compare").unwrap();
    let done = command
        .current_dir(dir)
        .args(["judge", "--program", &program.display().to_string()])
        .args(["--courses", "stairs-16", "--rates", "60", "--sweeps", "200"])
        .args(more)
        .output()
        .unwrap();
    let text = [done.stdout, done.stderr].concat();
    (done.status.code().unwrap(), String::from_utf8(text).unwrap())
}

/// A program that says who it is and answers. One kind of question is answered by a line of sh, where `$n` is the number.
fn spoilt(dir: &Path, kind: &str, by: &str) -> PathBuf {
    let text = format!(
        r#"n=0
while read -r line; do
    n=$((n + 1))
    case "$line" in
    *'"ask":"{kind}"'*) {by} ;;
    *'"ask":"hello"'*) echo '{{"id":1,"name":"spoilt","version":"1","answers":["sweep","step"]}}' ;;
    *) echo "{{\"id\":$n}}" ;;
    esac
done
"#
    );
    executable(dir, "spoilt.sh", &format!("#!/bin/sh\n{text}"))
}

fn executable(dir: &Path, name: &str, text: &str) -> PathBuf {
    let file = dir.join(name);
    fs::write(&file, text).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file
}

#[test]
fn a_rate_that_is_named_twice_is_refused_before_the_program_starts() {
    let dir = tempfile::tempdir().unwrap();
    let line = "judge --program ./nobody --courses stairs-16 --rates 60,125,60";
    refused(dir.path(), line, "--rates 60");
}

/// Exit code 1, one line that names the program, the fault and the question, and no long wait.
#[track_caller]
fn fails(kind: &str, by: &str, why: &str) {
    let dir = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let (code, text) = judge(&spoilt(dir.path(), kind, by), &["--timeout", "1"], dir.path());
    assert!(begun.elapsed() < Duration::from_secs(60), "{by}: {text}");
    let told: Vec<&str> = text.lines().filter(|line| line.contains("spoilt.sh: ")).collect();
    assert_eq!((code, told.len()), (1, 1), "{by}: {text}");
    let asked = format!("\"ask\":\"{kind}\"");
    assert!(told[0].contains(why) && told[0].contains(&asked), "{by}: {text}");
}

#[test]
fn a_program_that_hangs_is_told_what_it_was_asked() {
    for kind in ["hello", "sweep"] {
        fails(kind, "exec sleep 30", "no answer within 1 s");
    }
}

#[test]
fn a_program_that_refuses_all_worlds_fails_and_one_that_is_not_there_is_wrong_usage() {
    let dir = tempfile::tempdir().unwrap();
    let refuses = r#"echo "{\"id\":$n,\"refused\":\"no\\u000aroom\"}""#;
    let (code, text) = judge(&spoilt(dir.path(), "world", refuses), &[], dir.path());
    assert_eq!(code, 1, "{text}");
    // A refusal is told on one line.
    assert!(text.contains("no room\n"), "{text}");
    let (code, text) = judge(Path::new("./nowhere"), &[], dir.path());
    assert_eq!(code, 2, "{text}");
}

#[test]
fn a_program_that_ends_is_told_with_its_status_and_last_words() {
    fails("hello", "exit 3", "exit status: 3");
    fails("sweep", "echo 'out of beans' >&2; exit 4", "out of beans");
    fails("world", "kill -9 $$", "signal: 9");
}

#[test]
fn a_program_that_floods_is_stopped() {
    fails("hello", "exec cat /dev/zero", "");
    fails("sweep", "exec yes '{\"id\":1}'", "id is 1");
    fails("sweep", "exec yes", "");
}

#[test]
fn nonsense_is_told_with_what_is_wrong() {
    let answer = |fields: &str| {
        let one = format!("{{\\\"fraction\\\":{fields}}}");
        format!("echo \"{{\\\"id\\\":$n,\\\"answers\\\":[{one}]}}\"")
    };
    for (by, why) in [
        ("echo hello".to_owned(), ""),
        ("echo".to_owned(), ""),
        (answer("NaN"), ""),
        (answer("1e39,\\\"end\\\":[0,0,0]"), ""),
        (answer("1"), "end"),
        (answer("1,\\\"end\\\":[0,0]"), "2"),
        (answer("1,\\\"end\\\":[0,0,0],\\\"nrmal\\\":[0,0,1]"), "nrmal"),
        (answer("1,\\\"end\\\":[0,0,0]"), "64 sweeps"),
        ("echo \"{\\\"id\\\":7000,\\\"answers\\\":[]}\"".to_owned(), "7000"),
    ] {
        fails("sweep", &by, why);
    }
    let dances = "echo '{\"id\":1,\"name\":\"x\",\"version\":\"1\",\"answers\":[\"dance\"]}'";
    fails("hello", dances, "dance");
}

#[test]
fn a_program_that_takes_too_long_in_all_is_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let slow = spoilt(dir.path(), "ping", "sleep 0.2; echo \"{\\\"id\\\":$n}\"");
    let (code, text) = judge(&slow, &["--budget", "1"], dir.path());
    assert_eq!(code, 1, "{text}");
}
