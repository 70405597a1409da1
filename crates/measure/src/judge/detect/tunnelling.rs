//! F1, tunnelling: the path reported free leads through a solid (`docs/failures.md`).
//!
//! Unit: units of depth, the largest by which the solids may be shrunk and still be met. Tolerance: the referee's (a
//! quarter of the skin and eight f32 steps; head of `crates/truth/src/judge/stop.rs`). An unusable answer (not a number,
//! or an end that contradicts the fraction) counts too. Its depth is infinite if it is not finite. Effects of an engine's
//! own rule (a clipped corner, a touched solid that is left) have their own counts: classes of crate `truth`.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F1",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        let v = &j.verdict;
        let finite = j.trace.end.iter().all(|x| x.is_finite()) && j.trace.fraction.is_finite();
        v.is_missed().then_some(if finite {
            v.measures.missed_depth
        } else {
            f64::INFINITY
        })
    })
}
