//! F6, start-solid disagreement: the flags start solid or all solid differ from the exact answer
//! (`docs/failures.md`).
//!
//! Unit: cases, each of size 1. Tolerance: a start within the tolerance of a surface may be called either. A
//! backend's declaration of starts in solids decides.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F6",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| j.verdict.is_wrong_start().then_some(1.0))
}
