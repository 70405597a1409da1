//! Ground and steps, F21 to F24.
//!
//! [`due`]: whether a body must count as standing, by the profile's own rule and the exact reference: for F23 and F24.
//!
//! The hit of a probe of the profile's depth is exact. Either answer is right in three near cases: within tol,
//! within 0.001 of the slope, or within half a tick's gravity and rounding of the rising speed.

use super::{Evidence, Seen, Walk, bounds, contacts};
use clipmark_geometry::Vec3;
use clipmark_movement::{MoverLaws, Order};
use nalgebra::{Point3, Vector3};

/// The required state of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Standing.
    Ground,
    /// In the air.
    Air,
    /// Either is lawful.
    Either,
}

/// Margin on the steepest normal, about the error of f32 normals and bevels.
const STEEP: f64 = 1e-3;

/// The required state of a body in a state of the run.
pub(super) fn due(walk: &Walk, state: usize) -> Due {
    let p = walk.profile;
    let body = &walk.run.states[state];
    let tick = state.saturating_sub(1);
    if p.order == Order::NetQuake || walk.ticks() == 0 || !bounds::ordinary(walk, tick) {
        return Due::Either;
    }
    let tolerance = walk.tolerance(&body.origin);
    let depth = f64::from(p.ground_probe.depth);
    let skin = f64::from(walk.rules.skin);
    // Ground that can be stood on has a skin that reaches at most this far up.
    let reach = depth + (skin + tolerance) / f64::from(p.walkable_normal);
    let from = walk.at(state);
    let met = walk.solid(state).sweep(&from, &(from - Vector3::z() * reach));
    if met.starts_inside {
        return Due::Either;
    }
    let Some(entry) = met.entry else { return Due::Air };
    let normals: Vec<_> = met
        .contacts
        .iter()
        .flat_map(|c| &c.normals)
        .filter(|n| n.z > STEEP)
        .copied()
        .collect();
    let stands = |margin: f64| {
        let least = f64::from(p.walkable_normal) + margin;
        move |n: &Vector3<f64>| n.z >= least
    };
    if normals.is_empty() || entry * reach > depth - tolerance || !normals.iter().all(stands(STEEP)) {
        // Where ground lies beside the foot of a steep slope, either may be met.
        let near = || contacts::felt(walk, body);
        let never =
            !normals.is_empty() && !normals.iter().any(stands(-STEEP)) && !near().iter().any(stands(-STEEP));
        return if never { Due::Air } else { Due::Either };
    }
    let v: Vector3<f64> = body.velocity.cast();
    let margin = bounds::pull(walk, tick) + bounds::rounding(p, 0.0);
    let limit = f64::from(p.leaves_ground_speed);
    let rises: Vec<f64> = if p.order == Order::Quake3 {
        normals.iter().map(|n| v.dot(n)).collect()
    } else {
        vec![v.z]
    };
    // Beside the foot of a steep slope the probe may meet that first.
    let steep = |n: &Vector3<f64>| n.z > STEEP && n.z < f64::from(p.walkable_normal) + STEEP;
    if rises.iter().all(|r| *r < limit - margin) {
        if contacts::felt(walk, body).iter().any(steep) {
            return Due::Either;
        }
        Due::Ground
    } else if v.z > margin && rises.iter().all(|r| *r > limit + margin) {
        Due::Air
    } else {
        Due::Either
    }
}

/// F24, ground flicker: the body changes between standing and flying where the profile's rule says that it must not
/// (`docs/failures.md`).
///
/// Unit: wrong changes within the second that holds most of them. The rule's answer is exact (`ground.rs`), so
/// QuakeWorld's changes downhill (law L20) are not counted. Movement without a probe (NetQuake) is not judged.
/// Departure: changes by the rule are told apart one by one instead of being subtracted as a number.
pub(super) fn ground_flicker(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let (states, clock) = (&walk.run.states, walk.run.clock());
    let mut wrong = Vec::new();
    Seen::in_ticks(walk, |k| {
        let is_grounded = states[k + 1].grounded;
        let is_wrong = states[k].grounded != is_grounded
            && match due(walk, k + 1) {
                Due::Ground => !is_grounded,
                Due::Air => is_grounded,
                Due::Either => false,
            };
        wrong.extend(is_wrong.then_some(clock[k]));
        let recent = wrong.iter().filter(|&&then| clock[k] - then < 1.0);
        is_wrong.then(|| recent.count() as f64)
    })
}

/// F23, step-down bounce: on the way down the body flies though ground is within the profile's probe
/// (`docs/failures.md`).
///
/// The profile's probe and rule at each place are exact (`ground.rs`). So jumps and flights by law do not count
/// (L20: steeper or faster than the probe can follow). Only flights that began on ground higher up are judged. Unit:
/// ticks of the longest flight; counted are ticks. Movement without a probe (NetQuake) is not judged.
pub(super) fn step_down_bounce(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let (mut left_at, mut flight) = (None, 0);
    Seen::in_ticks(walk, |k| {
        let body = &walk.run.states[k + 1];
        if body.grounded || bounds::jumps(walk, k) {
            left_at = body.grounded.then_some(body.origin.z);
            flight = 0;
            return None;
        }
        let down = left_at.is_some_and(|z| body.origin.z < z);
        let bounces = down && due(walk, k + 1) == Due::Ground;
        flight += u32::from(bounces);
        bounces.then_some(f64::from(flight))
    })
}

/// Ticks without advance that make a failure.
const TICKS: usize = 3;
/// A smaller advance along the wish is none, in units. A tick of acceleration from rest moves twice as far.
const ADVANCE: f32 = 0.05;
/// How far ahead the way is looked at, in units.
const AHEAD: f64 = 1.0;
/// Lower than this is no riser, in units.
const LOW: f64 = 0.25;

/// F21, missed step-up: a standing player walks into a climbable riser, and does not climb it for three ticks
/// (`docs/failures.md`).
///
/// By the exact reference the way ahead is blocked at foot level. A step higher it is free and has ground. The riser
/// is at most the step's height less tol. Law L27 covers the range from there to the height plus the resting gap.
/// Unit: units of the riser's height; counted are stretches. Departure: three ticks without advance are the failure,
/// not the reference mover's time. Quake's movements climb in the tick in which they are stopped.
pub(super) fn missed_step(evidence: &Evidence) -> Seen {
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

/// How far above its ground a library's controller may rest, in units: Rapier's default offset is 0.56. Smaller: a body on
/// that gap counts as in the air, and stairs as a climb. Larger: as much of a true climb is missed.
const RESTS: f32 = 1.0;

/// The deepest lawful gap between a resting body and its ground, beyond the skin (law L26), in units.
const GAP: f64 = 0.25;

/// F22, false step-up or wall climb: the body gains height that neither its velocity nor ground explains
/// (`docs/failures.md`).
///
/// It sums the rise beyond the velocity since the body last stood over walkable ground (exact, a probe deep), less any
/// sinking. The sum may reach a step and the deepest resting gap (laws L26, L27). So may a single tick from ground to
/// ground. Unit: units of height. Departure: rises of 0.1 units a tick against steep surfaces are summed and are no
/// failures alone. Quake III steps up on them in the air by its own rule.
pub(super) fn wall_climb(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut climbed = 0.0;
    Seen::in_ticks(walk, |k| {
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
        let found = (climbed > limit && !wet).then_some(climbed);
        if climbed > 0.0 && (wet || over_ground(walk, k + 1)) {
            climbed = 0.0;
        }
        found
    })
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
