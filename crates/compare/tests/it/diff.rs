//! `compare diff` tells a slower run and a different answer from noise, and names unreadable files.

use crate::support::compare;
use std::fs;
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

/// Two reports with invented times, those of `bsp` multiplied in `b`.
fn runs(factor: f64) -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("step.ron"), SCENE).unwrap();
    for out in ["a", "b"] {
        let (code, _, why) = compare(dir.path(), &["step.ron", "--out", out]);
        assert_eq!(code, Some(0), "{why}");
    }
    // The times themselves are the machine's business: both get invented ones, so that the test does not depend on them.
    let times = fs::read_to_string(dir.path().join("a/times.csv")).unwrap();
    let invented = |factor: f64| {
        let line = |(i, line): (usize, &str)| match line.rsplit_once(',') {
            Some((rest, _)) if i > 0 => {
                let factor = if rest.starts_with("bsp,") { factor } else { 1.0 };
                format!("{rest},{}\n", 300.0 * factor * (1.0 + (i % 7) as f64 / 500.0))
            }
            _ => format!("{line}\n"),
        };
        times.lines().enumerate().map(line).collect::<String>()
    };
    fs::write(dir.path().join("a/times.csv"), invented(1.0)).unwrap();
    fs::write(dir.path().join("b/times.csv"), invented(factor)).unwrap();
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
    let same = table.lines().filter(|l| l.ends_with(" same")).count();
    assert_eq!(same, 4, "{table}");
}

#[test]
fn reports_of_two_scenes_are_not_compared() {
    let dir = runs(1.0);
    let facts = dir.path().join("b/machine.json");
    let text = fs::read_to_string(&facts).unwrap();
    fs::write(&facts, text.replacen("\"step\"", "\"other\"", 1)).unwrap();
    assert_eq!(compare(dir.path(), &["diff", "a", "b"]).0, Some(2));
}

#[test]
fn a_slower_run_fails_where_it_is_to() {
    let dir = runs(2.0);
    let (code, table, _) = compare(dir.path(), &["diff", "a", "b"]);
    assert_eq!(code, Some(0));
    let ending = |table: &str, word: &str| table.lines().filter(|l| l.ends_with(word)).count();
    assert_eq!(ending(&table, "slower"), 2, "bsp's traces and ticks: {table}");
    let (code, ..) = compare(dir.path(), &["diff", "a", "b", "--fail-on", "regression"]);
    assert_eq!(code, Some(1));
    let (code, ..) = compare(dir.path(), &["diff", "a", "b", "--fail-on", "disagreement"]);
    assert_eq!(code, Some(0));
    let (_, table, _) = compare(dir.path(), &["diff", "a", "b", "--against", "bsp"]);
    assert_eq!(ending(&table, "quicker"), 2, "cylinder, against bsp: {table}");
}

#[test]
fn other_answers_are_named() {
    let dir = runs(1.0);
    let table = fs::read_to_string(dir.path().join("b/table.csv")).unwrap();
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let column = rows
        .next()
        .unwrap()
        .iter()
        .position(|head| *head == "state_hash")
        .unwrap();
    let hash = rows.next().unwrap()[column];
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

/// Rounds of one run that lost the processor: the interval holds a change and none, and says so.
#[test]
fn a_wide_interval_is_undecided_and_fails_no_gate() {
    let dir = runs(1.0);
    let times = fs::read_to_string(dir.path().join("b/times.csv")).unwrap();
    let wild = |(i, line): (usize, &str)| match line.rsplit_once(',') {
        Some((rest, _)) if i > 0 => format!("{rest},{}\n", if i % 31 < 15 { 60.0 } else { 1500.0 }),
        _ => format!("{line}\n"),
    };
    let wild: String = times.lines().enumerate().map(wild).collect();
    fs::write(dir.path().join("b/times.csv"), wild).unwrap();
    let (code, table, _) = compare(dir.path(), &["diff", "a", "b", "--fail-on", "regression"]);
    assert_eq!(code, Some(0), "{table}");
    let rows = table.lines().filter(|l| l.ends_with(" undecided")).count();
    assert_eq!(rows, 4, "{table}");
}
