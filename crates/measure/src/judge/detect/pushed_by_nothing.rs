//! F34, pushed by nothing: the world moved the body, and no moving part touches it or carries it (`docs/failures.md`).
//!
//! Unit: units that it was moved. Tolerance: tol for the move. A mover touches within the depth of the profile's ground probe,
//! the skin and tol, for its riders are that far above it. The two-cylinder walker's leg length is added. Lawful and not counted:
//! ticks in which a part is turned, or a jump pad or a teleporter takes hold of the player.

use super::mover_truth::{body_then, pushed, steps};
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F34",
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
    let legs = walk.mover.solid_bounds(walk.profile).mins.z - walk.profile.size.feet;
    let reach = f64::from(legs + walk.profile.ground_probe.depth + walk.rules.skin);
    for k in 0..walk.ticks() {
        let [from, to] = pushed(walk, course, k);
        let moved = f64::from((to - from).norm());
        let tolerance = walk.tolerance(&from);
        let thrown = course.thrown[k];
        if moved <= tolerance || thrown || (0..course.movers.len()).any(|i| course.is_turned(k, i)) {
            continue;
        }
        let body = body_then(walk, course, k);
        let touched = steps(walk, course, k, body).any(|(_, step)| step.touches(&from, reach + tolerance));
        if !touched {
            seen.tick(moved, k, &from);
        }
    }
    seen
}
