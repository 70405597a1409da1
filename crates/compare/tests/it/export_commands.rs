//! A run written as commands is the same run in a replay: state for state, to the last bit.

use crate::support::compare;
use std::fs;
use tempfile::TempDir;

const FIELD: &str = r#"(
    version: 1,
    title: "Field",
    world: Shapes([
        Box(min: (-4096, -4096, -64), max: (4096, 4096, 0)),
        Box(min: (300, -64, 0), max: (364, 64, 12)),
    ]),
    player: (start: At(-100.3, 0.7, 40), yaw: 12.5, velocity: (VELOCITY)),
    profile: "PROFILE",
    input: [
        Hold(keys: [Forward], seconds: 0.6, turn: 30),
        StrafeJump(seconds: 2, toward: 20),
        Hold(keys: [Back, Crouch], seconds: 0.4),
    ],
)"#;

#[test]
fn an_exported_run_replays_to_the_same_states() {
    for profile in ["quake3", "quakeworld"] {
        for velocity in ["0, 0, 0", "120.25, -3.1, 40"] {
            let dir = TempDir::new().unwrap();
            let scene = FIELD.replace("PROFILE", profile).replace("VELOCITY", velocity);
            fs::write(dir.path().join("field.ron"), scene).unwrap();
            let out = compare(dir.path(), &["export", "field.ron", "-o", "run.txt"]);
            assert_eq!(out, (Some(0), String::new(), String::new()));
            // The comparison writes the positions of its own run tick by tick.
            let (code, _, why) = compare(
                dir.path(),
                &[
                    "field.ron",
                    "--contestants",
                    "bsp",
                    "--quick",
                    "--out",
                    "report",
                    "--export-json",
                    "all.json",
                ],
            );
            assert_eq!(code, Some(0), "{why}");
            let all: serde_json::Value =
                serde_json::from_slice(&fs::read(dir.path().join("all.json")).unwrap()).unwrap();
            let ticks = all["contestants"][0]["ticks"].as_array().unwrap();
            let replay = [
                "replay",
                "--world",
                "field.ron",
                "--profile",
                profile,
                "--contestant",
                "bsp",
                "run.txt",
            ];
            let (code, states, why) = compare(dir.path(), &replay);
            assert_eq!(code, Some(0), "{why}");
            let mut lines = states.lines();
            for played in ticks {
                let line = lines.next().unwrap();
                let columns: Vec<f32> = line.split(' ').map(|c| c.parse().unwrap()).collect();
                for (i, name) in ["origin", "velocity"].into_iter().enumerate() {
                    let want = &played[name];
                    let want: [f32; 3] = [0, 1, 2].map(|k| want[k].as_f64().unwrap() as f32);
                    assert_eq!(columns[3 * i..3 * i + 3], want, "{profile} {velocity}: {name}");
                }
            }
            assert_eq!(lines.next(), None);
            let hashed = [&replay[..], &["--hashes"]].concat();
            let first = compare(dir.path(), &hashed);
            assert_eq!(first.0, Some(0));
            assert_eq!(first.1.lines().count(), ticks.len());
            assert_eq!(compare(dir.path(), &hashed), first, "a second replay differs");
            fs::write(dir.path().join("states.txt"), &states).unwrap();
            let checked = [&replay[..], &["--check", "states.txt"]].concat();
            let (code, table, _) = compare(dir.path(), &checked);
            assert_eq!(code, Some(0));
            assert!(table.contains("never apart"), "{table}");
        }
    }
}

#[test]
fn a_recording_of_something_else_is_told_apart() {
    let dir = TempDir::new().unwrap();
    let scene = FIELD.replace("PROFILE", "quake3").replace("VELOCITY", "0, 0, 0");
    fs::write(dir.path().join("field.ron"), scene).unwrap();
    compare(dir.path(), &["export", "field.ron", "-o", "run.txt"]);
    let replay = [
        "replay",
        "--world",
        "field.ron",
        "--profile",
        "quake3",
        "--contestant",
        "bsp",
        "run.txt",
    ];
    let (_, states, _) = compare(dir.path(), &[&replay[..], &["--no-snap"]].concat());
    fs::write(dir.path().join("states.txt"), states).unwrap();
    let single = ["--restart-from", "states.txt", "--check", "states.txt"];
    let (code, table, _) = compare(dir.path(), &[&replay[..], &single].concat());
    assert_eq!(code, Some(1), "snapping is not noticed: {table}");
    let (code, _, why) = compare(dir.path(), &[&replay[..], &["--check", "missing.txt"]].concat());
    assert_eq!(code, Some(2));
    assert!(why.contains("missing.txt"), "{why}");
}
