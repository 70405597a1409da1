//! How far stops are from the right place, against the size of the solid met and the distance from the origin.

use super::curves::Curves;
use crate::error::ReportError;
use clipmark_rows::drawn::{Comparison, Entry, Scale};

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
        let curve = |entry: &Entry| -> Vec<(f64, f64)> {
            let of = entry
                .classes
                .iter()
                .filter(|c| c.scale == scale && c.true_hits > 0);
            // A logarithm has no zero: the first class is put a step before the second.
            let first = of.clone().map(|c| c.from).find(|x| *x > 0.0);
            let first = first.map_or(1.0, |x| x / 4.0);
            of.map(|c| (c.from.max(first), c.time_of_impact.max(LEAST)))
                .collect()
        };
        let entries = comparison.contestants.iter();
        let curves = Curves {
            file: file.into(),
            title: title.into(),
            // They are read alike: the first one says how.
            caption: if plots.is_empty() {
                HOW.into()
            } else {
                String::new()
            },
            names: [x_name, "worst error of a stop (u, log)"],
            curves: entries.map(|entry| (&*entry.name, curve(entry))).collect(),
            are_over_counts: false,
        };
        if curves.has_points(2) {
            plots.push(curves.draw()?);
        }
    }
    Ok(plots)
}
