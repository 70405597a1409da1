//! Two runs compared: what is slower, what all have in common, and what only one of them has.

use clipmark_measure::difference::{Difference, Direction, NOTICEABLE, difference};
use clipmark_measure::inner::decided;
use clipmark_rows::{Axes, Axis, Case, Check, Outcome, Results, Row, Run, STATES};

fn recorded(name: &str, ns: &[f64], states: &str) -> Case {
    Case {
        contestant: name.into(),
        checklist: "all".into(),
        samples: [(Check::NsSweep, ns.to_vec())].into(),
        facts: [(STATES.into(), states.into())].into(),
        ..Case::default()
    }
}

fn compared(a: &[Case], b: &[Case], against: Option<&str>) -> Difference {
    let [a, b] = [a, b].map(|cases| Results {
        run: Run {
            checklists: [("all".to_owned(), vec![Check::PassesThrough])].into(),
            ..Run::new("scene")
        },
        cases: cases.to_vec(),
        is_whole: true,
    });
    difference(&a, &b, against)
}

fn around(middle: f64) -> Vec<f64> {
    (0..21)
        .map(|i| middle * (1.0 + 0.002 * f64::from(i * 8 % 21 - 10)))
        .collect()
}

/// Runs of two contestants.
fn run(bsp: f64, bvh: f64) -> Vec<Case> {
    vec![
        recorded("bsp", &around(bsp), "0"),
        recorded("bvh", &around(bvh), "0"),
    ]
}

fn directions(a: &[Case], b: &[Case], against: Option<&str>) -> Vec<Direction> {
    compared(a, b, against)
        .times
        .iter()
        .map(|t| t.direction)
        .collect()
}

#[test]
fn a_slower_contestant_is_told_and_noise_is_not() {
    let first = |b: f64| directions(&run(300.0, 600.0), &run(b, 600.0), None)[0];
    assert_eq!(first(300.0), Direction::Same);
    assert_eq!(first(306.0), Direction::Same, "2 % is not worth telling");
    assert_eq!(first(450.0), Direction::Slower);
    assert_eq!(first(200.0), Direction::Quicker);
    assert_eq!(
        first(345.0),
        Direction::Undecided,
        "15 % is more than two runs tell"
    );
    let against = |b: f64| directions(&run(300.0, 600.0), &run(b, 600.0), Some("bvh"))[0];
    assert_eq!(
        against(345.0),
        Direction::Slower,
        "beside one in the same rounds they do"
    );
}

#[test]
fn what_slows_all_alike_is_nobody_s_regression() {
    let (quiet, loaded) = (run(300.0, 600.0), run(450.0, 900.0));
    assert_eq!(directions(&quiet, &loaded, None), [Direction::WithOthers; 2]);
    assert_eq!(directions(&quiet, &loaded, Some("bsp")), [Direction::Same; 2]);
    // A contestant that slows more than the machine stands out all the same.
    let both = directions(&quiet, &run(900.0, 900.0), None);
    assert_eq!(both, [Direction::Slower, Direction::WithOthers]);
}

#[test]
fn one_alone_has_nothing_to_be_held_against() {
    let one = |ns: f64| vec![recorded("bsp", &around(ns), "0")];
    assert_eq!(directions(&one(300.0), &one(480.0), None), [Direction::Undecided]);
    assert_eq!(directions(&one(300.0), &one(900.0), None), [Direction::Slower]);
}

/// The first run lost the processor in some rounds and the second did not: a ratio between 0.18 and 10.5.
#[test]
fn a_wide_interval_is_undecided_and_not_the_same() {
    let wild: Vec<f64> = (0..21).map(|i| if i < 10 { 60.0 } else { 1500.0 }).collect();
    let a = vec![recorded("bsp", &wild, "0"), recorded("bvh", &wild, "0")];
    let b = run(300.0, 300.0);
    assert_eq!(directions(&a, &b, None), [Direction::Undecided; 2]);
    assert_eq!(decided([0.18, 10.5], NOTICEABLE), Direction::Undecided);
}

#[test]
fn answers_and_contestants_that_differ_are_named() {
    let a = vec![recorded("bsp", &around(1.0), "0"), recorded("old", &[], "0")];
    let b = vec![recorded("bsp", &around(1.0), "2"), recorded("new", &[], "0")];
    let found = compared(&a, &b, None);
    assert_eq!(found.answers[0].values, ["0", "2"]);
    assert_eq!(found.alone, [["old", ""], ["", "new"]]);
}

#[test]
fn a_time_that_is_gone_is_named() {
    let a = vec![recorded("bsp", &around(1.0), "0")];
    let mut b = a.clone();
    b[0].samples.clear();
    let found = compared(&a, &b, None);
    assert!(found.times.is_empty());
    assert_eq!(found.answers[0].name, "bsp ns_sweep");
    assert_eq!(found.answers[0].values, ["timed", "not timed"]);
    assert_eq!(compared(&b, &a, None).answers[0].values, ["not timed", "timed"]);
}

#[test]
fn cases_are_compared_by_place_and_checks_by_their_questions() {
    let axes = |of: &str| Axes::default().with(Axis::Questions, of);
    let row = |of: &str, failed| Row {
        axes: axes(of),
        failed,
        ..Row::new(Check::PassesThrough, Outcome::Counted)
    };
    let at = |subject: &str, failed: [u64; 2]| Case {
        subject: subject.into(),
        rows: vec![row("short", failed[0]), row("long", failed[1])],
        ..recorded("bsp", &[], "0")
    };
    let found = compared(&[at("a", [3, 0])], &[at("b", [0, 3])], None);
    assert_eq!((found.both, found.answers.len()), (0, 0), "{found:?}");
    assert_eq!(found.alone, [["bsp, a", ""], ["", "bsp, b"]]);
    let found = compared(&[at("a", [3, 0])], &[at("a", [0, 3])], None);
    let named: Vec<_> = found.answers.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(found.both, 1);
    assert_eq!(
        named,
        ["bsp passes_through (long)", "bsp passes_through (short)"],
        "the sum is the same"
    );
    let same = compared(&[at("a", [3, 0])], &[at("a", [3, 0])], None);
    assert_eq!((same.both, same.answers.len()), (1, 0));
}
