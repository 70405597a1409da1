//! `grow.csv`: a row for each contestant and size of the world. Columns of a class of sweeps that was not asked are empty.

use crate::cells::{Figure, Text, csv_file, row};
use crate::error::ReportError;
use clipmark_record::grow::{GrowResults, GrowRow, Growth, TraceCost};

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        brushes: usize,
        copies: usize,
        primitives: usize,
        bytes: Option<usize>,
        said_bytes: usize,
        build_seconds: Figure,
        build_wall_seconds: Figure,
        tick_ns: Option<Figure>,
        tick_spread_ns: Figure,
        trace_1_16_ns: Option<Figure>,
        trace_1_16_spread_ns: Option<Figure>,
        trace_1_16_growth: Option<Figure>,
        trace_1_16_growth_low: Option<Figure>,
        trace_1_16_growth_high: Option<Figure>,
        trace_1_16_missed: Option<usize>,
        trace_1_16_phantom: Option<usize>,
        trace_1_16_penetrating: Option<usize>,
        trace_1_16_nodes: Option<Figure>,
        trace_1_16_planes: Option<Figure>,
        trace_16_256_ns: Option<Figure>,
        trace_16_256_spread_ns: Option<Figure>,
        trace_16_256_growth: Option<Figure>,
        trace_16_256_growth_low: Option<Figure>,
        trace_16_256_growth_high: Option<Figure>,
        trace_16_256_missed: Option<usize>,
        trace_16_256_phantom: Option<usize>,
        trace_16_256_penetrating: Option<usize>,
        trace_16_256_nodes: Option<Figure>,
        trace_16_256_planes: Option<Figure>,
        trace_256_4096_ns: Option<Figure>,
        trace_256_4096_spread_ns: Option<Figure>,
        trace_256_4096_growth: Option<Figure>,
        trace_256_4096_growth_low: Option<Figure>,
        trace_256_4096_growth_high: Option<Figure>,
        trace_256_4096_missed: Option<usize>,
        trace_256_4096_phantom: Option<usize>,
        trace_256_4096_penetrating: Option<usize>,
        trace_256_4096_nodes: Option<Figure>,
        trace_256_4096_planes: Option<Figure>,
    }
}

/// Every figure of every row; a time that was not taken is an empty cell.
///
/// # Errors
/// [`ReportError::Csv`](crate::ReportError) when a row cannot be written.
pub(super) fn grow_csv(book: &GrowResults) -> Result<String, ReportError> {
    csv_file("grow", rows(book))
}

fn rows(book: &GrowResults) -> impl Iterator<Item = Row<'_>> {
    book.rows.iter().map(row)
}

fn growth(cost: Option<&TraceCost>, of: fn(&Growth) -> f64) -> Option<Figure> {
    cost?.growth.as_ref().map(|growth| Figure(of(growth)))
}

fn row(r: &GrowRow) -> Row<'_> {
    let [short, middle, long] = [0, 1, 2].map(|class| r.traces.get(class));
    Row {
        contestant: r.contestant.as_str().into(),
        brushes: r.brushes,
        copies: r.copies,
        primitives: r.primitives,
        bytes: r.bytes.counted,
        said_bytes: r.bytes.said,
        build_seconds: Figure(r.build_seconds),
        build_wall_seconds: Figure(r.build_wall_seconds),
        tick_ns: r.tick_ns.map(Figure),
        tick_spread_ns: Figure(r.tick_spread_ns),
        trace_1_16_ns: short.and_then(|c| c.ns).map(Figure),
        trace_1_16_spread_ns: short.map(|c| Figure(c.spread_ns)),
        trace_1_16_growth: growth(short, |g| g.times),
        trace_1_16_growth_low: growth(short, |g| g.interval[0]),
        trace_1_16_growth_high: growth(short, |g| g.interval[1]),
        trace_1_16_missed: short.map(|c| c.missed),
        trace_1_16_phantom: short.map(|c| c.phantom),
        trace_1_16_penetrating: short.map(|c| c.penetrating),
        trace_1_16_nodes: short.map(|c| Figure(c.nodes)),
        trace_1_16_planes: short.map(|c| Figure(c.planes)),
        trace_16_256_ns: middle.and_then(|c| c.ns).map(Figure),
        trace_16_256_spread_ns: middle.map(|c| Figure(c.spread_ns)),
        trace_16_256_growth: growth(middle, |g| g.times),
        trace_16_256_growth_low: growth(middle, |g| g.interval[0]),
        trace_16_256_growth_high: growth(middle, |g| g.interval[1]),
        trace_16_256_missed: middle.map(|c| c.missed),
        trace_16_256_phantom: middle.map(|c| c.phantom),
        trace_16_256_penetrating: middle.map(|c| c.penetrating),
        trace_16_256_nodes: middle.map(|c| Figure(c.nodes)),
        trace_16_256_planes: middle.map(|c| Figure(c.planes)),
        trace_256_4096_ns: long.and_then(|c| c.ns).map(Figure),
        trace_256_4096_spread_ns: long.map(|c| Figure(c.spread_ns)),
        trace_256_4096_growth: growth(long, |g| g.times),
        trace_256_4096_growth_low: growth(long, |g| g.interval[0]),
        trace_256_4096_growth_high: growth(long, |g| g.interval[1]),
        trace_256_4096_missed: long.map(|c| c.missed),
        trace_256_4096_phantom: long.map(|c| c.phantom),
        trace_256_4096_penetrating: long.map(|c| c.penetrating),
        trace_256_4096_nodes: long.map(|c| Figure(c.nodes)),
        trace_256_4096_planes: long.map(|c| Figure(c.planes)),
    }
}
