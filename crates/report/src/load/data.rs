//! `load.csv`: a row for each contestant, number of players, rate and number of threads. A ratio that was not taken is empty.

use crate::cells::csv;
use crate::error::ReportError;
use clipmark_record::Ratio;
use clipmark_record::load::LoadResults;

/// Every figure of every row.
///
/// # Errors
/// [`ReportError::Csv`](crate::ReportError) when a row cannot be written.
pub(super) fn load_csv(book: &LoadResults) -> Result<String, ReportError> {
    let rows = book.rows.iter();
    let rows = rows.map(|r| (r, r.frame_msec, r.tick_usec));
    csv!("load", rows, |(r, frame, tick)| {
        contestant: r.contestant.as_str(),
        players: r.players,
        hertz: r.hertz,
        threads: r.threads,
        frames: r.frames,
        ticks_per_second: r.ticks_per_second,
        frame_p50_ms: frame.p50,
        frame_p99_ms: frame.p99,
        frame_p999_ms: frame.p999,
        frame_max_ms: frame.max,
        tick_p50_us: tick.p50,
        tick_p99_us: tick.p99,
        tick_p999_us: tick.p999,
        tick_max_us: tick.max,
        world_bytes: r.world_bytes.counted,
        world_said_bytes: r.world_bytes.said,
        player_bytes: r.player_bytes,
        state_hash: r.state_hash.as_str(),
        unlike_alone: r.unlike_alone,
        movers: book.movers,
        relative: r.relative.map(|ratio| ratio.value),
        relative_low: end(r.relative, 0),
        relative_high: end(r.relative, 1),
        scaling: r.scaling.map(|ratio| ratio.value),
        scaling_low: end(r.scaling, 0),
        scaling_high: end(r.scaling, 1),
    })
}

/// An end of a ratio's interval. An infinite value is no number in a table.
fn end(ratio: Option<Ratio>, end: usize) -> Option<f64> {
    ratio.map(|r| r.interval[end]).filter(|x| x.is_finite())
}
