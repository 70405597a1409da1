//! Liquids: how deep the body is in them, swimming, and the leap out of them. Lava is none to a body's movement.
//!
//! From general knowledge of the games; the open recordings are dry.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::movers::Mover;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::stages::source::keys;
use clipmark_geometry::Contents;
use nalgebra::{Point3, RealField, Vector3};

/// The liquids that a body swims in.
const LIQUID: Contents = Contents::WATER.union(Contents::SLIME);
/// Waist-deep.
pub(crate) const WAIST: u8 = 2;
/// Falling faster than this there is no leap, in units per second.
const TOO_FAST: f32 = 180.0;
/// A leap needs ground to land on so far below the ledge's height, in units.
const LANDING: f32 = 1024.0;
/// Slower than this a swimmer stops, and wishes nothing, in units per second.
const CRAWL: f32 = 0.1;

/// Finds how deep the body is; says whether it swims, which is when gravity is off.
pub(crate) fn swims<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    find_level(t);
    t.body.water_level >= WAIST
}

/// Finds how deep the body is: 0 dry, 1 feet, 2 middle of the box, 3 eyes.
pub(crate) fn find_level<S: Space + ?Sized>(t: &mut Tick<S>) {
    let bounds = t.hull.bounds();
    let (low, top) = (bounds.mins.z, bounds.maxs.z);
    let wet = |t: &Tick<S>, height: S::Real| {
        let at = t.body.origin + Vector3::z() * height;
        t.contents(&at).intersects(LIQUID)
    };
    t.body.water_level = if !wet(t, n(low + 1.0)) {
        0
    } else if !wet(t, n((low + top) * 0.5)) {
        1
    } else if !wet(t, eyes(t)) {
        2
    } else {
        3
    };
}

fn eyes<S: Space + ?Sized>(t: &Tick<S>) -> S::Real {
    let size = t.profile.size;
    let resting = if t.body.flags.contains(MoveFlags::DUCKED) {
        size.crouched_eyes
    } else {
        size.eyes
    };
    t.body.engine.eyes.unwrap_or(n(resting))
}

/// Begins a leap where a wall ahead ends above the water and has ground behind its edge.
pub(crate) fn start_leap<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.water_level == WAIST {
        try_leap(t);
    }
    if t.body.velocity.z < S::Real::ZERO {
        t.body.timer_msec = S::Real::ZERO;
    }
}

fn try_leap<S: Space + ?Sized>(t: &mut Tick<S>) {
    let v = t.body.velocity;
    if t.body.timer_msec != S::Real::ZERO || v.z < n(-TOO_FAST) {
        return;
    }
    let zero = S::Real::ZERO;
    let ahead = keys::unit(&Vector3::new(t.basis.forward.x, t.basis.forward.y, zero)).0;
    let (way, speed) = keys::unit(&Vector3::new(v.x, v.y, zero));
    // A body that backs into the water does not leap.
    if speed != zero && way.dot(&ahead) < zero {
        return;
    }
    let [far, above, _] = t.profile.water.ledge_probe.map(n::<S::Real>);
    let bounds = t.hull.bounds();
    let middle = t.body.origin + upwards::<S::Real>((bounds.mins.z + bounds.maxs.z) * 0.5);
    let wall = t.trace(middle, middle + ahead * far);
    if wall.fraction == S::Real::ONE {
        return;
    }
    let [along, up] = t.profile.water.jump_speeds.map(n::<S::Real>);
    let normal = wall.plane.map_or_else(Vector3::zeros, |p| p.normal);
    // Whether or not a leap follows.
    t.body.engine.leap = Vector3::new(zero - normal.x * along, zero - normal.y * along, zero);
    let over = Point3::new(middle.x, middle.y, t.body.origin.z + eyes(t) + above);
    let beyond = over + ahead * far;
    let free = t.trace(over, beyond);
    if free.fraction != S::Real::ONE {
        return;
    }
    let landing = t.trace(beyond, beyond - upwards::<S::Real>(LANDING));
    let lands = landing
        .plane
        .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if !lands {
        return;
    }
    t.body.velocity.z = up;
    t.body.flags.insert(MoveFlags::WATER_JUMP);
    t.body.timer_msec = n(t.profile.water.jump_seconds * 1000.0);
}

/// A leap under way: its horizontal velocity is held until it is over.
pub(crate) fn leap<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    t.body.timer_msec -= n::<S::Real>(1000.0) * t.dt;
    if t.body.timer_msec <= S::Real::ZERO || t.body.water_level == 0 {
        t.body.timer_msec = S::Real::ZERO;
        t.body.flags.remove(MoveFlags::WATER_JUMP);
    }
    t.body.velocity.x = t.body.engine.leap.x;
    t.body.velocity.y = t.body.engine.leap.y;
    mover.leap(t);
    find_level(t);
}

/// Swimming: friction, then acceleration by the rest of the whole speed after friction, then the move.
pub(crate) fn swim<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let zero = S::Real::ZERO;
    let (forward, right) = (t.cmd.forward, t.cmd.right);
    let most = n::<S::Real>(t.profile.max_speed);
    let mut asked = t.basis.forward * forward + t.basis.right * right;
    if t.cmd.jumps() {
        asked.z += most;
    } else if [forward, right, t.cmd.rise()] == [zero; 3] {
        asked.z -= n(t.profile.water.sink_speed);
    } else {
        // Looking up or down counts twice more along the view.
        let along = forward * t.basis.forward.z * n(2.0);
        asked.z += t.cmd.rise() + along.clamp(zero, most);
    }
    let fast = keys::unit(&asked).1;
    if fast > most {
        asked *= most / fast;
    }
    let direction = keys::unit(&asked).0;
    let wished = S::Real::nearest(fast.min(most).wide() * t.profile.water.swim_scale);
    let speed = t.body.velocity.norm();
    let mut left = zero;
    if speed > zero {
        left = speed - t.dt * speed * n(t.profile.water.friction) * t.body.engine.grip;
        if left < n(CRAWL) {
            left = zero;
        }
        t.body.velocity *= left / speed;
    }
    let missing = wished - left;
    if wished >= n(CRAWL) && missing > zero {
        let rate = n::<S::Real>(t.profile.water.accelerate);
        let gain = (rate * wished * t.dt * t.body.engine.grip).min(missing);
        t.body.velocity += direction * gain;
    }
    mover.swim(t);
}
