//! F21, missed step-up: a standing player walks into a climbable riser, and does not climb it for three ticks
//! (`docs/failures.md`).
//!
//! By the exact reference the way ahead is blocked at foot level. A step higher it is free and has ground. The riser
//! is at most the step's height less tol. Law L27 covers the range from there to the height plus the resting gap.
//! Unit: units of the riser's height; counted are stretches. Departure: three ticks without advance are the failure,
//! not the reference mover's time. Quake's movements climb in the tick in which they are stopped.

use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, bounds};
use clipmark_geometry::Vec3;
use nalgebra::{Point3, Vector3};

pub(super) const DETECTOR: Detector = Detector {
    id: "F21",
    needs: Needs::Run,
    concerns: Concerns::SlideMoves,
    look,
};

/// Ticks without advance that make a failure.
const TICKS: usize = 3;
/// A smaller advance along the wish is none, in units. A tick of acceleration from rest moves twice as far.
const ADVANCE: f32 = 0.05;
/// How far ahead the way is looked at, in units.
const AHEAD: f64 = 1.0;
/// Lower than this is no riser, in units.
const LOW: f64 = 0.25;

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let mut held = 0;
    for k in 0..walk.ticks() {
        let step = stands_still(walk, k).then(|| step_ahead(walk, k)).flatten();
        held = if step.is_some() { held + 1 } else { 0 };
        if let Some(height) = step.filter(|_| held == TICKS) {
            seen.tick(height, k, &walk.run.states[k].origin);
        }
    }
    seen
}

fn stands_still(walk: &Walk, k: usize) -> bool {
    let [a, b] = [k, k + 1].map(|i| &walk.run.states[i]);
    let wish = walk.run.wish(k);
    let advance = (b.origin - a.origin).dot(&wish);
    let stands = a.grounded && b.grounded && bounds::ordinary(walk, k) && walk.run.commands[k].up == 0.0;
    // In the first tick of a wish a body still has the velocity of the last.
    stands && wish != Vec3::zeros() && advance < ADVANCE && a.velocity.dot(&wish) >= 0.0
}

/// The height of a riser ahead that could be climbed.
fn step_ahead(walk: &Walk, k: usize) -> Option<f64> {
    let p = walk.profile;
    let wish: Vector3<f64> = walk.run.wish(k).cast();
    let here = walk.at(k + 1);
    let tolerance = walk.tolerance(&walk.run.states[k + 1].origin);
    let sweep = |from: Point3<f64>, way: Vector3<f64>| walk.solid(k + 1).sweep(&from, &(from + way));
    let shut = sweep(here, wish * AHEAD).entry?;
    let skin = f64::from(walk.rules.skin) + tolerance;
    if shut * AHEAD > skin * 2.0 {
        return None;
    }
    let up = Vector3::z() * (f64::from(p.step_height) - tolerance);
    if sweep(here, up).entry.is_some() || sweep(here + up, wish * AHEAD).entry.is_some() {
        return None;
    }
    let landing = sweep(here + up + wish * AHEAD, -up);
    let height = up.z * (1.0 - landing.entry?);
    let stands = |n: &Vector3<f64>| n.z >= f64::from(p.walkable_normal);
    let ground = landing.contacts.iter().flat_map(|c| &c.normals).any(stands);
    (ground && height > LOW).then_some(height)
}
