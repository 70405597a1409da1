//! `load.csv`: a row for each contestant, number of players, rate and number of threads. A ratio that was not taken is empty,
//! and so are misses that were not counted.

use crate::cells::{Figure, Text, csv_file, row};
use crate::error::ReportError;
use clipmark_record::Ratio;
use clipmark_record::load::{LoadResults, LoadRow};

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        players: usize,
        hertz: Figure,
        threads: usize,
        frames: usize,
        ticks_per_second: Figure,
        frame_p50_ms: Figure,
        frame_p99_ms: Figure,
        frame_p999_ms: Figure,
        frame_max_ms: Figure,
        tick_p50_us: Figure,
        tick_p99_us: Figure,
        tick_p999_us: Figure,
        tick_max_us: Figure,
        world_bytes: Option<usize>,
        world_said_bytes: usize,
        player_bytes: usize,
        state_hash: Text<'a>,
        unlike_alone: bool,
        solid: bool,
        movers: usize,
        relative: Option<Figure>,
        relative_low: Option<Figure>,
        relative_high: Option<Figure>,
        scaling: Option<Figure>,
        scaling_low: Option<Figure>,
        scaling_high: Option<Figure>,
        first_cache_misses: Option<Figure>,
        last_cache_misses: Option<Figure>,
    }
}

/// Every figure of every row.
///
/// # Errors
/// [`ReportError::Csv`](crate::ReportError) when a row cannot be written.
pub(super) fn load_csv(book: &LoadResults) -> Result<String, ReportError> {
    csv_file("load", rows(book))
}

fn rows(book: &LoadResults) -> impl Iterator<Item = Row<'_>> {
    book.rows.iter().map(|r| row(book, r))
}

/// The misses of a tick, if they were counted for the players and the rate of a row.
fn misses(book: &LoadResults, row: &LoadRow) -> Option<[f64; 2]> {
    let found = book.misses.as_ref()?;
    let is_same = found.players == row.players && found.hertz == row.hertz;
    let own = found.rows.iter().find(|m| m.contestant == row.contestant)?;
    own.misses.filter(|_| is_same)
}

fn row<'a>(book: &LoadResults, r: &'a LoadRow) -> Row<'a> {
    let (frame, tick) = (r.frame_msec, r.tick_usec);
    let value = |ratio: Option<Ratio>| ratio.map(|r| Figure(r.value));
    // An infinite value is no number in a table.
    let end = |ratio: Option<Ratio>, end: usize| {
        let end = ratio.map(|r| r.interval[end]);
        end.filter(|x| x.is_finite()).map(Figure)
    };
    let misses = misses(book, r);
    Row {
        contestant: r.contestant.as_str().into(),
        players: r.players,
        hertz: Figure(r.hertz),
        threads: r.threads,
        frames: r.frames,
        ticks_per_second: Figure(r.ticks_per_second),
        frame_p50_ms: Figure(frame.p50),
        frame_p99_ms: Figure(frame.p99),
        frame_p999_ms: Figure(frame.p999),
        frame_max_ms: Figure(frame.max),
        tick_p50_us: Figure(tick.p50),
        tick_p99_us: Figure(tick.p99),
        tick_p999_us: Figure(tick.p999),
        tick_max_us: Figure(tick.max),
        world_bytes: r.world_bytes.counted,
        world_said_bytes: r.world_bytes.said,
        player_bytes: r.player_bytes,
        state_hash: r.state_hash.as_str().into(),
        unlike_alone: r.unlike_alone,
        solid: book.solid,
        movers: book.movers,
        relative: value(r.relative),
        relative_low: end(r.relative, 0),
        relative_high: end(r.relative, 1),
        scaling: value(r.scaling),
        scaling_low: end(r.scaling, 0),
        scaling_high: end(r.scaling, 1),
        first_cache_misses: misses.map(|m| Figure(m[0])),
        last_cache_misses: misses.map(|m| Figure(m[1])),
    }
}
