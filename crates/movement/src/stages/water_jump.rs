//! Jumping out of water onto a ledge.

use crate::body::MoveFlags;
use crate::clip::unit;
use crate::context::Tick;
use crate::movers::Mover;
use crate::profile::LedgeGap;
use crate::real::{Real, n};
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::Trace;
use clipmark_geometry::{Contents, Hull};
use nalgebra::{ComplexField, Vector3};

/// Falling faster than this there is no water jump, in units per second (QuakeWorld).
const TOO_FAST: f32 = 180.0;
/// Waist-deep.
const WAIST: u8 = 2;

/// QuakeWorld: begins a water jump where a wall ahead has a gap above it.
pub(crate) fn start_at_ledge<S: Space + ?Sized>(t: &mut Tick<S>) {
    let slow = t.body.velocity.z >= n(-TOO_FAST);
    if t.body.water_level == WAIST && t.body.water_jump_seconds == S::Real::ZERO && slow && ledge_ahead(t) {
        leap(
            t,
            unit(&Vector3::new(t.basis.forward.x, t.basis.forward.y, S::Real::ZERO)).0,
        );
        t.body.water_jump_seconds = n(t.profile.water.jump_seconds);
        t.body.flags.insert(MoveFlags::JUMP_HELD);
    }
}

/// NetQuake: begins a water jump where a point swept ahead meets a wall at the waist and none at the body's top. The body is
/// pushed against the wall's normal from then on.
pub(crate) fn start_before_wall<S: Space + ?Sized>(t: &mut Tick<S>) {
    let model = Basis::of_lean(&t.body.engine.lean).forward;
    let [ahead, height, gap] = t.profile.water.ledge_probe.map(n::<S::Real>);
    // As in the game's code, which drops the division that makes it a unit vector.
    let way = Vector3::new(model.x, model.y, S::Real::ZERO) * ahead;
    let waist = t.body.origin + Vector3::z() * height;
    let wall = t.trace_hull(&Hull::Point, waist, waist + way);
    if !is_met(&wall) {
        return;
    }
    let [along, up] = t.profile.water.jump_speeds.map(n::<S::Real>);
    t.body.engine.leap = wall.plane.map_or_else(Vector3::zeros, |p| p.normal) * -along;
    let top = waist + Vector3::z() * gap;
    if !is_met(&t.trace_hull(&Hull::Point, top, top + way)) {
        t.body.flags.insert(MoveFlags::WATER_JUMP | MoveFlags::JUMP_HELD);
        t.body.velocity.z = up;
        let now = S::Real::nearest(t.body.engine.clock);
        t.body.engine.leap_ends = now + n(t.profile.water.jump_seconds);
    }
}

/// Whether a sweep was stopped; in the engine a sweep in a solid all the way was not.
fn is_met<R: Real>(trace: &Trace<R>) -> bool {
    trace.hit() && !trace.all_solid
}

/// NetQuake: a water jump under way holds its horizontal speed until its time is over or the body is dry.
pub(crate) fn hold<S: Space + ?Sized>(t: &mut Tick<S>) {
    let engine = &mut t.body.engine;
    if engine.clock > engine.leap_ends.wide() || t.body.water_level == 0 {
        t.body.flags.remove(MoveFlags::WATER_JUMP);
        engine.leap_ends = S::Real::ZERO;
    }
    t.body.velocity.x = engine.leap.x;
    t.body.velocity.y = engine.leap.y;
}

/// Steeper than this, as the normal's z, a wall is upright enough to jump out over (GoldSrc).
const UPRIGHT: f32 = 0.1;

/// GoldSrc: as NetQuake, before an upright wall and not backwards.
pub(crate) fn start_over_ledge<S: Space + ?Sized>(t: &mut Tick<S>, level: &Basis<S::Real>) {
    let v = t.body.velocity;
    let backs = unit(&Vector3::new(v.x, v.y, S::Real::ZERO)).0.dot(&level.forward) < S::Real::ZERO;
    if t.body.timer_msec != S::Real::ZERO || v.z < n(-TOO_FAST) || backs {
        return;
    }
    let [ahead, height, _] = t.profile.water.ledge_probe.map(n::<S::Real>);
    let way = level.forward * ahead;
    let waist = t.body.origin + Vector3::z() * height;
    let wall = t.trace_hull(&Hull::Point, waist, waist + way);
    let normal = wall.plane.map_or_else(Vector3::zeros, |p| p.normal);
    if !wall.hit() || normal.z.abs() >= n(UPRIGHT) {
        return;
    }
    let [along, up] = t.profile.water.jump_speeds.map(n::<S::Real>);
    t.body.engine.leap = normal * -along;
    let top = waist + Vector3::z() * (n::<S::Real>(t.hull.bounds().maxs.z) - height);
    if !t.trace_hull(&Hull::Point, top, top + way).hit() {
        t.body.flags.insert(MoveFlags::WATER_JUMP);
        t.body.velocity.z = up;
        t.body.timer_msec = n(t.profile.water.jump_seconds * 1000.0);
    }
}

/// GoldSrc: a water jump under way holds its horizontal speed until its time is over or the body is dry.
pub(crate) fn carry_over_ledge<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.timer_msec -= t.cmd.msec;
    if t.body.timer_msec < S::Real::ZERO || t.body.water_level == 0 {
        t.body.timer_msec = S::Real::ZERO;
        t.body.flags.remove(MoveFlags::WATER_JUMP);
    }
    t.body.velocity.x = t.body.engine.leap.x;
    t.body.velocity.y = t.body.engine.leap.y;
}

/// Quake III: the same, with its timer.
pub(crate) fn try_ledge<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    if t.body.timer_msec != S::Real::ZERO || t.body.water_level != WAIST || !ledge_ahead(t) {
        return false;
    }
    leap(t, t.basis.forward);
    t.body.flags.insert(MoveFlags::WATER_JUMP_TIMER);
    t.body.timer_msec = n(t.profile.water.jump_seconds * 1000.0);
    true
}

/// Quake III: under way, keys do nothing; on the way down it is over.
pub(crate) fn carry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    mover.leap(t);
    t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
    if t.body.velocity.z < S::Real::ZERO {
        t.body.flags.remove(MoveFlags::TIMERS);
        t.body.timer_msec = S::Real::ZERO;
    }
}

fn leap<S: Space + ?Sized>(t: &mut Tick<S>, towards: Vector3<S::Real>) {
    let [along, up] = t.profile.water.jump_speeds.map(n);
    t.body.velocity = towards * along;
    t.body.velocity.z = up;
}

fn ledge_ahead<S: Space + ?Sized>(t: &Tick<S>) -> bool {
    let [ahead, height, gap] = t.profile.water.ledge_probe.map(n::<S::Real>);
    let flat = unit(&Vector3::new(t.basis.forward.x, t.basis.forward.y, S::Real::ZERO)).0;
    let wall = t.body.origin + flat * ahead + Vector3::z() * height;
    let above = wall + Vector3::z() * gap;
    let filled = match t.profile.water.ledge_gap {
        LedgeGap::Clear => Contents::PLAYER_MASK,
        LedgeGap::Dry => Contents::SOLID | Contents::LIQUID,
    };
    t.contents(&wall).contains(Contents::SOLID) && !t.contents(&above).intersects(filled)
}
