//! F20, penetration history: how deep the hull is in solids after each tick (`docs/failures.md`).
//!
//! Unit: units of depth, exact. Tolerance: tol, a quarter of the skin and eight f32 steps of the largest coordinate.
//! Departure: the count is of ticks; no integral over time is given.

use super::{Concerns, Detector, Evidence, Needs, Seen, SolidTruth};
use crate::run::play::Played;
use clipmark_movement::Body;

pub(super) const DETECTOR: Detector = Detector {
    id: "F20",
    needs: Needs::Run,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for (k, depth) in depths(walk.run, walk.truth).into_iter().enumerate() {
        let at = &walk.run.states[k + 1].origin;
        if depth > walk.tolerance(at) {
            seen.tick(depth, k, at);
        }
    }
    seen
}

/// Depth after each tick in units, exact; 0 when free.
pub(crate) fn depths(played: &Played, truth: &SolidTruth) -> Vec<f64> {
    let depth = |pair: &[Body]| {
        let [before, at] = [0, 1].map(|k| pair[k].origin.cast());
        truth.reference(&pair[1]).depth_from(&before, &at)
    };
    played.states.windows(2).map(depth).collect()
}
