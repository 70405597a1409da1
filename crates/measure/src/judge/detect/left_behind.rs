//! F35, left behind: a rider does not go where the part that it stands on takes it, and could (`docs/failures.md`).
//!
//! A rider's move while the world moves is its ground's (all engines). Unit: units that it is off. Tolerance: tol, and a 64th of
//! a unit where Quake's movers jump to their goal on arrival. Lawful and not counted: a rider whose new place is in a solid or
//! another part, one pushed by another part, and one on a turned part.

use super::mover_truth::{Step, body_then, pushed, steps};
use super::{Concerns, Detector, Evidence, Needs, Seen};
use nalgebra::Vector3;

/// Greatest jump of a mover of Quake on arrival without carrying anyone, in units.
const JUMPS: f64 = 1.0 / 64.0;

pub(super) const DETECTOR: Detector = Detector {
    id: "F35",
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
        let Some(ride) = course.movers.iter().position(|m| m.number == course.rides[k]) else {
            continue;
        };
        let [from, to] = pushed(walk, course, k);
        let body = body_then(walk, course, k);
        let all: Vec<_> = steps(walk, course, k, body).collect();
        let Some((_, own)) = all.iter().find(|(i, _)| *i == ride) else {
            continue;
        };
        let meant = from.cast::<f64>() + own.displacement();
        let off = (to.cast::<f64>() - meant).norm();
        if off <= walk.tolerance(&from) + JUMPS {
            continue;
        }
        let tolerance = walk.tolerance(&from);
        // Two parts that push at once are no ride.
        let pushes = |(i, step): &(usize, Step)| {
            *i != ride && step.displacement() != Vector3::zeros() && step.touches(&from, tolerance)
        };
        if all.iter().any(pushes) {
            continue;
        }
        let free =
            !walk.truth.reference(body).overlaps(&meant) && !all.iter().any(|(_, step)| step.holds(&meant));
        if free {
            seen.tick(off, k, &from);
        }
    }
    seen
}
