//! Who is how many times as slow as the fastest, and how much a larger world costs: from samples of the same rounds, and among those
//! whose answers are right.

use crate::clock::standing::standing;
use crate::clock::turns::{against_the_quickest_of, ratio, ratios};
use clipmark_record::Standing;
use clipmark_rows::{Axes, Axis, Case, Check, Row};
use std::collections::HashSet;

/// What is timed, and the check of its ratio to the fastest.
const RANKED: [(Check, Check); 2] = [
    (Check::NsSweep, Check::TimesSweep),
    (Check::FrameTime, Check::TimesFrame),
];

/// Adds to each timed case its ratio to the fastest contestant of the same setting, and to sweeps their ratio to those of the next
/// smaller world. Who failed a check somewhere in a world has a ratio there and is never the fastest.
pub fn rank(cases: &mut [Case]) {
    let wrong: HashSet<(String, String)> = cases
        .iter()
        .filter(|case| case.severity().is_some())
        .map(|case| (case.contestant.clone(), case.axes.get(Axis::Brushes).to_owned()))
        .collect();
    let is_right =
        |case: &Case| !wrong.contains(&(case.contestant.clone(), case.axes.get(Axis::Brushes).to_owned()));
    let mut found = Vec::new();
    for (timed, times) in RANKED {
        for (i, case) in cases.iter().enumerate() {
            let Some(samples) = case.samples.get(&timed) else {
                continue;
            };
            let others = cases
                .iter()
                .filter(|other| other.axes == case.axes && is_right(other));
            let others: Vec<&Vec<f64>> = others.filter_map(|other| other.samples.get(&timed)).collect();
            if let Some(fastest) = fastest(&others) {
                found.push((i, ratio_row(times, samples, fastest)));
            }
        }
    }
    for (i, case) in cases.iter().enumerate() {
        let smaller = next_smaller(cases, case).and_then(|smaller| smaller.samples.get(&Check::NsSweep));
        if let (Some(smaller), Some(samples)) = (smaller, case.samples.get(&Check::NsSweep)) {
            found.push((i, ratio_row(Check::GrowthSweep, samples, smaller)));
        }
    }
    for (i, row) in found {
        cases[i].rows.push(row);
    }
}

fn fastest<'a>(all: &[&'a Vec<f64>]) -> Option<&'a Vec<f64>> {
    let times = against_the_quickest_of(all.iter().map(|samples| (*samples).clone()).collect());
    let quickest = times
        .iter()
        .position(|time| time.standing == Some(Standing::Quickest))?;
    Some(all[quickest])
}

/// The median of the ratios of the rounds with its interval; its note says where they do not decide.
fn ratio_row(check: Check, samples: &[f64], base: &[f64]) -> Row {
    if std::ptr::eq(samples, base) {
        return Row {
            interval: Some([1.0; 2]),
            ..Row::counted(check, 1.0)
        };
    }
    let (value, interval) = ratio(samples, base);
    Row {
        interval: Some(interval).filter(|ends| ends.iter().all(|end| end.is_finite())),
        note: standing(&ratios(samples, base), interval).remark().to_owned(),
        ..Row::counted(check, value)
    }
}

/// The case of the same contestant and setting in the next smaller world.
fn next_smaller<'a>(cases: &'a [Case], case: &Case) -> Option<&'a Case> {
    let size = |case: &Case| case.axes.number(Axis::Brushes);
    let own = size(case)?;
    let without = |axes: &Axes| axes.clone().with(Axis::Brushes, "");
    let alike = cases
        .iter()
        .filter(|other| other.contestant == case.contestant && without(&other.axes) == without(&case.axes));
    alike
        .filter(|other| size(other).is_some_and(|size| size < own))
        .max_by(|a, b| size(a).partial_cmp(&size(b)).unwrap_or(std::cmp::Ordering::Equal))
}
