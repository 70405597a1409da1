//! F29, far-origin loss: moved away by a power of two, the run has new failures (`docs/failures.md`).
//!
//! The failures are F14 to F27 in the run moved by 2^10, 2^12 and 2^14 units. At the last the skin is still 16 f32
//! steps (1/32 is). Unit: units to the nearest distance with a new failure (smaller is worse); counted are the
//! distances. Departure: nothing is tried from 2^15 on, where f32 itself is expected to fail (`docs/truth.md` section
//! 7).

use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F29",
    needs: Needs::Far,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let mut seen = Seen::default();
    let start = evidence.walk.run.states.first().map(|b| b.origin);
    let far = evidence.others.own.into_iter().flat_map(|o| &o.far);
    for away in far.filter(|f| !f.lost.is_empty()) {
        if seen.count == 0 {
            seen.example = format!("2^{} u away: {}", away.power, away.lost.join(", "));
            seen.case(2f64.powi(away.power), None, &start.unwrap_or_default());
        } else {
            seen.count += 1;
        }
    }
    seen
}
