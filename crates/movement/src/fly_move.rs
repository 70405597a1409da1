//! The slide move of Quake, QuakeWorld, GoldSrc and Source: up to four stretches, each clipped along the surface met. Source:
//! `docs/engines.md`; Ivy, *Quake's Player Movement*, 2023. The engines differ in a few rules, which [`SlideRules`] holds; each
//! engine's file says its own. The step move is QuakeWorld's and GoldSrc's.
//!
//! Departures from the published text, all towards the shipped engines. There are at most five planes. The crease direction is
//! not normalised, so a crease costs sin^2 of the angle between the planes (law L23).

use crate::clip::{clip_velocity, unit};
use crate::context::Tick;
use crate::movers::Mover;
use crate::profile::{ClipRule, Repairs};
use crate::real::{Real, n, upwards};
use crate::space::Space;
use nalgebra::{Point3, Vector3};

/// Moves to the next obstacle per tick, at most.
const BUMPS: usize = 4;
/// Planes that a velocity is clipped against, at most; with more the body stops.
const MAX_PLANES: usize = 5;
/// Two normals with a product above this are one plane met again (guarded against only when repaired).
const SAME_PLANE: f32 = 0.99;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClipsFrom {
    /// The velocity at the start of the move, whatever it met since.
    Start,
    /// The velocity with which the body last advanced.
    LastStretch,
}

/// Where the slide moves differ.
pub(crate) trait SlideRules {
    const CLIPS_FROM: ClipsFrom;
    /// Whether a start in a solid stops the body; else only a stretch in a solid all the way does.
    const STOPS_AT_STUCK_START: bool;
    /// Whether a body without velocity makes no more stretches.
    const ENDS_AT_REST: bool;
    /// Whether a crease takes its part of the velocity before the surface was met; else of the last clip.
    const CREASE_OF_WHOLE: bool;
    /// Whether in the air the velocity along the first plane is taken as it is.
    const TRUSTS_FIRST_PLANE_IN_AIR: bool;
    /// Whether a body that made no progress stops.
    const STOPS_WITHOUT_PROGRESS: bool;
    /// Whether a water jump keeps its velocity, whatever it met.
    const WATER_JUMP_KEEPS_VELOCITY: bool;
    /// Whether a stretch that meets nothing is tested again at rest at its end. A body in a solid there stops.
    const TESTS_FREE_END: bool = false;
    /// Whether what is met is told of, for worlds that move.
    const TELLS_OF_CONTACTS: bool = true;

    #[inline(always)]
    fn clip<R: Real>(v: &Vector3<R>, normal: &Vector3<R>, rule: ClipRule) -> Vector3<R> {
        clip_velocity(v, normal, rule)
    }

