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

/// What a row is judged by. Limits hold for sweeps from rest of all gaps and ways together, so one that fails at another gap
/// than before is no other failure.
fn judged_as(row: &Row) -> (Check, Axes) {
    (row.check, row.axes.clone().without(&[Axis::Gap, Axis::Way]))
}
