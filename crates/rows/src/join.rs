//! Two runs of one study, joined by the keys of their cases.

use crate::{Axes, Axis, Case, Check, End, Row, Severity};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Cases of both runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joined<'a> {
    /// Cases whose verdicts differ.
    pub changed: Vec<Change<'a>>,
    /// How many there are.
    pub both: usize,
}

/// A case with another verdict than before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<'a> {
    pub before: &'a Case,
    pub now: &'a Case,
    pub kind: Kind,
}

/// How a verdict changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It failed not at all, or with less severity.
    Worse,
    /// It does less harm, or none.
    Better,
    /// It is as bad as it was, by other checks or another number of times.
    Otherwise,
}

/// Cases with those of before; none where before there was no such.
pub fn counterparts<'a>(
    before: &'a [Case],
    now: &'a [Case],
) -> impl Iterator<Item = (Option<&'a Case>, &'a Case)> {
    let earlier: HashMap<_, &Case> = before.iter().map(|case| (case.key(), case)).collect();
    now.iter()
        .map(move |case| (earlier.get(&case.key()).copied(), case))
}

/// Whether a failing case fails by what its case of before did not fail by, or not as badly; by checks from a severity on.
/// Without a case of before all is new.
pub fn fails_anew(before: Option<&Case>, now: &Case, fail_on: Severity) -> bool {
    let Some(before) = before else {
        return true;
    };
    let known = failed(before);
    let is_new = |(judged, (_, is)): (&(Check, Axes), &(u64, Severity))| {
        *is <= fail_on && known.get(judged).is_none_or(|(_, was)| is < was)
    };
    (now.lacks_verdict() && !before.lacks_verdict()) || failed(now).iter().any(is_new)
}

/// Joins two runs.
pub fn join<'a>(before: &'a [Case], now: &'a [Case]) -> Joined<'a> {
    let mut joined = Joined::default();
    for (then, case) in counterparts(before, now) {
        let Some(then) = then else {
            continue;
        };
        joined.both += 1;
        if let Some(kind) = compare(then, case) {
            joined.changed.push(Change {
                before: then,
                now: case,
                kind,
            });
        }
    }
    joined
}

fn compare(before: &Case, now: &Case) -> Option<Kind> {
    match [before, now].map(Case::lacks_verdict) {
        // What was hidden before may always have failed.
        [true, false] if now.severity().is_some() => return Some(Kind::Worse),
        [true, false] => return Some(Kind::Better),
        [false, true] => return Some(Kind::Worse),
        [true, true] => return None,
        [false, false] => (),
    }
    let [was, is] = [before, now].map(rank);
    match is.cmp(&was) {
        Ordering::Less => Some(Kind::Worse),
        Ordering::Greater => Some(Kind::Better),
        Ordering::Equal => (failed(before) != failed(now)).then_some(Kind::Otherwise),
    }
}

/// Severities from the worst; then what is not asked; then a pass.
fn rank(case: &Case) -> usize {
    match (&case.end, case.severity()) {
        (_, Some(severity)) => severity as usize,
        (End::NotAsked(_), None) => Severity::ALL.len(),
        _ => 1 + Severity::ALL.len(),
    }
}

/// How often each check failed, and how badly.
fn failed(case: &Case) -> HashMap<(Check, Axes), (u64, Severity)> {
    let mut failed = HashMap::new();
    for row in &case.rows {
        if let Some(severity) = row.severity() {
            let (count, worst) = failed.entry(judged_as(row)).or_insert((0_u64, severity));
            *count = count.saturating_add(row.failed);
            *worst = severity.min(*worst);
        }
    }
    failed
}

/// The failures of a case, worst first, that another does not have, or has another number of times or of another severity.
pub fn failures_beyond<'a>(case: &'a Case, other: &Case) -> Vec<&'a Row> {
    let (own, others) = (failed(case), failed(other));
    let mut rows = case.failures();
    rows.retain(|row| {
        let judged = judged_as(row);
        own.get(&judged) != others.get(&judged)
    });
    rows
}

/// What a row is judged by. Limits hold for sweeps from rest of all gaps and ways together, so one that fails at another gap than
/// before is no other failure.
fn judged_as(row: &Row) -> (Check, Axes) {
    (row.check, row.axes.clone().without(&[Axis::Gap, Axis::Way]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Row};

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
        assert_eq!(compare(&few, &few), None);
        assert_eq!(compare(&few, &many), Some(Kind::Otherwise));
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
        elsewhere.rows[0].axes = Axes::default().with(crate::Axis::Hull, "point");
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
            assert_eq!(compare(&before, &now), None);
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
                assert_eq!(compare(hidden, failed), Some(Kind::Worse));
                assert_eq!(compare(failed, hidden), Some(Kind::Worse));
            }
            assert_eq!(compare(hidden, &passed), Some(Kind::Better));
            assert_eq!(compare(&passed, hidden), Some(Kind::Worse));
            assert_eq!(compare(hidden, &refused), None);
        }
    }
}
