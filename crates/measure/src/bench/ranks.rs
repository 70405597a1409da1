//! Who is how many times as slow as the fastest, and how much a larger world costs: from samples of the same rounds, and among
//! those whose answers are right.

use clipmark_rows::{Axes, Axis, Case, Check, PairedRatio, Row, quickest, ratio};
use std::collections::{BTreeMap, HashSet};

/// What is timed, and the check of its ratio to the fastest.
const RANKED: [(Check, Check); 2] = [
    (Check::NsSweep, Check::TimesSweep),
    (Check::FrameTime, Check::TimesFrame),
];

/// Adds to each timed case its ratio to the fastest contestant of the same setting, and to sweeps their ratio to those of the
/// next smaller world. Who failed a check anywhere has a ratio and is never the fastest, in no world and of no class: its other
/// times may be those of answers that were not refereed.
pub fn rank(cases: &mut [Case]) {
    let failed = cases.iter().filter(|case| case.severity().is_some());
    let wrong: HashSet<String> = failed.map(|case| case.contestant.clone()).collect();
    let is_right = |case: &Case| !wrong.contains(&case.contestant);
    let mut found = Vec::new();
    for (timed, times) in RANKED {
        let mut settings: BTreeMap<&Axes, Vec<(usize, Vec<f64>)>> = BTreeMap::new();
        for (i, case) in cases.iter().enumerate() {
            if let Some(samples) = case.nanoseconds(timed) {
                settings.entry(&case.axes).or_default().push((i, samples));
            }
        }
        for of_setting in settings.values() {
            let right: Vec<&(usize, Vec<f64>)> =
                of_setting.iter().filter(|(i, _)| is_right(&cases[*i])).collect();
            let samples: Vec<&[f64]> = right.iter().map(|(_, samples)| samples.as_slice()).collect();
            let Some((fastest, base)) = quickest(&samples).map(|k| right[k]) else {
                continue;
            };
            let row = |(i, samples): &(usize, Vec<f64>)| match i == fastest {
                true => (*i, ratio_row(times, PairedRatio::QUICKEST)),
                false => (*i, ratio_row(times, ratio(samples, base))),
            };
            found.extend(of_setting.iter().map(row));
        }
    }
    for (i, case) in cases.iter().enumerate() {
        let smaller = next_smaller(cases, case).and_then(|smaller| smaller.nanoseconds(Check::NsSweep));
        if let (Some(smaller), Some(samples)) = (smaller, case.nanoseconds(Check::NsSweep)) {
            found.push((i, ratio_row(Check::GrowthSweep, ratio(&samples, &smaller))));
        }
    }
    for (i, row) in found {
        cases[i].rows.push(row);
    }
}

/// A ratio with its interval; its note says where the rounds do not decide.
fn ratio_row(check: Check, ratio: PairedRatio) -> Row {
    Row {
        interval: Some(ratio.interval).filter(|ends| ends.iter().all(|end| end.is_finite())),
        note: ratio.standing.remark().to_owned(),
        ..Row::counted(check, ratio.value)
    }
}

/// The case of the same contestant and setting in the next smaller world.
fn next_smaller<'a>(cases: &'a [Case], case: &Case) -> Option<&'a Case> {
    let size = |case: &Case| case.axes.number(Axis::Brushes);
    let own = size(case)?;
    let setting = |axes: &Axes| axes.clone().without(&[Axis::Brushes]);
    let own_setting = setting(&case.axes);
    let alike = cases
        .iter()
        .filter(|other| other.contestant == case.contestant && setting(&other.axes) == own_setting);
    alike
        .filter(|other| size(other).is_some_and(|size| size < own))
        .max_by(|a, b| size(a).partial_cmp(&size(b)).unwrap_or(std::cmp::Ordering::Equal))
}
