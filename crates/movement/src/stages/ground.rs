//! What the body stands on (`laws.md` section 1, "ground probe" and "airborne if").

use crate::body::MoveFlags;
use crate::clip::clip_velocity;
use crate::profile::LeaveRule;
use crate::tick::{Ground, Tick};
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Plane, SurfaceFlags, Vec3};

/// Landing faster than this starts the land timer, in units per second.
const HARD_LANDING: f32 = 200.0;
/// The land timer, in milliseconds.
const LAND_MSEC: f32 = 250.0;
/// A body in a solid looks for a free place this far around, in units.
const UNSTICK: f32 = 1.0;

pub(crate) fn find<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    if t.mover.found_ground(t) {
        return;
    }
    let leaves = t.profile.leaves_ground;
    match leaves.rule {
        LeaveRule::RisesFaster => by_speed(t, leaves.speed),
        LeaveRule::LeavesPlane => by_plane(t, leaves.speed),
        LeaveRule::NoContact => by_contact(t),
    }
}

/// Quake: what the last move touched.
fn by_contact<B: ?Sized>(t: &mut Tick<B>) {
    let stands = t.body.grounded;
    t.ground = Ground {
        plane: stands.then(|| Plane::new(Vec3::z(), 0.0)),
        walkable: stands,
        slick: false,
    };
}

/// Source: a body that walked is put down on ground that a step down would reach.
pub(crate) fn follow_down<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    let follow = t.profile.ground_probe.follow;
    if follow <= 0.0 || t.mover.found_ground(t) {
        return;
    }
    let origin = t.body.origin;
    let trace = t.trace(origin, origin - Vec3::z() * follow);
    let free = !trace.start_solid && !trace.all_solid;
    let lands = trace
        .plane
        .is_some_and(|p| p.normal.z >= t.profile.walkable_normal);
    if free && lands {
        t.body.origin = trace.end;
    }
}

/// QuakeWorld: airborne when rising fast; else on what a short probe meets, and put where it ends.
fn by_speed<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, limit: f32) {
    t.body.grounded = false;
    t.ground = Ground::default();
    if t.body.velocity.z > limit {
        return;
    }
    let origin = t.body.origin;
    let trace = t.trace(origin, origin - Vec3::z() * t.profile.ground_probe.depth);
    let stuck = trace.start_solid || trace.all_solid;
    let Some(plane) = trace
        .plane
        .filter(|p| !stuck && p.normal.z >= t.profile.walkable_normal)
    else {
        return;
    };
    t.body.grounded = true;
    t.ground = Ground {
        plane: Some(plane),
        walkable: true,
        slick: false,
    };
    t.body.water_jump_seconds = 0.0;
    if t.profile.ground_probe.snaps {
        t.body.origin = trace.end;
    }
}

/// Quake III: airborne when the probe meets nothing, or when rising and leaving the plane it meets.
fn by_plane<B: CollisionBackend + ?Sized>(t: &mut Tick<B>, limit: f32) {
    let origin = t.body.origin;
    let below = origin - Vec3::z() * t.profile.ground_probe.depth;
    let mut trace = t.trace(origin, below);
    t.ground = Ground::default();
    if trace.all_solid {
        if !free_place_around(t) {
            t.body.grounded = false;
            return;
        }
        trace = t.trace(origin, below);
    }
    if trace.fraction == 1.0 {
        return leave_by_missing(t);
    }
    let normal = trace.plane.map_or_else(Vec3::zeros, |p| p.normal);
    if t.body.velocity.z > 0.0 && t.body.velocity.dot(&normal) > limit {
        note_jump_direction(t);
        t.body.grounded = false;
        return;
    }
    t.ground.plane = trace.plane;
    t.ground.slick = trace.surface.contains(SurfaceFlags::SLICK);
    if normal.z < t.profile.walkable_normal {
        t.body.grounded = false;
        return;
    }
    t.ground.walkable = true;
    land(t);
}

fn land<B: ?Sized>(t: &mut Tick<B>) {
    if t.body.flags.contains(MoveFlags::WATER_JUMP_TIMER) {
        t.body
            .flags
            .remove(MoveFlags::WATER_JUMP_TIMER | MoveFlags::LAND_TIMER);
        t.body.timer_msec = 0.0;
    }
    if !t.body.grounded && t.velocity_before.z < -HARD_LANDING {
        t.body.flags.insert(MoveFlags::LAND_TIMER);
        t.body.timer_msec = LAND_MSEC;
    }
    let repaired = t.profile.repairs.no_overbounce && !t.body.grounded;
    if let Some(plane) = t.ground.plane.filter(|_| repaired)
        && t.body.velocity.dot(&plane.normal) < 0.0
    {
        t.body.velocity = clip_velocity(&t.body.velocity, &plane.normal, t.profile.clip_rule);
    }
    t.body.grounded = true;
}

/// How far below a body that has just lost the ground there must be nothing for it to count as jumping off.
const FAR_BELOW: f32 = 64.0;

fn leave_by_missing<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    if t.body.grounded {
        let origin = t.body.origin;
        if t.trace(origin, origin - Vec3::z() * FAR_BELOW).fraction == 1.0 {
            note_jump_direction(t);
        }
    }
    t.body.grounded = false;
}

/// A body that leaves the ground backwards is shown leaping backwards.
pub(crate) fn note_jump_direction<B: ?Sized>(t: &mut Tick<B>) {
    t.body.flags.set(MoveFlags::BACKWARDS_JUMP, t.cmd.forward < 0.0);
}

fn free_place_around<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) -> bool {
    let steps = [-UNSTICK, 0.0, UNSTICK];
    steps.iter().any(|&x| {
        steps.iter().any(|&y| {
            steps.iter().any(|&z| {
                let at = t.body.origin + Vec3::new(x, y, z);
                t.fits(t.hull, at)
            })
        })
    })
}
