//! F5, wrong normal: the normal reported is not in the cone of the surfaces met, not a unit vector, or along the motion.
//!
//! Unit: degrees to the nearest lawful normal; 180 for one that is missing, no unit vector or along the motion. Tolerance:
//! five degrees, as in the table of a report: solvers place normals of features of a few units to about a tenth, and a
//! wrong face is rarely nearer than five. Along the motion is only what leaves the surface by more than 8 f32 steps: less
//! is rounding, by which Quake III too stops what keeps its distance. Departure from `failures.md`: which normals are
//! lawful near an edge is the referee's rule (the skin decides which of two surfaces is met first).

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_record::WRONG_NORMAL_DEGREES;

pub(super) const DETECTOR: Detector = Detector {
    id: "F5",
    name: "wrong normal",
    unit: "deg",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    says: "The normal reported is none of the surface met.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        let v = &j.verdict;
        if !v.opposed && !v.along || v.wrong_normal && v.normal_error.is_none() {
            return Some(180.0);
        }
        v.normal_error.filter(|e| *e > WRONG_NORMAL_DEGREES)
    })
}
