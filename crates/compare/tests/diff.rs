//! `compare diff` tells a slower run and a different answer from noise, and says what it cannot read.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use std::fs;
use support::compare;
use tempfile::TempDir;

const SCENE: &str = r#"(
    version: 1,
    title: "Step",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (100, -64, 0), max: (364, 64, 12)),
    ]),
    player: (start: At(0, 0, 24.2)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.5)],
    contestants: ["bsp", "cylinder"],
    sweeps: 200,
)"#;

/// Two reports: `a`, and `b` with all times of `bsp` multiplied.
fn runs(factor: f64) -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("step.ron"), SCENE).unwrap();
    for out in ["a", "b"] {
        let (code, _, why) = compare(dir.path(), &["step.ron", "--out", out]);
        assert_eq!(code, Some(0), "{why}");
    }
    // The times themselves are the machine's business: B gets A's, so that the test does not depend on them.
    let times = fs::read_to_string(dir.path().join("a/times.csv")).unwrap();
    let slower = times.lines().map(|line| match line.rsplit_once(',') {
        Some((rest, ns)) if rest.starts_with("bsp,") => {
            format!("{rest},{}\n", ns.parse::<f64>().unwrap() * factor)
        }
        _ => format!("{line}\n"),
    });
    fs::write(dir.path().join("b/times.csv"), slower.collect::<String>()).unwrap();
    dir
}

#[test]
fn the_same_run_twice_is_no_change() {
    let dir = runs(1.0);
    let (code, table, why) = compare(
        dir.path(),
        &["diff", "a", "b", "--fail-on", "regression,disagreement"],
    );
    assert_eq!(code, Some(0), "{table}{why}");
    assert!(table.contains("no answer differs"), "{table}");
}

#[test]
fn reports_of_two_scenes_are_not_compared() {
    let dir = runs(1.0);
    let facts = dir.path().join("b/machine.json");
    let text = fs::read_to_string(&facts).unwrap();
    fs::write(&facts, text.replacen("\"step\"", "\"other\"", 1)).unwrap();
    let (code, _, why) = compare(dir.path(), &["diff", "a", "b"]);
    assert_eq!(code, Some(2));
    assert!(why.contains("a is a report of step and b one of other"), "{why}");
}

#[test]
fn a_slower_run_fails_where_it_is_to() {
    let dir = runs(2.0);
    let (code, table, _) = compare(dir.path(), &["diff", "a", "b"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        table.matches("slower").count(),
        2,
        "bsp's traces and ticks: {table}"
    );
    let (code, ..) = compare(dir.path(), &["diff", "a", "b", "--fail-on", "regression"]);
    assert_eq!(code, Some(1));
    let (code, ..) = compare(dir.path(), &["diff", "a", "b", "--fail-on", "disagreement"]);
    assert_eq!(code, Some(0));
    let (_, table, _) = compare(dir.path(), &["diff", "a", "b", "--against", "bsp"]);
    assert_eq!(
        table.matches("quicker").count(),
        2,
        "cylinder, against bsp: {table}"
    );
}

#[test]
fn other_answers_are_named() {
    let dir = runs(1.0);
    let table = fs::read_to_string(dir.path().join("b/table.csv")).unwrap();
    let hash = table.lines().nth(1).unwrap().rsplit_once(',').unwrap().1;
    let other = table.replace(hash, "0123456789abcdef");
    fs::write(dir.path().join("b/table.csv"), other).unwrap();
    let (code, table, _) = compare(dir.path(), &["diff", "a", "b", "--fail-on", "disagreement"]);
    assert_eq!(code, Some(1));
    assert!(
        table.contains(&format!("bsp state_hash: {hash} in A, 0123456789abcdef in B")),
        "{table}"
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let dir = runs(1.0);
    let refused = |args: &[&str], says: &str| {
        let (code, _, why) = compare(dir.path(), args);
        assert_eq!(code, Some(2), "{why}");
        assert!(why.contains(says), "{why}");
    };
    refused(&["diff", "a", "nowhere"], "nowhere: no folder with times.csv");
    refused(
        &["diff", "a", "b", "--against", "bvh"],
        "--against bvh: a has bsp, cylinder",
    );
    fs::write(
        dir.path().join("b/times.csv"),
        "contestant,what,round,ns\nbsp,trace,0,fast\n",
    )
    .unwrap();
    refused(&["diff", "a", "b"], "b/times.csv");
    fs::write(
        dir.path().join("b/times.csv"),
        "contestant,what,round,ns\nbvh,trace,0,7\n",
    )
    .unwrap();
    refused(&["diff", "a", "b"], "contestant bvh is not in table.csv");
    fs::remove_file(dir.path().join("b/table.csv")).unwrap();
    refused(&["diff", "a", "b"], "b/table.csv");
}
