//! How often an answer's error exceeds a size: the tail of the errors, which an average would hide.

use super::axis::Axis;
use super::chart::{self, Chart, SIZE, line, stroke};
use crate::error::ReportError;
use crate::palette;
use clipmark_rows::drawn::{Comparison, Entry, SweepRecord};

struct Kind {
    file: &'static str,
    title: &'static str,
    x_name: &'static str,
    caption: &'static str,
    /// Smaller errors are not told from none, in the unit of the axis.
    smallest: f64,
    /// `None` when the question does not arise.
    of: fn(&SweepRecord) -> Option<f64>,
}

/// Steps of a curve are thinned to this many: twenty a decade of share and more.
const MAX_STEPS: usize = 300;

const KINDS: [Kind; 3] = [
    Kind {
        file: "plots/time-of-impact.svg",
        title: "Where sweeps stop",
        x_name: "off the true stop by more than (u, log)",
        caption: "Of the sweeps that hit something, the share whose stop is early or late by more than this, along the \
                  normal, against the exact time of impact. Farther left and lower is better; a contestant without a line has \
                  no such error. Stops by an engine's rule are among them.",
        smallest: 1e-6,
        of: |a| (a.truth < 1.0).then_some(a.time_of_impact.abs()),
    },
    Kind {
        file: "plots/penetration.svg",
        title: "How deep sweeps end",
        x_name: "deeper in a solid than (u, log)",
        caption: "Share of all sweeps whose end lies deeper in a solid than this, by exact arithmetic on the contestant's \
                  answer. Lower is better.",
        smallest: 1e-6,
        of: |a| Some(a.penetration),
    },
    Kind {
        file: "plots/normal.svg",
        title: "How far off normals are",
        x_name: "off the contact cone by more than (degrees, log)",
        caption: "Share of the hits whose normal is farther than this from the nearest normal that the true contact \
                  allows (a corner or edge allows a cone of them). Lower is better.",
        smallest: 1e-3,
        of: |a| a.normal_error,
    },
];

/// A plot for each kind of error that somebody has.
pub(super) fn errors(comparison: &Comparison) -> Result<Vec<super::Plot>, ReportError> {
    let made = KINDS.iter().filter(|kind| is_made(comparison, kind));
    made.map(|kind| draw(comparison, kind)).collect()
}

fn is_made(comparison: &Comparison, kind: &Kind) -> bool {
    let mut entries = comparison.contestants.iter();
    entries.any(|e| !exceedance(e, kind).is_empty())
}

fn draw(comparison: &Comparison, kind: &Kind) -> Result<super::Plot, ReportError> {
    let curves: Vec<_> = comparison
        .contestants
        .iter()
        .map(|e| exceedance(e, kind))
        .collect();
    let xs = || curves.iter().flatten().map(|p| p.0);
    let judged = comparison
        .contestants
        .iter()
        .map(|e| e.answers.iter().filter_map(kind.of).count())
        .max();
    let rarest = 1.0 / judged.unwrap_or(0).max(10) as f64;
    let x = Axis::log([kind.smallest, kind.smallest * 1e3].into_iter().chain(xs()));
    // A share of one lies on the upper border, one sweep of all on the lower.
    let y = Axis::log([rarest, 1.0].into_iter());
    let legend = chart::legend(comparison).into_iter().zip(&curves);
    let chart = Chart {
        file: kind.file,
        title: kind.title.into(),
        caption: kind.caption.into(),
        size: SIZE,
        x,
        y,
        x_name: kind.x_name,
        y_name: "share (log)",
        legend: legend
            .map(|((name, colour, width), c)| {
                (if c.is_empty() { name + ": none" } else { name }, colour, width)
            })
            .collect(),
    };
    let all = comparison.contestants.len();
    chart.draw(|context| {
        for (i, curve) in curves.into_iter().enumerate() {
            line(
                context,
                curve,
                stroke(palette::contestant(i), chart::line_width(i, all)),
            )?;
        }
        Ok(())
    })
}

/// Steps of the share of judged answers whose error is at least x, from `smallest` to the largest error.
fn exceedance(entry: &Entry, kind: &Kind) -> Vec<(f64, f64)> {
    let mut errors: Vec<f64> = entry
        .answers
        .iter()
        .filter_map(kind.of)
        .filter(|e| e.is_finite())
        .collect();
    let all = errors.len() as f64;
    errors.retain(|e| *e > kind.smallest);
    errors.sort_by(f64::total_cmp);
    let share = |above: usize| above as f64 / all;
    let n = errors.len();
    let mut steps = Vec::new();
    let mut last = kind.smallest;
    for (i, &error) in errors.iter().enumerate() {
        // The rare and large are kept one by one, the many and small in groups.
        if i % n.div_ceil(MAX_STEPS) == 0 || n - i <= MAX_STEPS / 3 {
            steps.extend([(last, share(n - i)), (error, share(n - i))]);
            last = error;
        }
    }
    if n > 0 {
        steps.push((last, share(1) * 0.5));
    }
    steps
}