    /// The direction of the crease between two planes: no unit vector, unless repaired.
    #[inline(always)]
    fn crease<R: Real>(a: &Vector3<R>, b: &Vector3<R>, repairs: Repairs) -> Vector3<R> {
        let crease = a.cross(b);
        if repairs.normalised_crease {
            unit(&crease).0
        } else {
            crease
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Met<R: Real> {
    /// Something level.
    pub(crate) floor: bool,
    /// Something level that can be stood on.
    pub(crate) ground: bool,
    /// An upright wall, or nothing that the body could move along.
    pub(crate) wall: bool,
    /// Normal of the last upright wall.
    pub(crate) upright: Option<Vector3<R>>,
}

/// Carries the body along its velocity for a time in seconds, sliding along the surfaces that it meets.
pub(crate) fn slide<S: Space + ?Sized, E: SlideRules>(t: &mut Tick<S>, seconds: S::Real) -> Met<S::Real> {
    slide_inlined::<S, E>(t, seconds)
}

/// The same, for an engine that asks for none of what was met: then it is not computed.
#[inline(always)]
pub(crate) fn slide_inlined<S: Space + ?Sized, E: SlideRules>(
    t: &mut Tick<S>,
    seconds: S::Real,
) -> Met<S::Real> {
    let first = t.body.velocity;
    let mut clipped = first;
    let mut met = Met {
        floor: false,
        ground: false,
        wall: false,
        upright: None,
    };
    let mut left = seconds;
    let mut way = S::Real::ZERO;
    let mut planes = [Vector3::zeros(); MAX_PLANES];
    let mut count = 0;
    for _ in 0..BUMPS {
        if E::ENDS_AT_REST && t.body.velocity == Vector3::zeros() {
            break;
        }
        let goal = t.body.origin + t.body.velocity * left;
        let trace = t.trace(t.body.origin, goal);
        if trace.all_solid || E::STOPS_AT_STUCK_START && trace.start_solid {
            t.body.velocity = Vector3::zeros();
            met.wall = true;
            return met;
        }
        way += trace.fraction;
        if trace.fraction > S::Real::ZERO {
            if E::TESTS_FREE_END && trace.fraction == S::Real::ONE && !is_free(t, trace.end) {
                t.body.velocity = Vector3::zeros();
                break;
            }
            t.body.origin = trace.end;
            count = 0;
            if E::CLIPS_FROM == ClipsFrom::LastStretch {
                clipped = t.body.velocity;
            }
        }
        if trace.fraction == S::Real::ONE {
            break;
        }
        if E::TELLS_OF_CONTACTS {
            t.bumped(&trace);
        }
        let normal = trace.plane.map_or_else(Vector3::zeros, |p| p.normal);
        if E::TELLS_OF_CONTACTS && normal.z >= n(t.profile.walkable_normal) {
            met.floor = true;
            if t.can_stand_on(&trace) {
                met.ground = true;
                t.stands_on(&trace);
            }
        }
        if normal.z == S::Real::ZERO {
            met.wall = true;
            met.upright = Some(normal);
        }
        left -= left * trace.fraction;
        if count == MAX_PLANES {
            t.body.velocity = Vector3::zeros();
            met.wall = true;
            break;
        }
        if t.profile.repairs.duplicate_plane_guard
            && planes[..count].iter().any(|p| normal.dot(p) > n(SAME_PLANE))
        {
            t.body.velocity += normal;
            continue;
        }
        planes[count] = normal;
        count += 1;
        if E::TRUSTS_FIRST_PLANE_IN_AIR && count == 1 && !t.body.grounded {
            t.body.velocity = E::clip(&clipped, &normal, t.profile.clip_rule);
            clipped = t.body.velocity;
            continue;
        }
        let Some(along) = along_planes::<S, E>(t, &clipped, &planes[..count]) else {
            t.body.velocity = Vector3::zeros();
            met.wall = true;
            break;
        };
        t.body.velocity = along;
        // Turned against the original direction: stop, or tiny oscillations in sloping corners.
        if t.body.velocity.dot(&first) <= S::Real::ZERO {
            t.body.velocity = Vector3::zeros();
            break;
        }
    }
    if E::STOPS_WITHOUT_PROGRESS && way == S::Real::ZERO {
        t.body.velocity = Vector3::zeros();
    }
    if E::WATER_JUMP_KEEPS_VELOCITY && t.body.water_jump_seconds > S::Real::ZERO {
        t.body.velocity = first;
    }
    met
}

/// Whether the body is at rest in no solid at a place.
fn is_free<S: Space + ?Sized>(t: &mut Tick<S>, at: Point3<S::Real>) -> bool {
    let rest = t.trace(at, at);
    !rest.start_solid && rest.fraction == S::Real::ONE
}

/// The first clip of the velocity that enters none of the planes; along the crease of two; `None` between more.
fn along_planes<S: Space + ?Sized, E: SlideRules>(
    t: &Tick<S>,
    from: &Vector3<S::Real>,
    planes: &[Vector3<S::Real>],
) -> Option<Vector3<S::Real>> {
    let mut last = Vector3::zeros();
    for (i, plane) in planes.iter().enumerate() {
        last = E::clip(from, plane, t.profile.clip_rule);
        if planes
            .iter()
            .enumerate()
            .all(|(j, other)| j == i || last.dot(other) >= S::Real::ZERO)
        {
            return Some(last);
        }
    }
    let [a, b] = planes else {
        return None;
    };
    let crease = E::crease(a, b, t.profile.repairs);
    let part = if E::CREASE_OF_WHOLE { t.body.velocity } else { last };
    Some(crease * crease.dot(&part))
}

/// Carries a standing body: straight if free, else by sliding on the floor or over a step, whichever leads farther. A step is
/// discarded unless it ends on walkable ground.
pub(crate) fn step_slide<S: Space + ?Sized, E: SlideRules>(t: &mut Tick<S>) {
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

/// A swimmer presses this far further down onto a step than it was raised, in units.
const STEP_PRESS: f32 = 1.0;

/// Carries a swimmer to where it would come, down onto a step that is there.
pub(crate) fn swim_onto_step<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if !M::PRESSED {
        return mover.swim(t);
    }
    let goal = t.body.origin + t.body.velocity * t.dt;
    let above = goal + upwards::<S::Real>(t.profile.step_height + STEP_PRESS);
    let trace = t.trace(above, goal);
    if trace.start_solid || trace.all_solid {
        mover.swim(t);
    } else {
        t.body.origin = trace.end;
    }
}
