//! Time against work: whether a sweep's time follows its counted work.

use super::axis::Axis;
use super::chart::{Chart, SIZE};
use super::curves;
use crate::error::ReportError;
use clipmark_record::{Comparison, WorkTimes};

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

pub(super) fn work_times(comparison: &Comparison) -> Result<Vec<super::Plot>, ReportError> {
    let mut plots = Vec::new();
    for (counter, file, x_name) in COUNTERS {
        let of = |times: &[WorkTimes]| -> Vec<(f64, f64)> {
            let found = times.iter().find(|t| t.counter == counter);
            let bins = found.into_iter().flat_map(|t| &t.bins);
            bins.map(|b| (b.work.max(LEAST), b.median_ns)).collect()
        };
        let curves: Vec<_> = comparison.contestants.iter().map(|e| of(&e.work_times)).collect();
        if curves.iter().all(Vec::is_empty) {
            continue;
        }
        plots.push(draw(comparison, &curves, (counter, file, x_name))?);
    }
    // They are read alike: the first one says how.
    let first = plots.into_iter().enumerate();
    Ok(first
        .map(|(i, plot): (usize, super::Plot)| if i == 0 { plot } else { plot.uncaptioned() })
        .collect())
}

fn draw(
    comparison: &Comparison,
    curves: &[Vec<(f64, f64)>],
    (counter, file, x_name): (&str, &str, &str),
) -> Result<super::Plot, ReportError> {
    let points = || curves.iter().flatten();
    let chart = Chart {
        file,
        title: format!("Time against {counter}"),
        caption: "The timed sweeps of each contestant, sorted by their counted work and split into up to ten \
                  groups of about equal size: mean count and median time of each group. The groups were timed in \
                  turns, counting off; a group of like sweeps runs quicker than the same sweeps in a mix. A \
                  straight rising line means that the time goes into this."
            .into(),
        size: SIZE,
        x: Axis::log(points().map(|p| p.0)),
        y: Axis::log(points().map(|p| p.1)),
        x_name,
        y_name: "ns per sweep (log)",
        legend: curves::legend(comparison.contestants.iter().map(|e| &*e.name))
            .into_iter()
            .zip(curves)
            .filter(|(_, curve)| !curve.is_empty())
            .map(|(named, _)| named)
            .collect(),
    };
    chart.draw(|context| curves::draw(context, curves, 2.0))
}
