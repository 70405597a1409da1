//! The slide move of Quake, QuakeWorld and GoldSrc: up to four stretches, each clipped along the surface met. Source:
//! `docs/engines.md`; Ivy, *Quake's Player Movement*, 2023. The engines differ in a few rules, which [`SlideRules`] holds.
//!
//! Departures from the published text, all towards the shipped engines. There are at most five planes. The crease direction is
//! not normalised, so a crease costs sin^2 of the angle between the planes (law L23).

use crate::clip::{clip_velocity, unit};
use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use nalgebra::Vector3;

/// Moves to the next obstacle per tick, at most.
const BUMPS: usize = 4;
/// Planes that a velocity is clipped against, at most; with more the body stops.
const MAX_PLANES: usize = 5;
/// Two normals with a product above this are one plane met again (guarded against only when repaired).
const SAME_PLANE: f32 = 0.99;

/// Which velocity is clipped when a surface is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClipsFrom {
    /// The velocity at the start of the move, whatever it met since.
    Start,
    /// The velocity with which the body last advanced.
    LastStretch,
}

/// Where the slide moves differ.
pub(crate) trait SlideRules {
    /// Which velocity is clipped.
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
}

/// The hits of a slide.
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
            t.body.origin = trace.end;
            count = 0;
            if E::CLIPS_FROM == ClipsFrom::LastStretch {
                clipped = t.body.velocity;
            }
        }
        if trace.fraction == S::Real::ONE {
            break;
        }
        t.bumped(&trace);
        let normal = trace.plane.map_or_else(Vector3::zeros, |p| p.normal);
        if normal.z >= n(t.profile.walkable_normal) {
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
            t.body.velocity = clip_velocity(&clipped, &normal, t.profile.clip_rule);
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

/// The first clip of the velocity that enters none of the planes; along the crease of two; `None` between more.
fn along_planes<S: Space + ?Sized, E: SlideRules>(
    t: &Tick<S>,
    from: &Vector3<S::Real>,
    planes: &[Vector3<S::Real>],
) -> Option<Vector3<S::Real>> {
    let mut last = Vector3::zeros();
    for (i, plane) in planes.iter().enumerate() {
        last = clip_velocity(from, plane, t.profile.clip_rule);
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
    let crease = if t.profile.repairs.normalised_crease {
        unit(&a.cross(b)).0
    } else {
        a.cross(b)
    };
    let part = if E::CREASE_OF_WHOLE { t.body.velocity } else { last };
    Some(crease * crease.dot(&part))
}
