//! A run written as commands is the same run in a replay: state for state, to the last bit.

use crate::support::{compare_line, refused};
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
    contestants: ["bsp"],
    sweeps: 20,
)"#;

fn with_field(profile: &str, velocity: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    let scene = FIELD.replace("PROFILE", profile).replace("VELOCITY", velocity);
    fs::write(dir.path().join("field.ron"), scene).unwrap();
    let exported = compare_line(dir.path(), "export field.ron -o run.txt");
    assert_eq!(exported, (Some(0), String::new(), String::new()));
    dir
}

#[test]
fn an_exported_run_replays_to_the_same_states() {
    for (profile, velocity) in [("quake3", "120.25, -3.1, 40"), ("quakeworld", "0, 0, 0")] {
        let dir = with_field(profile, velocity);
        // The comparison writes the positions of its own run tick by tick.
        let (code, _, why) = compare_line(dir.path(), "field.ron --quick --out report");
        assert_eq!(code, Some(0), "{why}");
        let mut ticks = csv::Reader::from_path(dir.path().join("report/ticks.csv")).unwrap();
        let heads = ticks.headers().unwrap().clone();
        let column = |name: &str| heads.iter().position(|head| head == name).unwrap();
        let columns = ["x", "y", "z", "vx", "vy", "vz"].map(column);
        let ticks: Vec<csv::StringRecord> = ticks.records().map(Result::unwrap).collect();
        let replay = format!("replay --world field.ron --profile {profile} --contestant bsp run.txt");
        let (code, states, why) = compare_line(dir.path(), &replay);
        assert_eq!(code, Some(0), "{why}");
        let mut lines = states.lines();
        for played in &ticks {
            let line = lines.next().unwrap();
            let state: Vec<f32> = line.split(' ').map(|c| c.parse().unwrap()).collect();
            let want: [f32; 6] = columns.map(|c| played[c].parse().unwrap());
            assert_eq!(state[..6], want, "{profile} {velocity}");
        }
        assert_eq!(lines.next(), None);
        let hashed = format!("{replay} --hashes");
        let first = compare_line(dir.path(), &hashed);
        assert_eq!(first.0, Some(0));
        assert_eq!(first.1.lines().count(), ticks.len());
        assert_eq!(
            compare_line(dir.path(), &hashed),
            first,
            "a second replay differs"
        );
        fs::write(dir.path().join("states.txt"), &states).unwrap();
        assert_eq!(
            compare_line(dir.path(), &format!("{replay} --check states.txt")).0,
            Some(0)
        );
    }
}

#[test]
fn a_recording_of_something_else_is_told_apart() {
    let dir = with_field("quake3", "0, 0, 0");
    let replay = "replay --world field.ron --profile quake3 --contestant bsp run.txt";
    let (_, states, _) = compare_line(dir.path(), &format!("{replay} --no-snap"));
    fs::write(dir.path().join("states.txt"), states).unwrap();
    let single = format!("{replay} --restart-from states.txt --check states.txt");
    let (code, table, _) = compare_line(dir.path(), &single);
    assert_eq!(code, Some(1), "snapping is not noticed: {table}");
    refused(
        dir.path(),
        &format!("{replay} --check missing.txt"),
        "missing.txt",
    );
}
