//! F3, penetrating end: a sweep ends deeper in a solid than the tolerance (`docs/failures.md`).
//!
//! Unit: units of depth, exact. Tolerance: tol, a quarter of the skin and eight f32 steps of the largest coordinate.
//! Not counted: a hull that starts in a solid and does not move.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_truth::Fault;

pub(super) const DETECTOR: Detector = Detector {
    id: "F3",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        j.verdict
            .is(Fault::TooDeep)
            .then_some(j.verdict.measures.penetration)
    })
}
