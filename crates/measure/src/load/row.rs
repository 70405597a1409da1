//! A row of results: one contestant's players on a number of threads.

use super::Unit;
use crate::run::setting::BuiltContestant;
use clipmark_movement::Body;
use clipmark_record::held::Held;
use clipmark_record::load::{LoadRow, Tail};
use clipmark_record::{Ratio, Timing};

/// Nanoseconds in the printed unit.
pub(super) const USEC: f64 = 1e-3;
const MSEC: f64 = 1e-6;

/// A contestant, and the time of a tick of one of its players.
pub(super) struct Who<'a> {
    pub(super) entrant: &'a BuiltContestant,
    pub(super) tick_usec: Tail,
}

pub(super) fn of_ratio((value, interval): (f64, [f64; 2])) -> Ratio {
    Ratio { value, interval }
}

/// A contestant's frames beside those of others, and beside its own on the fewest threads.
pub(super) struct Beside<'a> {
    pub(super) time: &'a Timing,
    pub(super) scaling: Option<Ratio>,
}

/// The times of ticks from nanoseconds.
pub(super) fn of_ticks(nsec: Vec<f64>) -> Tail {
    Tail::from_values(nsec).times(USEC)
}

/// `nsec` are those of frames, `states` a hash of the last states.
pub(super) fn row(
    who: &Who,
    unit: Unit,
    threads: usize,
    (nsec, states): (&[f64], u64),
    is_timed: bool,
    beside: &Beside,
) -> LoadRow {
    let frame_msec = Tail::from_values(nsec.to_vec()).times(MSEC);
    let or_nothing = |tail: Tail| if is_timed { tail } else { Tail::default() };
    let rate = unit.players as f64 / (frame_msec.p50 / 1000.0);
    let Beside { time, scaling } = *beside;
    LoadRow {
        contestant: who.entrant.contestant.to_string(),
        players: unit.players,
        hertz: f64::from(unit.hertz),
        threads,
        unlike_alone: !is_timed,
        frames: nsec.len(),
        ticks_per_second: if is_timed { rate } else { 0.0 },
        frame_msec: or_nothing(frame_msec),
        relative: time.standing.map(|_| Ratio {
            value: time.relative,
            interval: time.relative_interval,
        }),
        standing: time.standing,
        scaling,
        tick_usec: or_nothing(who.tick_usec),
        world_bytes: Held::declared(who.entrant.backend.facts().bytes),
        player_bytes: size_of::<Body>(),
        state_hash: format!("{:016x}", states),
    }
}
