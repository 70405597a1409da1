//! QuakeWorld's slide and step moves (`docs/engines.md`; Ivy, *Quake's Player Movement*, 2023). GoldSrc's step move is
//! the same with other slide rules.
//!
//! Velocity is clipped from its value at the beginning of the move. A step is discarded unless it ends on walkable
//! ground.

use super::Mover;
use super::slide::{ClipsFrom, SlideRules, slide};
use crate::context::Tick;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use nalgebra::{Point3, Vector3};

/// QuakeWorld's slide move as a mover.
pub(crate) struct QuakeWorldSlide;

impl<S: Space + ?Sized> Mover<S> for QuakeWorldSlide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        walk::<S, Self>(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }
}

impl SlideRules for QuakeWorldSlide {
    const CLIPS_FROM: ClipsFrom = ClipsFrom::Start;
    const STOPS_AT_STUCK_START: bool = true;
    const ENDS_AT_REST: bool = false;
    const CREASE_OF_WHOLE: bool = false;
    const TRUSTS_FIRST_PLANE_IN_AIR: bool = false;
    const STOPS_WITHOUT_PROGRESS: bool = false;
    const WATER_JUMP_KEEPS_VELOCITY: bool = true;
}

/// Carries a standing body: straight if free, else by sliding on the floor or over a step, whichever leads
/// farther.
pub(crate) fn walk<S: Space + ?Sized, E: SlideRules>(t: &mut Tick<S>) {
    t.body.velocity.z = S::Real::ZERO;
    if t.body.velocity == Vector3::zeros() {
        return;
    }
    let (start, velocity) = (t.body.origin, t.body.velocity);
    let ahead = start + Vector3::new(velocity.x, velocity.y, S::Real::ZERO) * t.dt;
    let trace = t.trace(start, ahead);
    if trace.fraction == S::Real::ONE && !trace.start_solid {
        t.body.origin = trace.end;
        return;
    }
    slide::<S, E>(t, t.dt);
    let (floor_end, floor_velocity) = (t.body.origin, t.body.velocity);
    t.body.origin = start;
    t.body.velocity = velocity;
    let step = upwards::<S::Real>(t.profile.step_height);
    let up = t.trace(start, start + step);
    if !up.start_solid && !up.all_solid {
        t.body.origin = up.end;
    }
    slide::<S, E>(t, t.dt);
    let down = t.trace(t.body.origin, t.body.origin - step);
    let stuck = down.start_solid || down.all_solid;
    let landed = !stuck
        && down
            .plane
            .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if landed {
        t.body.origin = down.end;
    }
    let way = |to: &Point3<S::Real>| (to - start).xy().norm_squared();
    if !landed || way(&floor_end) > way(&t.body.origin) {
        t.body.origin = floor_end;
        t.body.velocity = floor_velocity;
    } else {
        // The step's own vertical speed comes from its slide along risers; the floor's is kept.
        t.body.velocity.z = floor_velocity.z;
    }
}
