//! F18, snag or ghost edge: a tick ends otherwise than in the same world with its seams merged (`docs/failures.md`).
//!
//! Each tick begins from the run's own state and is played again on the merged world's backend. So one snag is one
//! tick. Unit: units per second of difference in velocity; counted are ticks. More than 1 is a snag. Differences
//! that four f32 steps aside cause in the world itself are near-ties and not counted (`counterparts/mod.rs`).
//! Departures: tick by tick, not run by run. The count is not per 1,000 seams, since the crossed seams are not
//! known.

use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F18",
    needs: Needs::Merged,
    concerns: Concerns::AnyMover,
    look,
};

/// A smaller difference is rounding, in units per second.
const SNAG: f64 = 1.0;

fn look(evidence: &Evidence) -> Seen {
    let run = evidence.walk.run;
    let mut seen = Seen::default();
    let merged = evidence.others.own.and_then(|o| o.merged.as_ref());
    for (k, other) in merged.into_iter().flatten().enumerate() {
        let Some(other) = other else { continue };
        let body = &run.states[k + 1];
        let apart = f64::from((other.velocity - body.velocity).norm());
        if apart > SNAG {
            seen.tick(apart, k, &body.origin);
        }
    }
    seen
}
