//! `grow.csv`: a row for each contestant and size of the world. Columns of a class of sweeps that was not asked are empty.

use crate::cells::csv;
use crate::error::ReportError;
use clipmark_record::grow::{GrowResults, Growth, TraceCost};

/// Every figure of every row; a time that was not taken is an empty cell.
///
/// # Errors
/// [`ReportError::Csv`](crate::ReportError) when a row cannot be written.
pub(super) fn grow_csv(book: &GrowResults) -> Result<String, ReportError> {
    let classes = book
        .rows
        .iter()
        .map(|r| (r, [0, 1, 2].map(|class| r.traces.get(class))));
    csv!("grow", classes, |(r, [short, middle, long])| {
        contestant: r.contestant.as_str(),
        brushes: r.brushes,
        primitives: r.primitives,
        bytes: r.bytes.counted,
        said_bytes: r.bytes.said,
        build_seconds: r.build_seconds,
        build_wall_seconds: r.build_wall_seconds,
        tick_ns: r.tick_ns,
        tick_spread_ns: r.tick_spread_ns,
        trace_1_16_ns: short.and_then(|c| c.ns),
        trace_1_16_spread_ns: short.map(|c| c.spread_ns),
        trace_1_16_growth: growth(short, |g| g.times),
        trace_1_16_growth_low: growth(short, |g| g.interval[0]),
        trace_1_16_growth_high: growth(short, |g| g.interval[1]),
        trace_1_16_missed: short.map(|c| c.missed),
        trace_1_16_phantom: short.map(|c| c.phantom),
        trace_1_16_penetrating: short.map(|c| c.penetrating),
        trace_1_16_nodes: short.map(|c| c.nodes),
        trace_1_16_planes: short.map(|c| c.planes),
        trace_16_256_ns: middle.and_then(|c| c.ns),
        trace_16_256_spread_ns: middle.map(|c| c.spread_ns),
        trace_16_256_growth: growth(middle, |g| g.times),
        trace_16_256_growth_low: growth(middle, |g| g.interval[0]),
        trace_16_256_growth_high: growth(middle, |g| g.interval[1]),
        trace_16_256_missed: middle.map(|c| c.missed),
        trace_16_256_phantom: middle.map(|c| c.phantom),
        trace_16_256_penetrating: middle.map(|c| c.penetrating),
        trace_16_256_nodes: middle.map(|c| c.nodes),
        trace_16_256_planes: middle.map(|c| c.planes),
        trace_256_4096_ns: long.and_then(|c| c.ns),
        trace_256_4096_spread_ns: long.map(|c| c.spread_ns),
        trace_256_4096_growth: growth(long, |g| g.times),
        trace_256_4096_growth_low: growth(long, |g| g.interval[0]),
        trace_256_4096_growth_high: growth(long, |g| g.interval[1]),
        trace_256_4096_missed: long.map(|c| c.missed),
        trace_256_4096_phantom: long.map(|c| c.phantom),
        trace_256_4096_penetrating: long.map(|c| c.penetrating),
        trace_256_4096_nodes: long.map(|c| c.nodes),
        trace_256_4096_planes: long.map(|c| c.planes),
    })
}

fn growth(cost: Option<&TraceCost>, of: fn(&Growth) -> f64) -> Option<f64> {
    cost?.growth.as_ref().map(of)
}
