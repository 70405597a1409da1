//! Lists count what they name, `--check` agrees only to values that it compared, and limits of the machine end with a message.

use crate::support::{compare_line, refused, scenes};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const FLAT: &str = r#"(
    version: 1,
    title: "Flat",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))]),
    player: (start: At(0, 0, 24.125)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    contestants: ["bsp"],
    sweeps: 50,
)"#;

fn folder() -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("s.ron"), FLAT).unwrap();
    dir
}

#[test]
fn the_suite_counts_its_scenes_where_a_suite_is_named() {
    let dir = folder();
    let list = |more: &str| {
        let (code, out, error) = compare_line(
            dir.path(),
            &format!("suite families --list --suites {} {more}", scenes("suite")),
        );
        assert_eq!(code, Some(0), "{error}");
        out
    };
    let all = list("");
    let number = |line: &str| -> usize {
        let count = line.split_whitespace().next().unwrap();
        count.replace(',', "").parse().unwrap()
    };
    let counts: Vec<usize> = all.lines().map(number).collect();
    let (total, each) = counts.split_last().unwrap();
    assert!(each.len() > 9 && each.iter().sum::<usize>() == *total, "{all}");
    let first = all.lines().next().unwrap();
    let name = first.split_whitespace().last().unwrap();
    assert_eq!(list(name).lines().count(), number(first), "{name}");
}

#[test]
fn a_recording_that_is_cut_or_empty_agrees_with_nothing() {
    let dir = folder();
    let path = dir.path();
    let write = |name: &str, text: &str| fs::write(path.join(name), text).unwrap();
    let ticks = |n: usize| format!("0 0 25 0\n{}", "8 127 0 0 0 0\n".repeat(n));
    write("c.txt", &ticks(10));
    write("half.txt", &ticks(5));
    write("start.txt", &ticks(0));
    write("none.txt", "");
    let replay = "replay --world s.ron --profile quake3 --contestant bsp";
    let (code, states, _) = compare_line(path, &format!("{replay} c.txt"));
    assert!(code == Some(0) && states.lines().count() == 10, "{states}");
    write("states.txt", &states);
    let (code, out, error) = compare_line(path, &format!("{replay} --check states.txt c.txt"));
    assert_eq!(code, Some(0), "{out}{error}");
    refused(path, &format!("{replay} --check states.txt half.txt"), "half.txt");
    refused(path, &format!("{replay} --check none.txt start.txt"), "start.txt");
    let trace = "trace --world s.ron --backend bsp --hull player";
    refused(path, &format!("{trace} --check none.txt none.txt"), "none.txt");
}

#[test]
#[cfg(unix)]
fn pipes_with_names_are_refused_and_not_waited_for() {
    let dir = folder();
    let made = Command::new("mkfifo")
        .arg(dir.path().join("pipe"))
        .status()
        .unwrap();
    assert!(made.success());
    for args in ["explain pipe", "bench s.ron --players 1 --input pipe"] {
        let out = Command::new("timeout")
            .args(["-k", "5", "60"])
            .arg(assert_cmd::cargo::cargo_bin("compare"))
            .args(args.split(' '))
            .current_dir(dir.path())
            .output()
            .unwrap();
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{args}: {error}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn more_threads_than_the_machine_gives_end_with_a_message() {
    /// Memory for some hundreds of threads' stacks of 2 MB, in kB.
    const MEMORY: &str = "2000000";
    let dir = folder();
    let load = "bench s.ron --contestants bsp,bvh --players 1024 --threads 1024";
    for (threads, args) in [("1", load), ("5000", "list")] {
        let out = Command::new("sh")
            .arg("-c")
            .arg(r#"ulimit -v "$1"; shift; exec "$@""#)
            .args(["sh", MEMORY])
            .arg(assert_cmd::cargo::cargo_bin("compare"))
            .args(args.split(' '))
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(dir.path())
            .output()
            .unwrap();
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{args}: {error}");
    }
}
