//! The first steps of a new user: lists the names, writes a scene, checks it, slips, and runs several.

use crate::support::{clipmark, compare};
use std::fs;
use tempfile::TempDir;

#[test]
fn without_a_word_it_says_in_ten_lines_what_one_can_do() {
    let dir = TempDir::new().unwrap();
    for name in ["clipmark", "compare"] {
        let (code, out, text) = match name {
            "clipmark" => clipmark(dir.path(), &[]),
            _ => compare(dir.path(), &[]),
        };
        assert_eq!((code, out.as_str()), (Some(2), ""), "{text}");
        assert!(text.lines().count() <= 10, "{text}");
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
        assert!(
            text.contains(&format!("{name} list")) && text.contains(&format!("{name} new")),
            "{text}"
        );
    }
}

#[test]
fn help_manual_and_completions_go_by_the_name_that_was_called() {
    let dir = TempDir::new().unwrap();
    let (_, help, _) = clipmark(dir.path(), &["help"]);
    assert!(
        help.contains("Usage: clipmark") && help.contains("  clipmark scenes/stairs.ron"),
        "{help}"
    );
    assert!(
        !help.contains("  compare ") && !help.contains("`compare "),
        "{help}"
    );
    let (code, page, _) = clipmark(dir.path(), &["man"]);
    assert_eq!(code, Some(0));
    assert!(page.starts_with(".ie") && page.contains("clipmark"), "{page}");
    assert_eq!(clipmark(dir.path(), &["man", "--out", "m"]).0, Some(0));
    assert!(dir.path().join("m/clipmark.1").is_file() && dir.path().join("m/clipmark-suite.1").is_file());
    let (_, script, _) = clipmark(dir.path(), &["completions", "bash"]);
    assert!(script.contains("_clipmark()"), "{script}");
    let (_, script, _) = compare(dir.path(), &["completions", "bash"]);
    assert!(script.contains("_compare()"), "{script}");
}

#[test]
fn slips_get_a_suggestion() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("stairs.ron"), "").unwrap();
    for (args, part) in [
        (&["suitte"][..], "did you mean `compare suite`?"),
        (&["wakler"], "did you mean `compare walker`?"),
        (&["stars.ron"], "did you mean stairs.ron?"),
        (&["frobnicate"], "`compare help` names the verbs"),
        (&["walker", "--detials"], "--details"),
    ] {
        let (code, _, errors) = compare(dir.path(), args);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(part), "{args:?}: {errors}");
    }
}

#[test]
fn a_new_scene_checks_and_plays_and_is_never_overwritten() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    let (code, _, said) = compare(path, &["new", "mine.ron"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("wrote mine.ron"), "{said}");
    let text = fs::read_to_string(path.join("mine.ron")).unwrap();
    assert!(text.matches("//").count() > 5, "it has comments");
    let (code, out, errors) = compare(path, &["check", "mine.ron"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("mine.ron: can be played · 2 solids"), "{out}");
    assert!(!path.join("reports").exists(), "nothing is run");
    let (code, out, errors) = compare(path, &["mine.ron", "--quick"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let (code, _, errors) = compare(path, &["new", "mine.ron"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("there already"), "{errors}");
    assert_eq!(fs::read_to_string(path.join("mine.ron")).unwrap(), text);
    fs::write(path.join("bad.ron"), text.replace("At(-256", "At(-2560")).unwrap();
    fs::write(path.join("solid.ron"), text.replace("24.2)", "3)")).unwrap();
    let (code, _, errors) = compare(path, &["check", "mine.ron", "solid.ron"]);
    assert_eq!(code, Some(2));
    assert!(
        errors.contains("solid.ron") && errors.contains("up to z = 24.125"),
        "{errors}"
    );
}

#[test]
fn several_scenes_run_in_one_call_and_all_are_read_first() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    compare(path, &["new", "one.ron"]);
    fs::copy(path.join("one.ron"), path.join("two.ron")).unwrap();
    let (code, out, errors) = compare(path, &["one.ron", "two.ron", "--quick", "--out", "both"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert_eq!(out.matches("no failure found").count(), 2, "{out}");
    assert!(path.join("both/one/index.html").is_file() && path.join("both/two/index.html").is_file());
    let (code, out, errors) = compare(path, &["one.ron", "missing.ron", "--quick"]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{errors}");
    let (code, _, errors) = compare(path, &["one.ron", "two.ron", "--export-json", "x.json"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--export"), "{errors}");
}

#[test]
fn a_quick_run_keeps_the_full_report() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    compare(path, &["new", "mine.ron"]);
    assert_eq!(compare(path, &["mine.ron"]).0, Some(0));
    let facts = || fs::read_to_string(path.join("reports/latest/mine/machine.json")).unwrap();
    let full = facts();
    let (code, out, said) = compare(path, &["mine.ron", "--quick"]);
    assert_eq!(code, Some(0));
    assert!(
        said.contains("full report") && out.contains("mine-quick/index.html"),
        "{said}{out}"
    );
    assert_eq!(facts(), full);
    // A full run replaces it, and quick ones their own.
    assert_eq!(compare(path, &["mine.ron", "--quick"]).0, Some(0));
}

#[test]
fn exports_say_where_they_wrote() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    compare(path, &["new", "mine.ron"]);
    let (_, _, said) = compare(path, &["mine.ron", "--quick", "--export-csv", "x.csv"]);
    assert!(said.contains("wrote x.csv"), "{said}");
    let csv = fs::read_to_string(path.join("x.csv")).unwrap();
    let rules = format!(",{}", clipmark_record::RULES);
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().ends_with(",rules"), "{csv}");
    assert!(lines.all(|line| line.ends_with(&rules)), "{csv}");
    // The report's own table has results beside it.
    let table = fs::read_to_string(path.join("reports/latest/mine/table.csv")).unwrap();
    assert!(!table.lines().next().unwrap().ends_with(",rules"));
    let (_, _, said) = compare(path, &["export-map", "mine.ron", "-o", "x.map"]);
    assert!(said.contains("wrote x.map"), "{said}");
    let (_, _, said) = compare(
        path,
        &["mine.ron", "--contestants", "bvh", "--quick", "--explain", "1"],
    );
    assert!(
        said.contains("index.html#solver") || said.contains("comes near nothing"),
        "{said}"
    );
}

#[test]
fn checks_of_answers_and_of_runs_agree_on_exit_codes() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    compare(path, &["new", "mine.ron"]);
    fs::write(
        path.join("cmds.txt"),
        "0 0 24.125 0\n".to_owned() + &"8 127 0 0 0 0\n".repeat(50),
    )
    .unwrap();
    let replay = [
        "replay",
        "--world",
        "mine.ron",
        "--profile",
        "quake3",
        "--contestant",
        "bsp",
        "cmds.txt",
    ];
    assert_eq!(
        compare(path, &[&replay[..], &["--out", "states.txt"]].concat()).0,
        Some(0)
    );
    let check = |file: &str| compare(path, &[&replay[..], &["--check", file]].concat());
    let (code, out, errors) = check("states.txt");
    assert_eq!(code, Some(0), "{out}{errors}");
    let states = fs::read_to_string(path.join("states.txt")).unwrap();
    let wrong: String = states.lines().map(|l| format!("9{l}\n")).collect();
    fs::write(path.join("wrong.txt"), wrong).unwrap();
    let (code, out, errors) = check("wrong.txt");
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.contains("does not agree"), "{out}");
}
