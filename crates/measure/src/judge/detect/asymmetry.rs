//! F30, asymmetry: a tick in the world turned or mirrored ends elsewhere (`docs/failures.md`).
//!
//! World, body and keys are turned by 90 degrees, mirrored, or have their axes exchanged, all without rounding. Each
//! tick begins from the run's own state. Unit: units between the two ends; counted are ticks. Tolerance: tol, since
//! backends may round differently along different axes. Near-ties are left out (`counterparts/mod.rs`). Departure:
//! tick by tick instead of whole paths, which diverge at any near-tie.

use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F30",
    needs: Needs::Turned,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for k in 0..walk.ticks() {
        let body = &walk.run.states[k + 1];
        let turned = evidence.others.own.into_iter().flat_map(|o| &o.turned);
        let apart = turned
            .filter_map(|t| t.after.get(k)?.as_ref())
            .map(|other| f64::from((other.origin - body.origin).norm()))
            .fold(0.0, f64::max);
        if apart > walk.tolerance(&body.origin) {
            seen.tick(apart, k, &body.origin);
        }
    }
    seen
}
