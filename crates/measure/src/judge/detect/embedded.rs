//! F20, penetration history: how deep the hull is in solids after each tick (`docs/failures.md`).
//!
//! Unit: units of depth, exact. Tolerance: tol, a quarter of the skin and eight f32 steps of the largest coordinate.
//! Departure: the count is of ticks; no integral over time is given.

use super::{Evidence, Seen, SolidTruth};
use crate::run::play::Played;
use clipmark_movement::Body;

pub(super) fn in_solids(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let depths = depths(walk.run, walk.truth);
    Seen::in_ticks(walk, |k| {
        let tolerance = walk.tolerance(&walk.run.states[k + 1].origin);
        (depths[k] > tolerance).then_some(depths[k])
    })
}

/// Depth after each tick in units, exact; 0 when free.
pub(crate) fn depths(played: &Played, truth: &SolidTruth) -> Vec<f64> {
    let depth = |pair: &[Body]| {
        let [before, at] = [0, 1].map(|k| pair[k].origin.cast());
        truth.reference(&pair[1]).depth_from(&before, &at)
    };
    played.states.windows(2).map(depth).collect()
}
