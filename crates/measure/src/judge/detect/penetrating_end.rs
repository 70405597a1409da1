//! F3, penetrating end: a sweep ends in a solid, deeper than the tolerance.
//!
//! Unit: units of depth, exact. Tolerance: a quarter of the skin and eight f32 steps of the largest coordinate. A hull
//! that starts in a solid and does not move has gone no deeper, and is not counted.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F3",
    name: "ends in a solid",
    unit: "u",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    says: "A sweep ends deeper in a solid than rounding puts it.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        j.verdict.penetrating.then_some(j.verdict.penetration)
    })
}
