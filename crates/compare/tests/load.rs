//! `compare load`: the same players on one thread and on more, a planted fault that only shows in company, and bad input.

#![allow(clippy::unwrap_used, reason = "tests")]

use assert_cmd::Command;
use serde_json::Value;

fn load(args: &[&str]) -> (i32, Vec<u8>, String) {
    let dir = tempfile::tempdir().unwrap();
    let done = Command::cargo_bin("compare")
        .unwrap()
        .args(["load", "../../scenes/stairs.ron", "--export-json", "-", "--out"])
        .arg(dir.path().join("load"))
        .args(args)
        .output()
        .unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    (done.status.code().unwrap(), done.stdout, errors)
}

const FEW: [&str; 8] = [
    "--players",
    "1,12",
    "--threads",
    "1,3",
    "--rates",
    "125",
    "--seconds",
    "0.4",
];

#[test]
fn players_end_alike_on_one_thread_and_on_three() {
    let (code, json, errors) = load(&[&FEW[..], &["--contestants", "bsp,bvh"]].concat());
    assert_eq!(code, 0, "{errors}");
    let book: Value = serde_json::from_slice(&json).unwrap();
    let rows = book["rows"].as_array().unwrap();
    // One player has no use for three threads.
    assert_eq!(rows.len(), 2 * 3);
    for pair in rows.chunks(3) {
        assert_eq!(pair[1]["state_hash"], pair[2]["state_hash"]);
        assert_ne!(pair[0]["state_hash"], pair[1]["state_hash"]);
        assert_eq!(pair[1]["frames"], 50);
    }
}

#[test]
fn answers_that_depend_on_what_was_asked_before_are_not_timed() {
    let (code, json, errors) = load(&[&FEW[..], &["--contestants", "bsp~stale-state"]].concat());
    assert_eq!(code, 1, "{errors}");
    let book: Value = serde_json::from_slice(&json).unwrap();
    let of_twelve = &book["rows"][1];
    assert_eq!(of_twelve["unlike_alone"], true);
    assert_eq!(of_twelve["ticks_per_second"], 0.0);
}

#[test]
fn too_much_is_refused_before_anything_is_built() {
    let (code, _, errors) = load(&["--players", "1000000", "--seconds", "60", "--rates", "1000"]);
    assert_eq!(code, 2);
    assert!(errors.contains("at most 50000000"), "{errors}");
    let (code, _, errors) = load(&["--players", "0"]);
    assert_eq!(code, 2, "{errors}");
}
