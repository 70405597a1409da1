//! Two runs of one study, joined by the keys of their cases.

use crate::{Axes, Case, Check, End, Severity};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

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
    /// It is as bad as it was, by other checks.
    Otherwise,
}

/// Joins two runs.
pub fn join<'a>(before: &'a [Case], now: &'a [Case]) -> Joined<'a> {
    let earlier: HashMap<_, &Case> = before.iter().map(|case| (case.key(), case)).collect();
    let mut joined = Joined::default();
    for case in now {
        let Some(then) = earlier.get(&case.key()) else {
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

fn failed(case: &Case) -> HashSet<(Check, &Axes)> {
    let failed = case.rows.iter().filter(|row| row.severity().is_some());
    failed.map(|row| (row.check, &row.axes)).collect()
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
