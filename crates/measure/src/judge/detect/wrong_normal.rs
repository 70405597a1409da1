//! F5, wrong normal: the normal is outside the cone of the surfaces met, not of unit length, or along the motion
//! (`docs/failures.md`).
//!
//! Unit: degrees to the nearest right normal; 180 if it is missing, not a unit vector or along the motion. Tolerance:
//! one degree, the referee's: solvers place normals of features of a few units to about a tenth. A normal along the
//! motion counts only if the path leaves the surface by more than 8 f32 steps. Less is rounding, by which Quake III
//! too stops a path that keeps its distance. Departure: near an edge the referee's rule decides which normals are
//! right: the skin decides which surface is met first.

use super::answers::tally;
use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_truth::Fault;

pub(super) const DETECTOR: Detector = Detector {
    id: "F5",
    needs: Needs::Answers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    tally(evidence, |j| {
        let v = &j.verdict;
        let size = v
            .measures
            .normal_error
            .filter(|_| v.measures.opposed || v.is_of_geometry(Fault::StoppedAlong))
            .unwrap_or(180.0);
        (v.is(Fault::WrongNormal) || v.is(Fault::WrongWayOut)).then_some(size)
    })
}
