//! How cost grows with the world: a line a contestant, both axes logarithmic.

use super::axis::Axis;
use super::chart::{Chart, SIZE};
use super::curves;
use crate::error::ReportError;
use clipmark_record::grow::{GrowResults, Quantity};

struct Kind {
    quantity: Quantity,
    file: &'static str,
    title: &'static str,
    y_name: &'static str,
    caption: &'static str,
    /// The factor from a quantity to the unit of its axis.
    unit: f64,
}

const TRACE: &str = "Median time of a sweep of a player, contestants taking turns, against the brushes of the \
                     world. Sweeps start anywhere in it.";

const KINDS: [Kind; 6] = [
    Kind {
        quantity: Quantity::TraceShort,
        file: "grow-trace-1-16.svg",
        title: "Time of a sweep of 1 to 16 u",
        y_name: "ns (log)",
        caption: TRACE,
        unit: 1.0,
    },
    Kind {
        quantity: Quantity::TraceMiddle,
        file: "grow-trace-16-256.svg",
        title: "Time of a sweep of 16 to 256 u",
        y_name: "ns (log)",
        caption: "The same for sweeps of up to 256 u.",
        unit: 1.0,
    },
    Kind {
        quantity: Quantity::TraceLong,
        file: "grow-trace-256-4096.svg",
        title: "Time of a sweep of 256 to 4,096 u",
        y_name: "ns (log)",
        caption: "The same for sweeps of up to 4,096 u.",
        unit: 1.0,
    },
    Kind {
        quantity: Quantity::Tick,
        file: "grow-tick.svg",
        title: "Time of a tick",
        y_name: "µs (log)",
        caption: "Median time of a tick of players that run about, each by itself, against the brushes of the world.",
        unit: 1e-3,
    },
    Kind {
        quantity: Quantity::Build,
        file: "grow-build.svg",
        title: "Time to build",
        y_name: "s (log)",
        caption: "CPU time of one build from the world, against the brushes of the world.",
        unit: 1.0,
    },
    Kind {
        quantity: Quantity::Memory,
        file: "grow-memory.svg",
        title: "Memory",
        y_name: "kB (log)",
        caption: "What the built backend holds, as it counts itself, against the brushes of the world.",
        unit: 1e-3,
    },
];

/// The files of all plots.
pub(crate) const FILES: [&str; 6] = {
    let mut all = [""; 6];
    let mut i = 0;
    while i < KINDS.len() {
        all[i] = KINDS[i].file;
        i += 1;
    }
    all
};

/// A plot for each quantity that some contestant has at two sizes.
pub(crate) fn plots(book: &GrowResults) -> Result<Vec<super::Plot>, ReportError> {
    let drawn = KINDS.iter().map(|kind| draw(book, kind));
    drawn.filter_map(Result::transpose).collect()
}

fn draw(book: &GrowResults, kind: &Kind) -> Result<Option<super::Plot>, ReportError> {
    let names = book.contestants();
    let curve = |name: &str| -> Vec<(f64, f64)> {
        let own = book.rows.iter().filter(|row| row.contestant == name);
        let points =
            own.filter_map(|row| Some((row.brushes as f64, row.quantity(kind.quantity)? * kind.unit)));
        let mut points: Vec<_> = points.filter(|p| p.1 > 0.0 && p.1.is_finite()).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    let curves: Vec<_> = names.iter().map(|name| curve(name)).collect();
    if curves.iter().all(|points| points.len() < 2) {
        return Ok(None);
    }
    let points = || curves.iter().flatten();
    let chart = Chart {
        file: kind.file,
        title: kind.title.into(),
        caption: kind.caption.into(),
        size: SIZE,
        x: Axis::log(points().map(|p| p.0)),
        y: Axis::log(points().map(|p| p.1)),
        x_name: "brushes (log)",
        y_name: kind.y_name,
        legend: curves::legend(names.iter().copied()),
    };
    let drawn = chart.draw(|context| curves::draw(context, &curves, 2.0));
    drawn.map(Some)
}
