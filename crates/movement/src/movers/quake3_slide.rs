//! Quake III's slide and step moves (`docs/engines.md` section 4, `docs/laws.md` sections 1 and 7-9).
//!
//! Velocity is the average over the tick while it moves and the end value afterwards. A plane met twice pushes the body off along
//! its normal instead of being clipped again. Three planes that shut a corner stop it.

use super::Mover;
use crate::clip::{clip_velocity, lay_along, unit};
use crate::context::Tick;
use crate::profile::ClipRule;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use clipmark_collision::Trace;
use nalgebra::{Point3, Vector3};

/// Moves to the next obstacle per tick, at most.
const BUMPS: usize = 4;
/// Planes that a velocity is clipped against, at most; with more the body stops.
const MAX_PLANES: usize = 5;
/// Two normals with a product above this are one plane met again.
const SAME_PLANE: f32 = 0.99;
/// A velocity that moves away from a plane faster than this does not enter it, in units per second.
const ENTERS: f32 = 0.1;

/// Quake III's slide move as a mover.
pub(crate) struct Quake3Slide;

impl<S: Space + ?Sized> Mover<S> for Quake3Slide {
    #[inline(always)]
    fn walk(&mut self, t: &mut Tick<S>) {
        walk(t);
    }

    #[inline(always)]
    fn fly(&mut self, t: &mut Tick<S>) {
        fly(t);
    }

    fn leap(&mut self, t: &mut Tick<S>) {
        step_slide(t, true);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide(t, false);
    }
}

