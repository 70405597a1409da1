//! F29, far-origin loss: moved away by a power of two, the run has failures that it has not at home.
//!
//! Unit: units to the first distance at which one appears (the least, so smaller is worse); counted are the distances
//! at which one does. The failures are those of F14 to F27 in the run played there. Tried are 2^10, 2^12 and
//! 2^14, the last where the skin is still 16 f32 steps (1/32 is). Lawful: from 2^15 on nothing is expected of f32
//! (`truth.md`, float budget), and nothing is tried; departure from `failures.md`.

use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F29",
    name: "far-origin loss",
    unit: "u away",
    needs: Needs::Far,
    concerns: Concerns::AnyMover,
    says: "Far from the origin the run has failures that it has not at home.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let mut seen = Seen::default();
    let start = evidence.walk.run.states.first().map(|b| b.origin);
    let far = evidence.others.own.into_iter().flat_map(|o| &o.far);
    for away in far.filter(|f| !f.lost.is_empty()) {
        if seen.count == 0 {
            seen.example = format!("2^{} units away: {}", away.power, away.lost.join(", "));
            seen.case(2f64.powi(away.power), None, &start.unwrap_or_default());
        } else {
            seen.count += 1;
        }
    }
    seen
}
