//! F1, tunnelling: the way that is said to be free leads through a solid.
//!
//! Unit: units of depth, the largest by which the solids may be shrunk and still be met. Tolerance: the referee's (a
//! quarter of the skin and eight f32 steps; head of `judge.rs` of crate `truth`). An answer that is none (NaN, or an end
//! that is not where the fraction says) counts as well, with infinite depth if it is not finite. What an engine does by a
//! rule of its own (a corner cut, a solid that is touched and let go of) has counts of its own: classes of crate `truth`.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};
use crate::judge::referee::is_missed;

pub(super) const DETECTOR: Detector = Detector {
    id: "F1",
    name: "passes through",
    unit: "u",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    says: "A sweep is told that its way is free, and the hull passes through a solid on it.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        let v = &j.verdict;
        let finite = j.trace.end.iter().all(|x| x.is_finite()) && j.trace.fraction.is_finite();
        is_missed(v).then_some(if finite { v.missed_depth } else { f64::INFINITY })
    })
}
