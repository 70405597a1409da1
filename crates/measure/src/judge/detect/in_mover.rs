//! F32, in a mover: how deep the hull is in a moving part after each tick (`docs/failures.md`).
//!
//! Unit: units of depth, exact, in the mover's frame. Tolerance: tol, with the steps of the larger of the coordinates of body and
//! mover. Lawful and not counted: nothing. Departure: a mover that is turned is not judged.

use super::mover_truth::steps;
use super::{Concerns, Detector, Evidence, Needs, Seen, Walk};
use clipmark_geometry::Point;

pub(super) const DETECTOR: Detector = Detector {
    id: "F32",
    name: "in a mover",
    unit: "u",
    needs: Needs::Movers,
    concerns: Concerns::AnyMover,
    says: "The body is deeper in a moving part after a tick than rounding puts it.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for (k, depth) in depths(walk).into_iter().enumerate() {
        let at = &walk.run.states[k + 1].origin;
        if depth > walk.tolerance(at) {
            seen.tick(depth, k, at);
        }
    }
    seen
}

/// Depth in movers after each tick in units, exact; 0 where it is free, and where nothing moves.
pub(crate) fn depths(walk: &Walk) -> Vec<f64> {
    let ticks = walk.ticks();
    let Some(course) = &walk.run.course else {
        return vec![0.0; ticks];
    };
    let depth = |k: usize| {
        let body = &walk.run.states[k + 1];
        let at: &Point = &body.origin;
        let each = steps(walk, course, k, body).map(|(_, step)| step.depth(at));
        each.fold(0.0, f64::max)
    };
    (0..ticks).map(depth).collect()
}
