//! The first steps of a new user: writes a scene, checks it, slips, and runs several.

use crate::support::{clipmark, compare_line, refused};
use std::fs;
use tempfile::TempDir;

#[test]
fn manual_and_completions_go_by_the_name_that_was_called() {
    let dir = TempDir::new().unwrap();
    assert_eq!(clipmark(dir.path(), &["man", "--out", "m"]).0, Some(0));
    assert!(dir.path().join("m/clipmark.1").is_file() && dir.path().join("m/clipmark-suite.1").is_file());
    let (_, script, _) = clipmark(dir.path(), &["completions", "bash"]);
    assert!(script.contains("_clipmark()"), "{script}");
    let (_, script, _) = compare_line(dir.path(), "completions bash");
    assert!(script.contains("_compare()"), "{script}");
}

#[test]
fn a_new_scene_checks_and_plays_and_is_never_overwritten() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    let ends = |line: &str, code: i32| {
        let (ended, out, errors) = compare_line(path, line);
        assert_eq!(ended, Some(code), "{line}: {out}{errors}");
    };
    ends("new mine.ron", 0);
    let text = fs::read_to_string(path.join("mine.ron")).unwrap();
    ends("mine.ron --dry-run", 0);
    assert!(!path.join("reports").exists(), "nothing is run");
    // All scenes are read before one is run.
    refused(path, "mine.ron missing.ron --quick", "missing.ron");
    assert!(!path.join("reports/latest/mine-quick").exists());
    // A quick run keeps the report of a full one.
    ends("mine.ron", 0);
    let facts = || fs::read_to_string(path.join("reports/latest/mine/results.jsonl")).unwrap();
    let full = facts();
    ends("mine.ron --quick --export-csv x.csv", 0);
    assert!(path.join("reports/latest/mine-quick/index.html").is_file());
    assert_eq!(facts(), full);
    // A table names the rules.
    let csv = fs::read_to_string(path.join("x.csv")).unwrap();
    let rules = format!(",{}", clipmark_record::RULES);
    assert!(csv.lines().next().unwrap().ends_with(",rules"), "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.ends_with(&rules)), "{csv}");
    ends("new mine.ron", 2);
    assert_eq!(fs::read_to_string(path.join("mine.ron")).unwrap(), text);
    fs::write(path.join("solid.ron"), text.replace("24.2)", "3)")).unwrap();
    let (code, _, errors) = compare_line(path, "mine.ron solid.ron --dry-run");
    assert!(code == Some(2) && errors.contains("solid.ron"), "{errors}");
}

#[test]
fn several_scenes_run_in_one_call() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    compare_line(path, "new one.ron");
    fs::copy(path.join("one.ron"), path.join("two.ron")).unwrap();
    let (code, out, errors) = compare_line(path, "one.ron two.ron --quick --out both");
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(path.join("both/one/index.html").is_file() && path.join("both/two/index.html").is_file());
    refused(path, "one.ron two.ron --export-json x.json", "--export-");
}

#[test]
fn a_replay_with_other_states_fails_its_check() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    compare_line(path, "new mine.ron");
    let commands = "0 0 24.125 0\n".to_owned() + &"8 127 0 0 0 0\n".repeat(50);
    fs::write(path.join("cmds.txt"), commands).unwrap();
    let replay = "replay --world mine.ron --profile quake3 --contestant bsp cmds.txt";
    let (_, states, _) = compare_line(path, replay);
    let wrong: String = states.lines().map(|l| format!("9{l}\n")).collect();
    for (states, ends) in [(&states, 0), (&wrong, 1)] {
        fs::write(path.join("states.txt"), states).unwrap();
        assert_eq!(
            compare_line(path, &format!("{replay} --check states.txt")).0,
            Some(ends)
        );
    }
}
