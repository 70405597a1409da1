//! F2, phantom hit: a sweep is stopped where the hull, grown by skin and tolerance, meets nothing.
//!
//! Unit: units of free way lost. Tolerance and lawful stops in a skin: the referee's (head of `judge.rs` of crate
//! `truth`).

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F2",
    name: "stops at nothing",
    unit: "u",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    says: "A sweep is stopped where there is nothing to be stopped by.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| j.verdict.phantom.then_some(j.verdict.lost))
}
