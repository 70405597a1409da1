//! F23, step-down bounce: on the way down the body flies though ground is within the profile's probe
//! (`docs/failures.md`).
//!
//! The profile's probe and rule at each place are exact (`ground.rs`). So jumps and flights by law do not count
//! (L20: steeper or faster than the probe can follow). Only flights that began on ground higher up are judged. Unit:
//! ticks of the longest flight; counted are ticks. Movement without a probe (NetQuake) is not judged.

use super::ground::{Due, due, probes};
use super::{Concerns, Detector, Evidence, Needs, Seen, bounds};

pub(super) const DETECTOR: Detector = Detector {
    id: "F23",
    needs: Needs::Run,
    concerns: Concerns::SlideMoves,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    if !probes(walk) {
        return seen;
    }
    let states = &walk.run.states;
    let (mut left_at, mut flight) = (None, 0);
    for k in 0..walk.ticks() {
        let body = &states[k + 1];
        if body.grounded || bounds::jumps(walk, k) {
            left_at = body.grounded.then_some(body.origin.z);
            flight = 0;
            continue;
        }
        let down = left_at.is_some_and(|z| body.origin.z < z);
        if down && due(walk, k + 1) == Due::Ground {
            flight += 1;
            seen.tick(f64::from(flight), k, &body.origin);
        }
    }
    seen
}
