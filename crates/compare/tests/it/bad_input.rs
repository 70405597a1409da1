//! Bad input of every kind gets one clear message with place and remedy, and exit code 2. Nothing is half written.
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const FLAT: &str = r#"(
    version: 1,
    title: "Flat",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    sweeps: 50,
)"#;

fn compare(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("compare").unwrap();
    command.current_dir(dir);
    command
}

/// Runs and expects exit code 2, nothing on standard output, and all of these in one message.
fn refused(dir: &Path, args: &[&str], says: &[&str]) {
    let out = compare(dir).args(args).output().unwrap();
    let message = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2), "{args:?}: {message}");
    assert!(out.stdout.is_empty(), "{args:?} wrote to standard output");
    assert!(!message.contains("panicked"), "{message}");
    for part in says {
        assert!(message.contains(part), "{args:?}: no `{part}` in: {message}");
    }
}

fn with_scene(text: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("s.ron"), text).unwrap();
    dir
}

#[test]
fn scenes_that_cannot_be_played() {
    let cases: [(&str, &str, &[&str]); 11] = [
        ("title:", "titel:", &["s.ron:3", "titel", "title"]),
        ("version: 1", "version: 9", &["s.ron", "version"]),
        (
            "min: (-256, -256, -64)",
            "min: (-256, 300, -64)",
            &["s.ron:4", "world.Shapes[0].Box", "inside out"],
        ),
        (
            "(256, 256, 0)",
            "(NaN, 256, 0)",
            &["s.ron", "world.Shapes[0].Box", "finite"],
        ),
        ("seconds: 0.2", "seconds: -1", &["s.ron", "input[0]", "seconds"]),
        (
            "\"quake3\"",
            "\"quake9\"",
            &["s.ron:6:14: profile", "`quake9`", "mean `quake3`", "quakeworld"],
        ),
        (
            "\"quake3\"",
            "Custom(base: \"quake9\", changes: {\"gravity\": 0})",
            &["s.ron:6:27: profile.Custom.base", "quake9"],
        ),
        (
            "\"quake3\"",
            "Custom(base: \"quake3\", changes: {\n\"friction\": 1,\n\"gravty\": 0})",
            &["s.ron:8:11", "`gravty`", "mean `gravity`"],
        ),
        (
            "\"quake3\"",
            "Custom(base: \"quake3\", changes: {\n\"step_height\": -2})",
            &["s.ron:7:16", "step_height", "-2", "between 0 and 256 u"],
        ),
        (
            "At(0, 0, 25)",
            "At(0, 0, -30)",
            &["s.ron", "player.start", "inside a solid", "move the start"],
        ),
        (
            "Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))])",
            "QuakeBsp(\"maps/none.bsp\")",
            &["maps/none.bsp", "fetch-maps.sh"],
        ),
    ];
    for (from, to, says) in cases {
        let dir = with_scene(&FLAT.replace(from, to));
        refused(dir.path(), &["s.ron"], says);
        assert!(
            !dir.path().join("reports").exists()
                || fs::read_dir(dir.path().join("reports/latest")).unwrap().count() == 0,
            "a report was begun for {to}"
        );
    }
}

#[test]
fn usage() {
    let dir = with_scene(FLAT);
    refused(dir.path(), &["none.ron"], &["none.ron"]);
    refused(
        dir.path(),
        &["s.ron", "--contestants", "bsp,havok"],
        &["havok", "bsp, bvh, cylinder"],
    );
    refused(dir.path(), &["s.ron", "--contestants", "bsp,bsp"], &["twice"]);
    refused(dir.path(), &["s.ron", "--seed", "x"], &["--seed"]);
    refused(
        dir.path(),
        &["s.ron", "--export-json", "no/such/folder/x.json"],
        &["no/such/folder/x.json"],
    );
    fs::write(dir.path().join("file"), "").unwrap();
    refused(dir.path(), &["s.ron", "--out", "file/inside"], &["file/inside"]);
    refused(
        dir.path(),
        &["s.ron", "--out", "/proc/nowhere"],
        &["/proc/nowhere"],
    );
}

