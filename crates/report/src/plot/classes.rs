//! How far stops are from the right place, against the size of the solid met and the distance from the origin.

use super::axis::Axis;
use super::chart::{Chart, SIZE};
use super::curves;
use crate::error::ReportError;
use clipmark_record::Comparison;
use clipmark_record::classes::Scale;

/// Errors below this are drawn here, in units: the steps of f32 near 1.
const LEAST: f64 = 1e-7;

const HOW: &str = "The refereed sweeps by class: in each, the stop that is farthest off, early or late, along the normal and \
                   without the skin. The line climbs to the right where a solver's error grows with the size of the solid, \
                   or with the distance from the origin. Stops by an engine's rule are among them.";

const SCALES: [(Scale, &str, &str, &str); 2] = [
    (
        Scale::Extent,
        "plots/error-extent.svg",
        "Worst stop against the size of the solid met",
        "longest side of the solid met, from (u, log)",
    ),
    (
        Scale::Coordinate,
        "plots/error-coordinate.svg",
        "Worst stop against the distance from the origin",
        "largest coordinate, from (u, log)",
    ),
];

/// One plot a scale on which the sweeps fill at least two classes.
pub(super) fn classes(comparison: &Comparison) -> Result<Vec<super::Plot>, ReportError> {
    let mut plots = Vec::new();
    for (scale, file, title, x_name) in SCALES {
        let curves: Vec<Vec<(f64, f64)>> = comparison
            .contestants
            .iter()
            .map(|e| {
                let of = e.classes.iter().filter(|c| c.scale == scale && c.true_hits > 0);
                let all: Vec<f64> = of.clone().map(|c| c.from).filter(|x| *x > 0.0).collect();
                // A logarithm has no zero: the first class is put a step before the second.
                let first = all.first().map_or(1.0, |x| x / 4.0);
                of.map(|c| (c.from.max(first), c.time_of_impact.max(LEAST)))
                    .collect()
            })
            .collect();
        if curves.iter().all(|c| c.len() < 2) {
            continue;
        }
        // They are read alike: the first one says how.
        let caption = match plots.is_empty() {
            true => HOW,
            false => "",
        };
        let points = || curves.iter().flatten();
        let chart = Chart {
            file,
            title: title.into(),
            caption: caption.into(),
            size: SIZE,
            x: Axis::log(points().map(|p| p.0)),
            y: Axis::log(points().map(|p| p.1)),
            x_name,
            y_name: "worst error of a stop (u, log)",
            legend: curves::legend(comparison.contestants.iter().map(|e| &*e.name)),
        };
        plots.push(chart.draw(|context| curves::draw(context, &curves, 2.0))?);
    }
    Ok(plots)
}
