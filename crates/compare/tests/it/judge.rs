//! `compare judge --program`: programs that hang, end, flood or answer nonsense give one message with the question and exit
//! code 1. A right one passes, and a player that never moves does not. The programs are of sh and python3.

mod answers;

use crate::support::folder;
use assert_cmd::Command;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Exit code and all that was printed; of one course unless there are others. A world's file, which lies in a temporary folder,
/// was left there at every run.
fn judge(program: &Path, more: &str, dir: &Path) -> (i32, String) {
    let course = ["--courses", "stairs-16", "--rates", "60", "--sweeps", "200"];
    let course = if more.contains("--courses") {
        &course[6..]
    } else {
        &course
    };
    let temporary = dir.join("tmp");
    fs::create_dir_all(&temporary).unwrap();
    let mut command = Command::cargo_bin("compare").unwrap();
    let done = command
        .current_dir(dir)
        .env("TMPDIR", &temporary)
        .arg("judge")
        .args(course)
        .args(more.split_whitespace())
        .arg("--program")
        .arg(program)
        .output()
        .unwrap();
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "{done:?}");
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

/// Exit code 1, a line that names the program, the fault and the question, and no long wait.
#[test]
fn a_program_that_hangs_ends_floods_or_answers_nonsense_is_told_what_it_was_asked() {
    let answer = |fields: &str| {
        let one = format!("{{\\\"fraction\\\":{fields}}}");
        format!("echo \"{{\\\"id\\\":$n,\\\"answers\\\":[{one}]}}\"")
    };
    let dances = "echo '{\"id\":1,\"name\":\"x\",\"version\":\"1\",\"answers\":[\"dance\"]}'";
    for (kind, by, why) in [
        ("hello", "exec sleep 30", "1 s"),
        ("sweep", "exec sleep 30", "1 s"),
        ("hello", "exit 3", "3"),
        ("sweep", "echo 'out of beans' >&2; exit 4", "out of beans"),
        ("world", "kill -9 $$", "signal: 9"),
        ("hello", "exec cat /dev/zero", ""),
        ("sweep", "exec yes '{\"id\":1}'", "id is 1"),
        ("sweep", "exec yes", ""),
        ("hello", dances, "dance"),
        ("sweep", "echo hello", ""),
        ("sweep", "echo", ""),
        ("sweep", &answer("NaN"), ""),
        ("sweep", &answer("1e39,\\\"end\\\":[0,0,0]"), ""),
        ("sweep", &answer("1"), "end"),
        ("sweep", &answer("1,\\\"end\\\":[0,0]"), "2"),
        (
            "sweep",
            &answer("1,\\\"end\\\":[0,0,0],\\\"nrmal\\\":[0,0,1]"),
            "nrmal",
        ),
        ("sweep", &answer("1,\\\"end\\\":[0,0,0]"), "64"),
        ("sweep", "echo \"{\\\"id\\\":7000,\\\"answers\\\":[]}\"", "7000"),
        (
            "sweep",
            "echo \"{\\\"id\\\":$n,\\\"answers\\\":[],\\\"answers\\\":[]}\"",
            "twice",
        ),
    ] {
        let dir = folder(&[]);
        let begun = Instant::now();
        let (code, text) = judge(&spoilt(dir.path(), kind, by), "--timeout 1", dir.path());
        assert!(begun.elapsed() < Duration::from_secs(60), "{by}: {text}");
        let told: Vec<&str> = text.lines().filter(|line| line.contains("spoilt.sh: ")).collect();
        // A line a case, and at most three.
        assert!(code == 1 && (1..=3).contains(&told.len()), "{by}: {text}");
        let asked = format!("\"ask\":\"{kind}\"");
        assert!(told[0].contains(why) && told[0].contains(&asked), "{by}: {text}");
    }
}

#[test]
fn a_program_that_refuses_all_worlds_or_takes_too_long_in_all_fails() {
    let dir = folder(&[]);
    let refuses = r#"echo "{\"id\":$n,\"refused\":\"no\\u000aroom\"}""#;
    let (code, text) = judge(&spoilt(dir.path(), "world", refuses), "", dir.path());
    // A refusal is told on one line.
    assert!(code == 1 && text.contains("no room\n"), "{text}");
    let slow = spoilt(dir.path(), "ping", "sleep 0.2; echo \"{\\\"id\\\":$n}\"");
    let (code, text) = judge(&slow, "--budget 1", dir.path());
    assert_eq!(code, 1, "{text}");
}

/// The case that it died in is lost, and no other.
#[test]
fn a_program_that_dies_is_started_again_for_the_next_case() {
    let dir = folder(&[]);
    let answer = r#"{\"fraction\":1,\"end\":[0,0,0]}"#;
    let all = [answer; 64].join(",");
    let dies_once = format!(
        r#"if [ -e died ]; then echo "{{\"id\":$n,\"answers\":[{all}]}}"; else touch died; echo oops >&2; exit 4; fi"#
    );
    let program = spoilt(dir.path(), "sweep", &dies_once);
    let more = "--courses stairs-16,slope-30 --rates 60 --sweeps 64 --out judged";
    let (code, text) = judge(&program, more, dir.path());
    assert!(
        code == 1 && text.contains("exit status: 4") && text.contains("oops"),
        "{text}"
    );
    let results = fs::read_to_string(dir.path().join("judged/results.jsonl")).unwrap();
    let swept: Vec<bool> = results
        .lines()
        .filter(|line| line.contains(r#""subject":"sweeps in "#))
        .map(|line| line.contains(r#""stopped":"#))
        .collect();
    let died = swept.iter().filter(|died| **died).count();
    assert!(swept.len() > 1 && died == 1, "{results}");
}