#[test]
fn tools() {
    let dir = with_scene(FLAT);
    let at = |name: &str, text: &[u8]| fs::write(dir.path().join(name), text).unwrap();
    at("t.txt", b"0 0 50 0 0 0\n");
    at("bad.txt", b"0 0 50 0 0 0\n0 0 nan 0 0 0\n");
    at("bad.gz", &[0x1f, 0x8b, 8, 0, 1, 2, 3]);
    at("cmds.txt", b"0 0 25 0\n8 127 0 0 0 0\n");
    at("badcmds.txt", b"0 0 25 0\n-8 127 0 0 0 0\n");
    let trace = |rest: &[&str], says: &[&str]| {
        let all = [&["trace", "--world", "s.ron", "--backend"], rest].concat();
        refused(dir.path(), &all, says);
    };
    trace(
        &["bsp", "--hull", "player", "bad.txt"],
        &["bad.txt", "line 2", "sx sy sz ex ey ez"],
    );
    trace(&["bsp", "--hull", "player", "bad.gz"], &["bad.gz"]);
    trace(&["bsp", "--hull", "player", "none.txt"], &["none.txt"]);
    trace(
        &["havok", "--hull", "player", "t.txt"],
        &["havok", "bsp, bvh, cylinder"],
    );
    trace(&["bsp", "--hull", "round", "t.txt"], &["round", "capsule"]);
    trace(&["bsp", "--hull", "9 9 9 0 0 0", "t.txt"], &["inside out"]);
    trace(&["bsp", "--hull", "cylinder", "t.txt"], &["bsp has no cylinder"]);
    trace(&["bsp", "--hull", "player", "--skin", "-1", "t.txt"], &["--skin"]);
    trace(
        &["bsp", "--hull", "player", "--rules", "doom", "t.txt"],
        &["doom", "quake3"],
    );
    let replay = |rest: &[&str], says: &[&str]| {
        let all = [
            &[
                "replay",
                "--world",
                "s.ron",
                "--profile",
                "quake3",
                "--contestant",
                "bsp",
            ],
            rest,
        ]
        .concat();
        refused(dir.path(), &all, says);
    };
    replay(&["badcmds.txt"], &["badcmds.txt", "line 2", "-8"]);
    replay(&["--snap", "--no-snap", "cmds.txt"], &["--no-snap"]);
    let profile = [
        "replay",
        "--world",
        "s.ron",
        "--contestant",
        "bsp",
        "cmds.txt",
        "--profile",
        "doom",
    ];
    refused(
        dir.path(),
        &profile,
        &["--profile", "doom", "netquake, quakeworld", "paper2006", ":ideal"],
    );
    let scene = ["s.ron", "--profile", "doom"];
    refused(dir.path(), &scene, &["--profile", "doom", "netquake, quakeworld"]);
    refused(
        dir.path(),
        &["list", "profiles", "quakeworl"],
        &["quakeworl", "mean `quakeworld`"],
    );
    at("empty.txt", b"");
    replay(&["empty.txt"], &["empty.txt", "x y z yaw"]);
    refused(
        dir.path(),
        &[
            "time",
            "--world",
            "s.ron",
            "--hull",
            "player",
            "--backends",
            "bsp",
            "empty.txt",
        ],
        &["empty.txt", "no sweep"],
    );
}

#[test]
fn maps_cut_short_or_damaged() {
    let dir = with_scene(FLAT);
    fs::write(dir.path().join("t.txt"), "0 0 50 0 0 0\n").unwrap();
    let map = |bytes: &[u8], says: &[&str]| {
        fs::write(dir.path().join("m.bsp"), bytes).unwrap();
        refused(
            dir.path(),
            &[
                "trace",
                "--world",
                "m.bsp",
                "--backend",
                "bsp",
                "--hull",
                "point",
                "t.txt",
            ],
            says,
        );
    };
    map(b"", &["m.bsp", "empty"]);
    map(b"IBSP", &["m.bsp"]);
    map(b"IBSP\x2f\0\0\0", &["m.bsp"]);
    let mut header = b"IBSP\x2e\0\0\0".to_vec();
    header.resize(8 + 17 * 8, 0xff);
    map(&header, &["m.bsp"]);
}

#[test]
fn an_answer_a_line_and_a_state_a_tick() {
    let dir = with_scene(FLAT);
    fs::write(dir.path().join("t.txt"), "0 0 50 0 0 0\n0 0 50 0 0 50\n").unwrap();
    let out = compare(dir.path())
        .args([
            "trace",
            "--world",
            "s.ron",
            "--backend",
            "bsp",
            "--hull",
            "player",
            "t.txt",
        ])
        .output()
        .unwrap();
    // Feet 26 above the floor; stopped one skin, 1/8, above it: (26 - 1/8) / 50.
    let wanted = "0.517499983 0 0 24.125 0 0 1 0 0 0 1\n1 0 0 50 0 0 0 0 0 0 0\n";
    assert_eq!(String::from_utf8(out.stdout).unwrap(), wanted);
    fs::write(dir.path().join("c.txt"), "0 0 25 0\n8 0 0 0 0 0\n").unwrap();
    let out = compare(dir.path())
        .args([
            "replay",
            "--world",
            "s.ron",
            "--profile",
            "quake3",
            "--contestant",
            "bsp",
            "--no-snap",
            "c.txt",
        ])
        .output()
        .unwrap();
    // One tick of free fall: v = g T, z by the mean speed.
    assert_eq!(
        String::from_utf8(out.stdout).unwrap(),
        "0 0 24.9743996 0 0 -6.4000001 1023 0 0 0\n"
    );
}

#[test]
fn a_failed_expectation_is_exit_code_1_with_a_whole_report() {
    let dir = with_scene(&FLAT.replace("sweeps: 50,", "sweeps: 50, expect: [NeverBelow(z: 24.5)],"));
    let out = compare(dir.path())
        .args(["s.ron", "--quick", "--contestants", "bsp"])
        .output()
        .unwrap();
    assert_eq!(
        out.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    assert!(
        String::from_utf8(out.stdout)
            .unwrap()
            .contains("never goes below z = 24.5")
    );
    for file in ["index.html", "results.json", "ticks.csv", "queries.csv"] {
        assert!(dir.path().join("reports/latest/s").join(file).exists(), "{file}");
    }
}
