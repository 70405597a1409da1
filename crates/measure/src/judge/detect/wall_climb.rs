//! F22, false step-up or wall climb: the body gains height that neither its velocity nor ground explains
//! (`docs/failures.md`).
//!
//! It sums the rise beyond the velocity since the body last stood over walkable ground (exact, a probe deep), less any
//! sinking. The sum may reach a step and the deepest resting gap (laws L26, L27). So may a single tick from ground to
//! ground. Unit: units of height. Departure: rises of 0.1 units a tick against steep surfaces are summed and are no
//! failures alone. Quake III steps up on them in the air by its own rule.

use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, bounds};
use clipmark_movement::MoverLaws;
use nalgebra::Vector3;

pub(super) const DETECTOR: Detector = Detector {
    id: "F22",
    needs: Needs::Run,
    concerns: Concerns::AnyMover,
    look,
};

/// How far above its ground a library's controller may rest, in units: Rapier's default offset is 0.56. Smaller: a body on
/// that gap counts as in the air, and stairs as a climb. Larger: as much of a true climb is missed.
const RESTS: f32 = 1.0;

/// The deepest lawful gap between a resting body and its ground, beyond the skin (law L26), in units.
const GAP: f64 = 0.25;

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let mut climbed = 0.0;
    for k in 0..walk.ticks() {
        let [a, b] = [k, k + 1].map(|i| &walk.run.states[i]);
        let fastest = f64::from(a.velocity.z.max(b.velocity.z)).max(0.0) + bounds::pull(walk, k);
        let flown = if bounds::jumps(walk, k) {
            f64::from(walk.profile.jump_speed) * walk.seconds(k) + fastest * walk.seconds(k)
        } else {
            fastest * walk.seconds(k)
        };
        let tolerance = walk.tolerance(&b.origin);
        let unexplained = f64::from(b.origin.z - a.origin.z) - flown - tolerance;
        climbed = (climbed + unexplained).max(0.0);
        let limit = f64::from(walk.profile.step_height) + f64::from(walk.rules.skin) + GAP + tolerance;
        // Liquids carry.
        let wet = a.water_level > 0 || b.water_level > 0;
        if climbed > limit && !wet {
            seen.tick(climbed, k, &b.origin);
        }
        if climbed > 0.0 && (wet || over_ground(walk, k + 1)) {
            climbed = 0.0;
        }
    }
    seen
}

/// Whether there is ground below, within reach of the mover's lower part and a probe.
fn over_ground(walk: &Walk, state: usize) -> bool {
    let p = walk.profile;
    let knee = walk.mover.solid_bounds(p).mins.z - p.size.feet;
    let rests = if walk.mover.laws == MoverLaws::Foreign {
        RESTS
    } else {
        p.ground_probe.depth
    };
    let reach = knee + rests + walk.rules.skin;
    let from = walk.at(state);
    let below = from - Vector3::z() * (f64::from(reach) + walk.tolerance(&walk.run.states[state].origin));
    let met = walk.solid(state).sweep(&from, &below);
    let stands = |n: &Vector3<f64>| n.z >= f64::from(p.walkable_normal);
    met.starts_inside || met.contacts.iter().flat_map(|c| &c.normals).any(stands)
}
