//! Two runs are joined by the keys of their cases.

use clipmark_rows::{
    Axes, Axis, Case, Check, End, Kind, Outcome, Row, Severity, fails_anew, failures_beyond, join,
};

/// How a case differs from the one before it, in verdict.
fn kind(before: &Case, now: &Case) -> Option<Kind> {
    let (before, now) = ([before.clone()], [now.clone()]);
    join(&before, &now).changed.first().map(|change| change.kind)
}

fn case(subject: &str, failed: &[(Check, Severity)]) -> Case {
    let row = |(check, severity): &(Check, Severity)| Row::new(*check, Outcome::Failed(*severity));
    Case {
        subject: subject.into(),
        contestant: "mine".into(),
        rows: failed.iter().map(row).collect(),
        ..Case::default()
    }
}

#[test]
fn verdicts_that_differ_are_found_by_key() {
    let before = [
        case("same", &[(Check::Slow, Severity::Stuck)]),
        case("milder", &[(Check::Slow, Severity::Stuck)]),
        case("new", &[]),
        case("other", &[(Check::Slow, Severity::Stuck)]),
        case("gone", &[]),
    ];
    let refused = Case {
        end: End::Refused("no".into()),
        ..case("refused", &[])
    };
    let now = [
        case("same", &[(Check::Slow, Severity::Stuck)]),
        case("milder", &[(Check::Slow, Severity::Noticeable)]),
        case("new", &[(Check::Shake, Severity::Measurable)]),
        case("other", &[(Check::Goal, Severity::Stuck)]),
        refused,
    ];
    let joined = join(&before, &now);
    let kinds: Vec<_> = joined
        .changed
        .iter()
        .map(|c| (c.now.subject.as_str(), c.kind))
        .collect();
    let wanted = [
        ("milder", Kind::Better),
        ("new", Kind::Worse),
        ("other", Kind::Otherwise),
    ];
    assert_eq!(kinds, wanted);
    assert_eq!(joined.both, 4);
}

#[test]
fn a_count_that_grows_is_no_standstill() {
    let failed = |check, n| Row {
        failed: n,
        ..Row::new(check, Outcome::Failed(Severity::Noticeable))
    };
    let of = |phantoms| Case {
        rows: vec![
            failed(Check::StopsAtNothing, phantoms),
            failed(Check::WrongNormal, 1),
        ],
        ..case("map", &[])
    };
    let (few, many) = (of(3), of(30_000));
    assert_eq!(kind(&few, &few), None);
    assert_eq!(kind(&few, &many), Some(Kind::Otherwise));
    let differ: Vec<_> = failures_beyond(&many, &few)
        .iter()
        .map(|row| row.failed)
        .collect();
    assert_eq!(differ, [30_000], "what is as it was is not named");
    assert!(failures_beyond(&few, &few).is_empty());
}

#[test]
fn what_fails_beside_a_known_failure_is_new() {
    let normal = (Check::WrongNormal, Severity::Measurable);
    let before = case("map", &[normal]);
    let is_new = |now: &Case, fail_on| fails_anew(Some(&before), now, fail_on);
    for (others, wanted) in [
        (vec![], false),
        (vec![(Check::WrongSkin, Severity::Measurable)], true),
        (vec![(Check::StopsAtNothing, Severity::Measurable)], true),
    ] {
        let now = case("map", &[vec![normal], others].concat());
        assert_eq!(is_new(&now, Severity::Measurable), wanted, "{now:?}");
        assert!(!is_new(&now, Severity::Noticeable), "milder than what fails");
    }
    let graver = case("map", &[(Check::WrongNormal, Severity::Noticeable)]);
    assert!(is_new(&graver, Severity::Measurable));
    let mut elsewhere = before.clone();
    elsewhere.rows[0].axes = Axes::default().with(Axis::Hull, "point");
    assert!(is_new(&elsewhere, Severity::Measurable));
    let not_judged = Case {
        end: End::NotJudged("too little".into()),
        ..before.clone()
    };
    assert!(is_new(&not_judged, Severity::Lost));
    assert!(!fails_anew(Some(&not_judged), &not_judged, Severity::Measurable));
    assert!(
        fails_anew(None, &before, Severity::Measurable),
        "a map that was not there"
    );
}

#[test]
fn a_failure_that_moves_to_another_gap_or_way_is_the_same() {
    let at = |gap: f64, way: &str| {
        let mut case = case("map", &[(Check::WrongNormal, Severity::Measurable)]);
        case.rows[0].axes = Axes::default()
            .with(Axis::Questions, "rest")
            .with(Axis::Gap, gap)
            .with(Axis::Way, way);
        case
    };
    let before = at(0.0, "down");
    for now in [at(0.125, "down"), at(0.0, "along")] {
        assert!(!fails_anew(Some(&before), &now, Severity::Measurable), "{now:?}");
        assert_eq!(kind(&before, &now), None);
    }
    let mut graver = at(0.125, "down");
    graver.rows[0].outcome = Outcome::Failed(Severity::Lost);
    assert!(fails_anew(Some(&before), &graver, Severity::Measurable));
    let mut random = at(0.0, "down");
    random.rows[0].axes = Axes::default().with(Axis::Questions, "random");
    assert!(fails_anew(Some(&before), &random, Severity::Measurable));
}

#[test]
fn who_hides_a_verdict_does_no_better() {
    let ended = |end: End| Case {
        end,
        ..case("x", &[])
    };
    let refused = ended(End::Refused("no".into()));
    let not_judged = ended(End::NotJudged("panicked".into()));
    let lost = case("x", &[(Check::Fell, Severity::Lost)]);
    let slow = case("x", &[(Check::Slow, Severity::Measurable)]);
    let passed = case("x", &[]);
    for hidden in [&refused, &not_judged] {
        for failed in [&lost, &slow] {
            assert_eq!(kind(hidden, failed), Some(Kind::Worse));
            assert_eq!(kind(failed, hidden), Some(Kind::Worse));
        }
        assert_eq!(kind(hidden, &passed), Some(Kind::Better));
        assert_eq!(kind(&passed, hidden), Some(Kind::Worse));
        assert_eq!(kind(hidden, &refused), None);
    }
}
