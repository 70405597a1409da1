//! Quake's own slide and step moves before QuakeWorld (`laws.md` section 1; `profiles/netquake.rs` lists departures).
//!
//! One move serves the ground and the air: gravity presses the body down, what floor it touches is what it stands on.
//! From the ground, where a wall was met, the move is tried again from a step higher and kept if it ends on walkable
//! ground. Velocity is clipped from what it was when the last stretch began, not the whole move.

use super::Mover;
use super::quakeworld_slide::{ClipsFrom, slide, slide_from};
use crate::context::Tick;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use nalgebra::{RealField, Vector3};

/// Quake's slide move before QuakeWorld as a mover.
pub(crate) struct NetQuakeSlide;

impl<S: Space + ?Sized> Mover<S> for NetQuakeSlide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        carry(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        carry(t);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide(t);
    }
}

fn carry<S: Space + ?Sized>(t: &mut Tick<S>) {
    let stood = t.body.grounded;
    let (start, velocity) = (t.body.origin, t.body.velocity);
    let met = slide_from(t, ClipsFrom::LastStretch);
    t.body.grounded = met.floor;
    if !stood || !met.wall || t.body.water_jump_seconds > S::Real::ZERO {
        return;
    }
    let level = *t.body;
    let step = upwards::<S::Real>(t.profile.step_height);
    let up = t.trace(start, start + step);
    if up.start_solid || up.all_solid {
        return;
    }
    t.body.origin = up.end;
    t.body.velocity = Vector3::new(velocity.x, velocity.y, S::Real::ZERO);
    slide_from(t, ClipsFrom::LastStretch);
    let fall = Vector3::z() * (velocity.z.min(S::Real::ZERO) * t.dt);
    let down = t.trace(t.body.origin, t.body.origin - step + fall);
    let lands = down
        .plane
        .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if lands && !down.start_solid && !down.all_solid {
        t.body.origin = down.end;
        t.body.grounded = true;
    } else {
        *t.body = level;
    }
}
