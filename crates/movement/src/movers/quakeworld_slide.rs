//! QuakeWorld's slide and step moves (`quake-engines.md` section 3.3 and 3.4; Ivy, *Quake's Player Movement*, 2023).
//!
//! Departures from the published text, all towards the shipped engine: at most five planes; velocity is clipped
//! from what it was when the move began; the crease direction is not normalised, so a crease costs
//! sin^2 of the angle between the planes (law L23); a step is discarded unless it ends on walkable ground.

use super::Mover;
use crate::clip::{clip_velocity, unit};
use crate::context::Tick;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use nalgebra::{Point3, Vector3};

/// Moves to the next obstacle per tick, at most.
const BUMPS: usize = 4;
/// Planes that a velocity is clipped against, at most; with more the body stops.
const MAX_PLANES: usize = 5;

/// Two normals with a product above this are one plane met again (guarded against only when repaired).
const SAME_PLANE: f32 = 0.99;

/// QuakeWorld's slide move as a mover.
pub(crate) struct QuakeWorldSlide;

impl<S: Space + ?Sized> Mover<S> for QuakeWorldSlide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        walk(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        slide(t);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide(t);
    }
}

/// Which velocity is clipped when a surface is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClipsFrom {
    /// That of the start of the move, whatever has been met since (QuakeWorld).
    Start,
    /// That with which the body last got anywhere (Quake).
    LastStretch,
}

/// What a slide met.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    /// Something to stand on.
    pub(crate) floor: bool,
    /// Something too steep for that.
    pub(crate) wall: bool,
}

/// Carries the body along its velocity for a whole tick, sliding along what it meets.
pub(crate) fn slide<S: Space + ?Sized>(t: &mut Tick<S>) {
    slide_from(t, ClipsFrom::Start);
}

pub(crate) fn slide_from<S: Space + ?Sized>(t: &mut Tick<S>, from: ClipsFrom) -> Met {
    let first = t.body.velocity;
    let mut clipped = first;
    let mut met = Met::default();
    let mut left = t.dt;
    let mut planes = [Vector3::zeros(); MAX_PLANES];
    let mut count = 0;
    for _ in 0..BUMPS {
        let goal = t.body.origin + t.body.velocity * left;
        let trace = t.trace(t.body.origin, goal);
        if trace.start_solid || trace.all_solid {
            t.body.velocity = Vector3::zeros();
            return met;
        }
        if trace.fraction > S::Real::ZERO {
            t.body.origin = trace.end;
            count = 0;
            if from == ClipsFrom::LastStretch {
                clipped = t.body.velocity;
            }
        }
        if trace.fraction == S::Real::ONE {
            break;
        }
        left -= left * trace.fraction;
        if count == MAX_PLANES {
            t.body.velocity = Vector3::zeros();
            break;
        }
        let normal = trace.plane.map_or_else(Vector3::zeros, |p| p.normal);
        let walkable = normal.z >= n(t.profile.walkable_normal);
        met.floor |= walkable;
        met.wall |= !walkable;
        if t.profile.repairs.duplicate_plane_guard
            && planes[..count].iter().any(|p| normal.dot(p) > n(SAME_PLANE))
        {
            t.body.velocity += normal;
            continue;
        }
        planes[count] = normal;
        count += 1;
        t.body.velocity = along_planes(t, &clipped, &planes[..count]);
        // Turned against the original direction: stop, or tiny oscillations in sloping corners.
        if t.body.velocity.dot(&first) <= S::Real::ZERO {
            t.body.velocity = Vector3::zeros();
            break;
        }
    }
    if t.body.water_jump_seconds > S::Real::ZERO {
        t.body.velocity = first;
    }
    met
}

/// The first clip of the velocity that enters none of the planes; along the crease of two; else nothing.
fn along_planes<S: Space + ?Sized>(
    t: &Tick<S>,
    from: &Vector3<S::Real>,
    planes: &[Vector3<S::Real>],
) -> Vector3<S::Real> {
    let mut last = Vector3::zeros();
    for (i, plane) in planes.iter().enumerate() {
        last = clip_velocity(from, plane, t.profile.clip_rule);
        if planes
            .iter()
            .enumerate()
            .all(|(j, other)| j == i || last.dot(other) >= S::Real::ZERO)
        {
            return last;
        }
    }
    match planes {
        [a, b] => {
            let crease = if t.profile.repairs.normalised_crease {
                unit(&a.cross(b)).0
            } else {
                a.cross(b)
            };
            crease * crease.dot(&last)
        }
        _ => Vector3::zeros(),
    }
}

/// Carries a standing body: straight if free, else by sliding on the floor or over a step, whichever leads
/// farther.
fn walk<S: Space + ?Sized>(t: &mut Tick<S>) {
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
    slide(t);
    let (floor_end, floor_velocity) = (t.body.origin, t.body.velocity);
    t.body.origin = start;
    t.body.velocity = velocity;
    let step = upwards::<S::Real>(t.profile.step_height);
    let up = t.trace(start, start + step);
    if !up.start_solid && !up.all_solid {
        t.body.origin = up.end;
    }
    slide(t);
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
        // The step's own vertical speed is that of its slide along risers; the floor's is kept.
        t.body.velocity.z = floor_velocity.z;
    }
}
