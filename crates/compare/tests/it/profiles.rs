//! `compare list profiles`: everything is shown and fits a terminal.
use assert_cmd::Command;
use clipmark_movement::{CONSTANTS, PROFILES};

/// Columns of a pipe, and of a terminal that does not say how wide it is.
const WIDTH: usize = 80;
/// Columns that all profiles need beside each other.
const WIDE: usize = 100;

fn shown(args: &[&str], columns: Option<usize>) -> String {
    let mut command = Command::cargo_bin("compare").unwrap();
    command.args(args).env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns.to_string());
    }
    let out = command.output().unwrap();
    assert!(out.status.success() && out.stderr.is_empty(), "{args:?}");
    let text = String::from_utf8(out.stdout).unwrap();
    for line in text.lines() {
        assert!(
            line.chars().count() <= columns.unwrap_or(WIDTH),
            "{args:?}: {line}"
        );
    }
    text
}

#[test]
fn all_profiles_side_by_side() {
    let text = shown(&["list", "profiles"], Some(WIDE));
    for c in &CONSTANTS {
        assert!(text.contains(c.name), "{} is missing", c.name);
    }
    let row = |name: &str| -> Vec<&str> {
        let line = text.lines().find(|l| l.starts_with(name)).unwrap();
        line.split_whitespace().skip(2).collect()
    };
    let heads: Vec<_> = text.lines().next().unwrap().split_whitespace().collect();
    let columns = PROFILES.iter().map(|p| p.name).filter(|name| !name.contains(':'));
    assert_eq!(heads, columns.collect::<Vec<_>>());
    let variant = text.split("source:css is source, but:\n").nth(1).unwrap();
    assert!(
        variant.starts_with("max_speed 250 u/s, accelerate 5 1/s, "),
        "{variant}"
    );
    assert_eq!(row("friction 1/s"), ["4", "4", "6", "8", "4", "4", "4"]);
    // A difference in the last bit alone is one.
    let (side_by_side, same) = text.split_once("The same in all:").unwrap();
    assert!(!same.contains("walkable_normal"), "{same}");
    let line = side_by_side
        .lines()
        .find(|l| l.starts_with("walkable_normal"))
        .unwrap();
    let walkable: Vec<_> = line.split_whitespace().skip(1).collect();
    assert_eq!(walkable, ["0.7+", "0.7+", "0.7", "0.7", "0.7+", "0.7+", "0.7+"]);
}

#[test]
fn a_pipe_gets_80_columns_and_no_profile_is_left_out() {
    let text = shown(&["list", "profiles"], None);
    let order = text.lines().filter(|l| l.starts_with("order "));
    let beside: usize = order.map(|l| l.split_whitespace().count() - 1).sum();
    let all = PROFILES.iter().filter(|p| !p.name.contains(':')).count();
    assert_eq!(beside, all, "{text}");
    shown(&["list", "profiles", "quakeworld:ideal"], None);
}

#[test]
fn one_profile_in_full() {
    let text = shown(&["list", "profiles", "quakeworld:ideal"], Some(WIDE));
    for c in &CONSTANTS {
        assert!(text.contains(c.effect) && text.contains(c.origin), "{}", c.name);
    }
    let line = |name: &str| text.lines().find(|l| l.starts_with(name)).unwrap();
    assert!(line("gravity").contains(" 800 u/s^2 "));
    assert!(line("normalised_crease").contains(" true "));
}