/// Carries a standing body: its speed is kept on slopes.
#[inline(always)]
fn walk<S: Space + ?Sized>(t: &mut Tick<S>) {
    if let Some(normal) = t.ground.normal {
        t.body.velocity = lay_along(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    if t.body.velocity.x != S::Real::ZERO || t.body.velocity.y != S::Real::ZERO {
        step_slide(t, false);
    }
}

/// Carries a body in the air, along a steep surface below if there is one.
#[inline(always)]
fn fly<S: Space + ?Sized>(t: &mut Tick<S>) {
    if let Some(normal) = t.ground.normal {
        t.body.velocity = clip_velocity(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    step_slide(t, true);
}

/// Slides; and if anything was met, tries again from a step higher.
#[inline(always)]
fn step_slide<S: Space + ?Sized>(t: &mut Tick<S>, gravity: bool) {
    let (start, velocity) = (t.body.origin, t.body.velocity);
    if slide(t, gravity) {
        step(t, gravity, start, velocity);
    }
}

/// Undoes a slide that met something, and slides from a step higher, unless there is no room.
#[inline(never)]
fn step<S: Space + ?Sized>(
    t: &mut Tick<S>,
    gravity: bool,
    start: Point3<S::Real>,
    velocity: Vector3<S::Real>,
) {
    let step = upwards::<S::Real>(t.profile.step_height);
    let below = t.trace(start, start - step);
    let floor_below = below.hit()
        && below
            .plane
            .is_some_and(|p| p.normal.z >= n(t.profile.walkable_normal));
    if t.body.velocity.z > n(t.profile.step_rising_speed) && !floor_below {
        return;
    }
    let up = t.trace(start, start + step);
    if up.all_solid {
        return;
    }
    let raised = up.end.z - start.z;
    t.body.origin = up.end;
    t.body.velocity = velocity;
    slide(t, gravity);
    let down = t.trace(t.body.origin, t.body.origin - Vector3::z() * raised);
    if !down.all_solid {
        t.body.origin = down.end;
    }
    if let Some(plane) = down.plane.filter(|_| down.hit()) {
        t.body.velocity = clip_velocity(&t.body.velocity, &plane.normal, t.profile.clip_rule);
    }
}

/// Carries the body along its velocity for a whole tick; says whether anything was met.
#[inline(never)]
fn slide<S: Space + ?Sized>(t: &mut Tick<S>, gravity: bool) -> bool {
    let mut velocity = t.body.velocity;
    // The velocity at the tick's end, if nothing is met.
    let mut at_end = velocity;
    if gravity {
        at_end.z -= n::<S::Real>(t.profile.gravity) * t.dt;
        velocity.z = (velocity.z + at_end.z) * n(0.5);
        if let Some(normal) = t.ground.normal {
            velocity = clip_velocity(&velocity, &normal, t.profile.clip_rule);
        }
    }
    let trace = t.trace(t.body.origin, t.body.origin + velocity * t.dt);
    let free = trace.fraction == S::Real::ONE && !trace.all_solid;
    if free {
        t.body.origin = trace.end;
        if gravity {
            t.body.velocity = at_end;
        }
    } else {
        t.body.velocity = velocity;
        let Some(clipped) = slide_along(t, trace, at_end) else {
            return true;
        };
        if gravity {
            t.body.velocity = clipped;
        }
    }
    if t.body.timer_msec != S::Real::ZERO {
        t.body.velocity = at_end;
    }
    !free
}

/// Goes on from the first obstacle, along it and the later ones. `None` where the body was stopped dead on the way. `at_end` is
/// the velocity after the tick, which comes back clipped alike.
#[inline(never)]
fn slide_along<S: Space + ?Sized>(
    t: &mut Tick<S>,
    mut trace: Trace<S::Real>,
    mut at_end: Vector3<S::Real>,
) -> Option<Vector3<S::Real>> {
    let mut planes = Planes::<S::Real>::none();
    if let Some(normal) = t.ground.normal {
        planes.push(normal);
    }
    // The direction itself counts as a plane: the body never turns back.
    planes.push(unit(&t.body.velocity).0);
    let mut left = t.dt;
    for bump in 1..=BUMPS {
        if trace.all_solid {
            // Stuck in a solid: at least do not build up falling speed.
            t.body.velocity.z = S::Real::ZERO;
            return None;
        }
        if trace.fraction > S::Real::ZERO {
            t.body.origin = trace.end;
        }
        if trace.fraction == S::Real::ONE {
            break;
        }
        t.bumped(&trace);
        left -= left * trace.fraction;
        let normal = trace.plane.map_or_else(Vector3::zeros, |p| p.normal);
        if planes.count == MAX_PLANES {
            t.body.velocity = Vector3::zeros();
            return None;
        }
        if planes.all().iter().any(|p| normal.dot(p) > n(SAME_PLANE)) {
            t.body.velocity += normal;
        } else {
            planes.push(normal);
            match planes.along(&t.body.velocity, &at_end, t.profile.clip_rule) {
                Some((velocity, end)) => (t.body.velocity, at_end) = (velocity, end),
                None => {
                    t.body.velocity = Vector3::zeros();
                    return None;
                }
            }
        }
        if bump < BUMPS {
            trace = t.trace(t.body.origin, t.body.origin + t.body.velocity * left);
        }
    }
    Some(at_end)
}

struct Planes<R: Real> {
    normals: [Vector3<R>; MAX_PLANES],
    count: usize,
}

impl<R: Real> Planes<R> {
    fn none() -> Self {
        Self {
            normals: [Vector3::zeros(); MAX_PLANES],
            count: 0,
        }
    }

    fn push(&mut self, normal: Vector3<R>) {
        self.normals[self.count] = normal;
        self.count += 1;
    }

    fn all(&self) -> &[Vector3<R>] {
        &self.normals[..self.count]
    }

    /// Both velocities clipped so that they enter no plane. The first plane entered clips, then a second that the result enters,
    /// or their crease. `None` when a third plane shuts the corner.
    fn along(&self, v: &Vector3<R>, end: &Vector3<R>, rule: ClipRule) -> Option<(Vector3<R>, Vector3<R>)> {
        let planes = self.all();
        let enters = |v: &Vector3<R>, plane: &Vector3<R>| v.dot(plane) < n(ENTERS);
        let Some(i) = planes.iter().position(|p| enters(v, p)) else {
            return Some((*v, *end));
        };
        let mut clipped = clip_velocity(v, &planes[i], rule);
        let mut clipped_end = clip_velocity(end, &planes[i], rule);
        for j in (0..planes.len()).filter(|&j| j != i) {
            if !enters(&clipped, &planes[j]) {
                continue;
            }
            clipped = clip_velocity(&clipped, &planes[j], rule);
            clipped_end = clip_velocity(&clipped_end, &planes[j], rule);
            if clipped.dot(&planes[i]) >= R::ZERO {
                continue;
            }
            let crease = unit(&planes[i].cross(&planes[j])).0;
            clipped = crease * crease.dot(v);
            clipped_end = crease * crease.dot(end);
            if (0..planes.len()).any(|k| k != i && k != j && enters(&clipped, &planes[k])) {
                return None;
            }
        }
        Some((clipped, clipped_end))
    }
}
