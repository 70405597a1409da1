//! Source's slide and step moves (`docs/engines.md` section 6.4).
//!
//! As QuakeWorld's, with departures. In the air the first plane clips without a check against stopping dead. Clipping removes
//! the part that still points into the plane. The crease is a unit vector. A move that gets its whole way is tested at rest at
//! its end. A body that walks is kept on the ground.

use super::Mover;
use crate::clip::clip_velocity;
use crate::context::Tick;
use crate::profile::ClipRule;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::stages::source::keys::unit;
use nalgebra::{ComplexField, Point3, Vector3};

/// Moves to the next obstacle per tick, at most.
const BUMPS: usize = 4;
/// Planes that a velocity is clipped against, at most; with more the body stops.
const MAX_PLANES: usize = 5;
/// Two normals with a product above this are one plane met again (guarded against only when repaired).
const SAME_PLANE: f32 = 0.99;
/// A step is tried this much higher than the highest, in units: the skin that the engine's own traces keep.
const OVER_STEP: f32 = 1.0 / 32.0;
/// Slower than this a body on the ground stops, in units per second.
const CRAWL: f32 = 1.0;
/// To be kept on the ground, a body looks from so far above it, in units.
const LOOKS_FROM: f32 = 2.0;
/// It moves there if that is further than this, in units: half of the network's rounding.
const MOVES_FROM: f32 = 1.0 / 64.0;
/// A swimmer presses down onto a step from this much higher than the highest, in units.
const STEP_PRESS: f32 = 1.0;

/// Source's slide move as a mover.
pub(crate) struct SourceSlide;

impl<S: Space + ?Sized> Mover<S> for SourceSlide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        walk(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        slide(t);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        swim(t);
    }
}

/// Carries a body over the ground: straight if free, else by a slide or over a step. Then puts it down onto the ground.
fn walk<S: Space + ?Sized>(t: &mut Tick<S>) {
    let v = t.body.velocity;
    if v.norm() < n(CRAWL) {
        t.body.velocity = Vector3::zeros();
        return;
    }
    let start = t.body.origin;
    let ahead = Point3::new(start.x + v.x * t.dt, start.y + v.y * t.dt, start.z);
    let trace = t.trace(start, ahead);
    if trace.fraction == S::Real::ONE {
        t.body.origin = trace.end;
    } else {
        step(t);
    }
    stay_on_ground(t);
}

/// Slides, and slides from a step higher. Keeps the farther of the two, or the first where the second ends on no ground.
fn step<S: Space + ?Sized>(t: &mut Tick<S>) {
    let (start, velocity) = (t.body.origin, t.body.velocity);
    slide(t);
    let (floor_end, floor_velocity) = (t.body.origin, t.body.velocity);
    t.body.origin = start;
    t.body.velocity = velocity;
    let step = upwards::<S::Real>(t.profile.step_height + OVER_STEP);
    let up = t.trace(start, start + step);
    if !up.start_solid && !up.all_solid {
        t.body.origin = up.end;
    }
    slide(t);
    let down = t.trace(t.body.origin, t.body.origin - step);
    let way = |to: &Point3<S::Real>| (to - start).xy().norm_squared();
    let walkable = n(t.profile.walkable_normal);
    let lands = down.plane.is_some_and(|p| p.normal.z >= walkable);
    if lands && !down.start_solid && !down.all_solid {
        t.body.origin = down.end;
    }
    if !lands || way(&floor_end) > way(&t.body.origin) {
        t.body.origin = floor_end;
        t.body.velocity = floor_velocity;
    } else {
        t.body.velocity.z = floor_velocity.z;
    }
}

/// Puts a body that walked on ground that a step down would reach.
fn stay_on_ground<S: Space + ?Sized>(t: &mut Tick<S>) {
    let follow = t.profile.ground_probe.follow;
    if follow <= 0.0 {
        return;
    }
    let origin = t.body.origin;
    let above = t.trace(origin, origin + upwards::<S::Real>(LOOKS_FROM)).end;
    let trace = t.trace(above, origin - upwards::<S::Real>(follow));
    let part = trace.fraction > S::Real::ZERO && trace.fraction < S::Real::ONE && !trace.start_solid;
    let walkable = n(t.profile.walkable_normal);
    let stands = trace.plane.is_some_and(|p| p.normal.z >= walkable);
    if part && stands && (origin.z - trace.end.z).abs() > n(MOVES_FROM) {
        t.body.origin = trace.end;
    }
}

