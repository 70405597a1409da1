//! Quake's own slide and step moves before QuakeWorld (`laws.md` section 1; `profiles/netquake.rs` lists departures).
//!
//! One move serves the ground and the air: gravity presses the body down, what floor it touches is what it stands on.
//! From the ground, where a wall was met, the move is tried again from a step higher and kept if it ends on walkable
//! ground. Velocity is clipped from what it was when the last stretch began, not the whole move.

use super::quakeworld_slide::{ClipsFrom, slide_from};
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::Vec3;

pub(crate) fn carry<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    let stood = t.body.grounded;
    let (start, velocity) = (t.body.origin, t.body.velocity);
    let met = slide_from(t, ClipsFrom::LastStretch);
    t.body.grounded = met.floor;
    if !stood || !met.wall || t.body.water_jump_seconds > 0.0 {
        return;
    }
    let level = *t.body;
    let step = Vec3::z() * t.profile.step_height;
    let up = t.trace(start, start + step);
    if up.start_solid || up.all_solid {
        return;
    }
    t.body.origin = up.end;
    t.body.velocity = Vec3::new(velocity.x, velocity.y, 0.0);
    slide_from(t, ClipsFrom::LastStretch);
    let fall = Vec3::z() * (velocity.z.min(0.0) * t.dt);
    let down = t.trace(t.body.origin, t.body.origin - step + fall);
    let lands = down
        .plane
        .is_some_and(|p| p.normal.z >= t.profile.walkable_normal);
    if lands && !down.start_solid && !down.all_solid {
        t.body.origin = down.end;
        t.body.grounded = true;
    } else {
        *t.body = level;
    }
}
