//! Maps of other games on the command line: clip hulls answered as recorded, maps without a scene, `.map` text.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn compare() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
    command.current_dir(root());
    command
}

fn recording(name: &str) -> String {
    format!("tests/recordings/{name}")
}

fn trace(map: &str, hull: &str, sweeps: &str) -> Command {
    let mut command = compare();
    command.args([
        "trace",
        "--world",
        &recording(map),
        "--backend",
        "hull",
        "--hull",
        hull,
        &recording(sweeps),
    ]);
    command
}

#[test]
fn clip_hulls_answer_in_the_format_of_the_recordings() {
    for hull in ["hull0", "hull1", "hull2"] {
        let recorded = recording(&format!("cm_steps.sweep.{hull}.txt.gz"));
        let checked = trace("cm_steps.bsp", hull, "cm_steps.sweeps.txt.gz")
            .args(["--check", &recorded])
            .assert()
            .success();
        let told = String::from_utf8(checked.get_output().stdout.clone()).unwrap();
        assert!(told.contains("20000 sweeps, 0 answered differently"), "{told}");
    }
    let recorded = recording("cm_steps.contents.txt.gz");
    let contents = ["--contents", "--check", &recorded];
    trace("cm_steps.bsp", "hull0", "cm_steps.sweeps.txt.gz")
        .args(contents)
        .assert()
        .success();
    // The moves of another map are no answers of this one.
    let other = recording("cm_pillars.sweep.hull1.txt.gz");
    trace("cm_steps.bsp", "hull1", "cm_steps.sweeps.txt.gz")
        .args(["--check", &other])
        .assert()
        .code(1);
}

#[test]
fn hulls_that_there_are_not_are_refused_with_a_remedy() {
    let told = |command: &mut Command| {
        let assert = command.assert().code(2);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    let none = told(&mut trace("cm_steps.bsp", "hull3", "cm_steps.sweeps.txt.gz"));
    assert!(none.contains("has 3 clip hulls"), "{none}");
    told(&mut trace(
        "cm_steps.bsp",
        "-15 -15 -24 15 15 32",
        "cm_steps.sweeps.txt.gz",
    ));
    let mut bsp = compare();
    bsp.args([
        "trace",
        "--world",
        &recording("cm_steps.bsp"),
        "--backend",
        "bsp",
        "--hull",
        "hull1",
    ]);
    let bsp = told(bsp.arg(recording("cm_steps.sweeps.txt.gz")));
    assert!(bsp.contains("--backend hull"), "{bsp}");
}

#[test]
fn a_map_runs_without_a_scene_and_a_scene_becomes_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("stairs.map");
    compare()
        .args(["export", "scenes/stairs.ron", "-o"])
        .arg(&map)
        .assert()
        .success();
    let run = compare()
        .arg(&map)
        .args([
            "--contestants",
            "bsp,hull",
            // hull answers as Quake's clip hulls, faults included.
            "--fail-on",
            "bsp",
            "--quick",
            "--export-json",
            "-",
            "--out",
        ])
        .arg(folder.path().join("report"))
        .assert();
    // A scene of shapes starts where it says and has no spawns; its text has its start as one.
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert_eq!(run.get_output().status.code(), Some(0), "{told}");
}

/// One floor with nothing around it, and a player above.
const OPEN: &str = r#"{
"classname" "worldspawn"
{
( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) x 0 0 0 1 1
( 64 0 0 ) ( 64 0 1 ) ( 64 1 0 ) x 0 0 0 1 1
( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) x 0 0 0 1 1
( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 ) x 0 0 0 1 1
( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) x 0 0 0 1 1
( 0 0 16 ) ( 0 1 16 ) ( 1 0 16 ) x 0 0 0 1 1
}
}
{
"classname" "info_player_start"
"origin" "32 32 64"
}
"#;

#[test]
fn an_open_map_is_said_to_be_open() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("open.map");
    std::fs::write(&map, OPEN).unwrap();
    let mut run = compare();
    run.arg(&map)
        .args(["--contestants", "bsp,hull", "--quick", "--out"])
        .arg(folder.path().join("report"));
    let told = String::from_utf8(run.assert().get_output().stdout.clone()).unwrap();
    assert!(told.contains("everyone falls out of the world"), "{told}");
}

#[test]
fn the_walker_on_clip_hulls_is_refused_everywhere_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    for asked in [
        &["scenes/stairs.ron"][..],
        &["walker", "slope"],
        &["controllers", "stairs-18", "--no-time"],
        &["load", "scenes/stairs.ron", "--players", "1"],
    ] {
        let mut run = compare();
        run.args(asked)
            .args(["--contestants", "hull+pair", "--out"])
            .arg(folder.path().join("report"));
        run.assert().code(2);
    }
}
