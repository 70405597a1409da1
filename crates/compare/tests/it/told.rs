//! Lists count what they name, `--check` agrees only to values that it compared, and limits of the machine end with a message.

use crate::support::compare;
use std::fs;
use std::path::Path;
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

/// Expects exit code 2 and all of these on standard error.
fn refused(dir: &Path, args: &[&str], says: &[&str]) {
    let (code, out, error) = compare(dir, args);
    assert_eq!(code, Some(2), "{args:?}: {out}{error}");
    for part in says {
        assert!(error.contains(part), "{args:?}: no `{part}` in: {error}");
    }
}

#[test]
fn lists_say_what_each_thing_is() {
    let dir = folder();
    let (_, list, _) = compare(dir.path(), &["list", "contestants"]);
    for library in ["rapier", "jolt", "box3d", "physx"] {
        let built = list.lines().any(|l| l.trim_start().starts_with(library));
        assert!(built, "{library}: {list}");
        let is_named = list.contains(&format!("--features {library} -- list"))
            || clipmark_measure::not_built().all(|[feature, _]| feature != library);
        assert!(is_named, "{library}: {list}");
    }
}

#[test]
fn the_suite_names_its_scenes_where_a_suite_is_named() {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite");
    let suites = suites.display().to_string();
    let dir = folder();
    let list = |more: &[&str]| {
        let (code, out, error) = compare(
            dir.path(),
            &[&["suite", "--list", "--suites", &suites], more].concat(),
        );
        assert_eq!(code, Some(0), "{error}");
        out
    };
    let all = list(&[]);
    assert!((10..60).contains(&all.lines().count()), "{all}");
    let number = |line: &str| -> usize {
        let count = line.split_whitespace().next().unwrap();
        count.replace(',', "").parse().unwrap()
    };
    let counts: Vec<usize> = all.lines().map(number).collect();
    let (total, each) = counts.split_last().unwrap();
    assert_eq!(each.iter().sum::<usize>(), *total, "{all}");
    let first = all.lines().next().unwrap();
    let name = first.split_whitespace().last().unwrap();
    assert_eq!(list(&[name]).lines().count(), number(first), "{name}");
}

#[test]
fn a_check_names_the_file_and_what_cannot_be_played() {
    let dir = folder();
    let path = dir.path();
    let empty = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "spawn", "translation": [0, 1, 0]}]}"#;
    fs::write(path.join("empty.gltf"), empty).unwrap();
    let (code, out, error) = compare(path, &["empty.gltf", "--dry-run"]);
    assert_eq!(code, Some(2), "{out}{error}");
    assert!(error.contains("empty.gltf"), "{out}{error}");
    let (code, out, _) = compare(path, &["s.ron", "--dry-run"]);
    assert!(code == Some(0) && out.starts_with("s.ron"), "{out}");
}

#[test]
fn a_recording_that_is_cut_or_empty_agrees_with_nothing() {
    let dir = folder();
    let path = dir.path();
    let ticks = "8 127 0 0 0 0\n".repeat(10);
    fs::write(path.join("c.txt"), format!("0 0 25 0\n{ticks}")).unwrap();
    let replay = [
        "replay",
        "--world",
        "s.ron",
        "--profile",
        "quake3",
        "--contestant",
        "bsp",
    ];
    let (code, states, _) = compare(path, &[&replay[..], &["c.txt"]].concat());
    assert!(code == Some(0) && states.lines().count() == 10, "{states}");
    fs::write(path.join("states.txt"), &states).unwrap();
    let check = ["--check", "states.txt"];
    let (code, out, error) = compare(path, &[&replay[..], &check, &["c.txt"]].concat());
    assert_eq!(code, Some(0), "{out}{error}");

    let half = format!("0 0 25 0\n{}", "8 127 0 0 0 0\n".repeat(5));
    fs::write(path.join("half.txt"), half).unwrap();
    refused(
        path,
        &[&replay[..], &check, &["half.txt"]].concat(),
        &["half.txt"],
    );
    fs::write(path.join("none.txt"), "").unwrap();
    fs::write(path.join("start.txt"), "0 0 25 0\n").unwrap();
    refused(
        path,
        &[&replay[..], &["--check", "none.txt", "start.txt"]].concat(),
        &["start.txt"],
    );
    let trace = [
        "trace",
        "--world",
        "s.ron",
        "--backend",
        "bsp",
        "--hull",
        "player",
    ];
    refused(
        path,
        &[&trace[..], &["--check", "none.txt", "none.txt"]].concat(),
        &["none.txt"],
    );
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
    for args in [&["explain", "pipe"][..], &["load", "s.ron", "--input", "pipe"]] {
        let out = Command::new("timeout")
            .args(["-k", "5", "60"])
            .arg(assert_cmd::cargo::cargo_bin("compare"))
            .args(args)
            .current_dir(dir.path())
            .output()
            .unwrap();
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("pipe"), "{args:?}: {error}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn more_threads_than_the_machine_gives_end_with_a_message() {
    /// Memory for some hundreds of threads' stacks of 2 MB, in kB.
    const MEMORY: &str = "2000000";
    let dir = folder();
    let limited = |threads: &str, args: &[&str]| {
        let out = Command::new("sh")
            .arg("-c")
            .arg(r#"ulimit -v "$1"; shift; exec "$@""#)
            .args(["sh", MEMORY])
            .arg(assert_cmd::cargo::cargo_bin("compare"))
            .args(args)
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(dir.path())
            .output()
            .unwrap();
        (out.status.code(), String::from_utf8(out.stderr).unwrap())
    };
    for (threads, args) in [
        (
            "1",
            &[
                "load",
                "s.ron",
                "--contestants",
                "bsp,bvh",
                "--players",
                "1024",
                "--threads",
                "1024",
            ][..],
        ),
        ("5000", &["list"]),
    ] {
        let (code, error) = limited(threads, args);
        assert_eq!(code, Some(2), "{args:?}: {error}");
    }
}