/// Carries a swimmer: pressed onto steps where its way is free, else as on the ground or in the air.
fn swim<S: Space + ?Sized>(t: &mut Tick<S>) {
    let start = t.body.origin;
    let goal = start + t.body.velocity * t.dt;
    if t.trace(start, goal).fraction == S::Real::ONE {
        let above = goal + upwards::<S::Real>(t.profile.step_height + STEP_PRESS);
        let down = t.trace(above, goal);
        if down.start_solid || down.all_solid {
            slide(t);
        } else {
            t.body.origin = down.end;
        }
    } else if t.body.grounded {
        step(t);
    } else {
        slide(t);
    }
}

/// Carries the body along its velocity for a whole tick, sliding along the surfaces that it meets.
fn slide<S: Space + ?Sized>(t: &mut Tick<S>) {
    let first = t.body.velocity;
    let mut from = first;
    let mut left = t.dt;
    let mut way = S::Real::ZERO;
    let mut planes = [Vector3::zeros(); MAX_PLANES];
    let mut count = 0;
    for _ in 0..BUMPS {
        if t.body.velocity == Vector3::zeros() {
            break;
        }
        let goal = t.body.origin + t.body.velocity * left;
        let trace = t.trace(t.body.origin, goal);
        way += trace.fraction;
        if trace.all_solid {
            t.body.velocity = Vector3::zeros();
            return;
        }
        if trace.fraction > S::Real::ZERO {
            if trace.fraction == S::Real::ONE && !is_free(t, trace.end) {
                t.body.velocity = Vector3::zeros();
                break;
            }
            t.body.origin = trace.end;
            from = t.body.velocity;
            count = 0;
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
        if t.profile.repairs.duplicate_plane_guard
            && planes[..count].iter().any(|p| normal.dot(p) > n(SAME_PLANE))
        {
            t.body.velocity += normal;
            continue;
        }
        planes[count] = normal;
        count += 1;
        if count == 1 && !t.body.grounded {
            from = clip(&from, &normal, t.profile.clip_rule);
            t.body.velocity = from;
            continue;
        }
        t.body.velocity = along_planes(t, &from, &planes[..count]);
        // Turned against the first direction: stop, or tiny oscillations in sloping corners.
        if t.body.velocity.dot(&first) <= S::Real::ZERO {
            t.body.velocity = Vector3::zeros();
            break;
        }
    }
    if way == S::Real::ZERO {
        t.body.velocity = Vector3::zeros();
    }
}

/// Whether the body is at rest in no solid at a place.
fn is_free<S: Space + ?Sized>(t: &mut Tick<S>, at: Point3<S::Real>) -> bool {
    let rest = t.trace(at, at);
    !rest.start_solid && rest.fraction == S::Real::ONE
}

/// Takes the part that points into a plane from a velocity, and then its rounding.
fn clip<R: Real>(v: &Vector3<R>, normal: &Vector3<R>, rule: ClipRule) -> Vector3<R> {
    let along = clip_velocity(v, normal, rule);
    let into = along.dot(normal);
    if into < R::ZERO {
        along - normal * into
    } else {
        along
    }
}

/// The first clip of the velocity that enters none of the planes; along the crease of two; else nothing.
fn along_planes<S: Space + ?Sized>(
    t: &Tick<S>,
    from: &Vector3<S::Real>,
    planes: &[Vector3<S::Real>],
) -> Vector3<S::Real> {
    let zero = S::Real::ZERO;
    let mut last = Vector3::zeros();
    for (i, plane) in planes.iter().enumerate() {
        last = clip(from, plane, t.profile.clip_rule);
        let others = planes.iter().enumerate().filter(|(j, _)| *j != i);
        if others.map(|(_, p)| last.dot(p)).all(|into| into >= zero) {
            return last;
        }
    }
    match planes {
        [a, b] => {
            let crease = unit(&a.cross(b)).0;
            crease * crease.dot(&last)
        }
        _ => Vector3::zeros(),
    }
}
