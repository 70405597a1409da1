//! F13b, answers that are not vouched for: iterations ran out or a solver failed, and the answer says so.
//!
//! Unit: cases, each of size 1. What such an answer costs beside is judged with F1 and F2; that a solver which gives up
//! says so is what this counts, and a free way reported in its place is F1.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F13b",
    name: "not vouched for",
    unit: "cases",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    says: "The backend itself does not vouch for its answer.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        (j.verdict.unreliable || !j.verdict.judged).then_some(1.0)
    })
}
