//! F33, passed by a mover: a moving part went through the body in its own part of a tick (`docs/failures.md`).
//!
//! It judges the way of the body in the mover's frame while the world moved. The way enters the mover and is free at both ends.
//! Unit: units of depth at the deepest of the places asked along the way. Tolerance: tol. Nothing is lawful here: movers that are
//! faster than both are thick pass bodies in the engines, and that counts too.
//!
//! A mover that turns is judged by proofs for the whole tick (`docs/truth.md`), of the body less tol. Free at both ends is then not
//! deeper than tol. A body that it moved goes straight: what that leaves its arc by is added. Ticks of which nothing is proven are
//! counted, not judged.

use super::mover_truth::{body_then, pushed, steps, turned_steps};
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F33",
    needs: Needs::Movers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let Some(course) = &walk.run.course else {
        return seen;
    };
    for k in 0..walk.ticks() {
        let [from, to] = pushed(walk, course, k);
        let body = body_then(walk, course, k);
        let each = steps(walk, course, k, body).map(|(_, step)| step.passed(&from, &to));
        let mut depth = each.fold(0.0, f64::max);
        let tolerance = walk.tolerance(&from);
        let mut undecided = false;
        for turned in turned_steps(walk, course, k, body) {
            let passed = turned.passed(&from, &to, tolerance);
            depth = depth.max(passed.depth);
            undecided |= passed.undecided;
        }
        if depth > tolerance {
            seen.tick(depth, k, &from);
        } else {
            seen.undecided += usize::from(undecided);
        }
    }
    seen
}
