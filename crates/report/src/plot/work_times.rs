//! Time against work: whether a sweep's time follows its counted work.

use super::curves::Curves;
use crate::error::ReportError;
use clipmark_rows::drawn::{Comparison, WorkTimes};

/// One plot a counter: its name in the record, and the file.
const COUNTERS: [(&str, &str, &str); 3] = [
    (
        "inner nodes",
        "plots/work-nodes.svg",
        "inner nodes per sweep (log)",
    ),
    (
        "brushes, hulls or polygons",
        "plots/work-primitives.svg",
        "brushes, hulls or polygons per sweep (log)",
    ),
    ("planes", "plots/work-planes.svg", "planes per sweep (log)"),
];

/// Less work than this is drawn here: a logarithm has no zero.
const LEAST: f64 = 0.5;

const HOW: &str = "The timed sweeps of each contestant, sorted by their counted work and split into up to ten \
                   groups of about equal size: mean count and median time of each group. The groups were timed in \
                   turns, counting off; a group of like sweeps runs quicker than the same sweeps in a mix. A \
                   straight rising line means that the time goes into this.";

pub(super) fn work_times(comparison: &Comparison) -> Result<Vec<super::Plot>, ReportError> {
    let mut plots = Vec::new();
    for (counter, file, x_name) in COUNTERS {
        let curve = |times: &[WorkTimes]| -> Vec<(f64, f64)> {
            let found = times.iter().find(|t| t.counter == counter);
            let bins = found.into_iter().flat_map(|t| &t.bins);
            bins.map(|b| (b.work.max(LEAST), b.median_ns)).collect()
        };
        let entries = comparison.contestants.iter();
        let curves = Curves {
            file: file.into(),
            title: format!("Time against {counter}"),
            // They are read alike: the first one says how.
            caption: if plots.is_empty() {
                HOW.into()
            } else {
                String::new()
            },
            names: [x_name, "ns per sweep (log)"],
            curves: entries
                .map(|entry| (&*entry.name, curve(&entry.work_times)))
                .collect(),
            are_over_counts: false,
        };
        if curves.has_points(1) {
            plots.push(curves.draw()?);
        }
    }
    Ok(plots)
}
