//! F2, phantom hit: a sweep is stopped where the hull, grown by skin and tolerance, meets nothing
//! (`docs/failures.md`).
//!
//! Unit: units of free path lost. Tolerance, and which stops inside a skin are right: the referee's (head of
//! `judge/mod.rs` of crate `truth`).

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_truth::Fault;

pub(super) const DETECTOR: Detector = Detector {
    id: "F2",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        j.verdict.is(Fault::Phantom).then_some(j.verdict.measures.lost)
    })
}
