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
    name: "stops at nothing",
    unit: "u",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    says: "A sweep stops where nothing is.",
    does: ["stops a sweep where nothing is", ", up to {} u early"],
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        j.verdict.is(Fault::Phantom).then_some(j.verdict.measures.lost)
    })
}
