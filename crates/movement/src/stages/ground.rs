//! The body's ground (`docs/laws.md` section 1: ground probe, leaving the ground).

use crate::body::MoveFlags;
use crate::clip::clip_velocity;
use crate::context::{Ground, Tick};
use crate::movers::Mover;
use crate::profile::LeaveRule;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use clipmark_collision::Trace;
use clipmark_geometry::SurfaceFlags;
use nalgebra::Vector3;

/// Landing faster than this starts the land timer, in units per second.
const HARD_LANDING: f32 = 200.0;
/// The land timer, in milliseconds.
const LAND_MSEC: f32 = 250.0;
/// A body in a solid looks for a free place this far around, in units.
const UNSTICK: f32 = 1.0;

pub(crate) fn find<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if mover.found_ground(t) {
        return;
    }
    let leaves = t.profile.leaves_ground;
    match leaves.rule {
        LeaveRule::RisesFaster => by_speed(t, leaves.speed),
        LeaveRule::LeavesPlane => by_plane(t, leaves.speed),
        LeaveRule::NoContact => by_contact(t),
    }
}

/// Quake: the surface that the last move touched.
fn by_contact<S: Space + ?Sized>(t: &mut Tick<S>) {
    let stands = t.body.grounded;
    t.ground = Ground {
        normal: stands.then(Vector3::z),
        walkable: stands,
        slick: false,
    };
}

/// Source: a body that walked is put down on ground that a step down would reach.
pub(crate) fn follow_down<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let follow = t.profile.ground_probe.follow;
    if follow <= 0.0 || mover.found_ground(t) {
        return;
    }
    let origin = t.body.origin;
    let trace = t.trace(origin, origin - upwards::<S::Real>(follow));
    let free = !trace.start_solid && !trace.all_solid;
    let lands = trace
        .plane
        .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if free && lands {
        t.body.origin = trace.end;
    }
}

/// QuakeWorld: airborne when rising fast. Else on the surface that a short probe meets, and put
/// where the probe ends.
fn by_speed<S: Space + ?Sized>(t: &mut Tick<S>, limit: f32) {
    t.body.grounded = false;
    t.ground = Ground::none();
    if t.body.velocity.z > n(limit) {
        return;
    }
    let trace = probe(t);
    let stuck = trace.start_solid || trace.all_solid;
    let Some(normal) = trace.plane.as_ref().map(|p| p.normal) else {
        return;
    };
    let walkable = normal.z >= n(t.profile.walkable_normal);
    if stuck || !walkable {
        return;
    }
    t.body.grounded = true;
    t.stands_on(&trace);
    t.ground = Ground {
        normal: Some(normal),
        walkable: true,
        slick: false,
    };
    if t.body.water_jump_seconds != S::Real::ZERO {
        t.body.water_jump_seconds = S::Real::ZERO;
    }
    if t.profile.ground_probe.snaps && t.body.water_level < t.profile.ground_probe.snaps_below {
        t.body.origin = trace.end;
    }
}

/// Quake III: airborne when the probe meets nothing, or when rising and leaving the plane it meets.
fn by_plane<S: Space + ?Sized>(t: &mut Tick<S>, limit: f32) {
    let trace = probe(t);
    t.ground = Ground::none();
    if trace.all_solid {
        unstick(t, limit);
    } else {
        stand_on(t, &trace, limit);
    }
}

#[inline(always)]
fn probe<S: Space + ?Sized>(t: &mut Tick<S>) -> Trace<S::Real> {
    let origin = t.body.origin;
    t.trace(origin, origin - upwards::<S::Real>(t.profile.ground_probe.depth))
}

#[cold]
fn unstick<S: Space + ?Sized>(t: &mut Tick<S>, limit: f32) {
    if free_place_around(t) {
        let trace = probe(t);
        stand_on(t, &trace, limit);
    } else {
        t.body.grounded = false;
    }
}

#[inline(always)]
fn stand_on<S: Space + ?Sized>(t: &mut Tick<S>, trace: &Trace<S::Real>, limit: f32) {
    if trace.fraction == S::Real::ONE {
        if t.body.grounded {
            leave_by_missing(t);
        }
        return;
    }
    let normal = trace.plane.map_or_else(Vector3::zeros, |p| p.normal);
    if t.body.velocity.z > S::Real::ZERO && t.body.velocity.dot(&normal) > n(limit) {
        note_jump_direction(t);
        t.body.grounded = false;
        return;
    }
    t.ground.normal = trace.plane.map(|_| normal);
    t.ground.slick = trace.surface.contains(SurfaceFlags::SLICK);
    if normal.z < n(t.profile.walkable_normal) {
        t.body.grounded = false;
        return;
    }
    t.ground.walkable = true;
    t.stands_on(trace);
    land(t);
}

#[inline(always)]
fn land<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.flags.contains(MoveFlags::WATER_JUMP_TIMER) {
        t.body
            .flags
            .remove(MoveFlags::WATER_JUMP_TIMER | MoveFlags::LAND_TIMER);
        t.body.timer_msec = S::Real::ZERO;
    }
    if !t.body.grounded && t.rise_before < n(-HARD_LANDING) {
        t.body.flags.insert(MoveFlags::LAND_TIMER);
        t.body.timer_msec = n(LAND_MSEC);
    }
    let repaired = t.profile.repairs.no_overbounce && !t.body.grounded;
    if let Some(normal) = t.ground.normal.filter(|_| repaired)
        && t.body.velocity.dot(&normal) < S::Real::ZERO
    {
        t.body.velocity = clip_velocity(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    t.body.grounded = true;
}

/// Clearance below a body that has just lost the ground, for it to count as jumping off.
const FAR_BELOW: f32 = 64.0;

#[cold]
#[inline(never)]
fn leave_by_missing<S: Space + ?Sized>(t: &mut Tick<S>) {
    let origin = t.body.origin;
    if t.trace(origin, origin - upwards::<S::Real>(FAR_BELOW)).fraction == S::Real::ONE {
        note_jump_direction(t);
    }
    t.body.grounded = false;
}

/// A body that leaves the ground backwards is shown leaping backwards.
pub(crate) fn note_jump_direction<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body
        .flags
        .set(MoveFlags::BACKWARDS_JUMP, t.cmd.forward < S::Real::ZERO);
}

#[cold]
#[inline(never)]
fn free_place_around<S: Space + ?Sized>(t: &mut Tick<S>) -> bool {
    let steps = [-UNSTICK, 0.0, UNSTICK];
    steps.iter().any(|&x| {
        steps.iter().any(|&y| {
            steps.iter().any(|&z| {
                let at = t.body.origin + Vector3::new(n(x), n(y), n(z));
                t.fits(t.hull, at)
            })
        })
    })
}
