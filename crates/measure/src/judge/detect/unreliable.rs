//! F13b, no reliable answer: iterations ran out or a solver failed, and the answer says so (`docs/failures.md`).
//!
//! Unit: cases, each of size 1. F1 and F2 judge the further harm of such an answer. This counts that a solver gave up
//! and said so; a free path reported instead is F1.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_truth::Fault;

pub(super) const DETECTOR: Detector = Detector {
    id: "F13b",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        j.verdict.is_of_geometry(Fault::Unreliable).then_some(1.0)
    })
}
