//! Faults of answers by kind of sweep: its length, its way of meeting a surface, its direction, the asking process.

use super::answers::{deeper, farther, turned};
use super::{Planted, SweepAsked};
use clipmark_collision::{Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Plane, SurfaceFlags, Vec3};
use std::process;

/// A sweep is long from this on, very long from that, and short below the third, in units.
const LONG: f32 = 4096.0;
const VERY_LONG: f32 = 8192.0;
const SHORT: f32 = 0.02;
/// A way goes along a surface where it comes nearer by no more than this share of its length.
const ALONG: f32 = 0.001;
/// How far a body gets that is held, in units: far less than any tolerance.
const CREEP: f32 = 0.008;
/// A surface is near where a hull is no farther than this from it, in units.
const NEAR: f32 = 0.5;

fn length(asked: &SweepAsked) -> f32 {
    asked.sweep.displacement().norm()
}

fn free(asked: &SweepAsked, t: Trace) -> Trace {
    Trace {
        start_solid: t.start_solid,
        status: t.status,
        ..Trace::free(asked.sweep)
    }
}

/// Stops at once, by a plane against the motion.
fn dead(asked: &SweepAsked, t: Trace) -> Trace {
    let sweep = asked.sweep;
    let by = sweep.displacement();
    let Some(normal) = (-by).try_normalize(0.0) else {
        return t;
    };
    Trace {
        fraction: 0.0,
        end: sweep.start,
        plane: Some(Plane::new(normal, normal.dot(&sweep.start.coords))),
        contents: Contents::SOLID,
        ..t
    }
}

/// One in `count`, by a hash of the question.
fn one_in(asked: &SweepAsked, count: u64) -> bool {
    let sweep = asked.sweep;
    let mixed = sweep.start.iter().chain(sweep.end.iter()).fold(7_u64, |h, x| {
        (h ^ u64::from(x.to_bits())).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (mixed ^ mixed >> 29).is_multiple_of(count)
}

pub(super) fn long_lost(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if length(asked) > LONG { free(asked, t) } else { t }
}

pub(super) fn very_long_half(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match length(asked) > VERY_LONG && t.fraction > 0.5 {
        true => farther(asked, t, -length(asked) * (t.fraction - 0.5)),
        false => t,
    }
}

pub(super) fn short_free(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let length = length(asked);
    if length > 0.0 && length < SHORT {
        free(asked, t)
    } else {
        t
    }
}

pub(super) fn short_dead(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let length = length(asked);
    match length > 0.0 && length < SHORT && !t.start_solid {
        true => dead(asked, t),
        false => t,
    }
}

/// Whether the way goes along a surface that is near its start.
fn is_along(planted: &Planted, asked: &SweepAsked) -> bool {
    let sweep = asked.sweep;
    let Some(way) = sweep.displacement().try_normalize(0.0) else {
        return false;
    };
    let mut near = Vec::new();
    let (hull, at, mut work) = (&sweep.hull, &sweep.start, Work::silent());
    planted
        .sound
        .contacts(hull, at, NEAR, sweep.mask, &mut near, &mut work);
    near.iter().any(|c| c.normal.dot(&way).abs() < ALONG)
}

pub(super) fn along_dead(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match t.fraction > 0.0 && one_in(asked, 4) && is_along(planted, asked) {
        true => dead(asked, t),
        false => t,
    }
}

pub(super) fn along_half(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if t.fraction < 1.0 || !is_along(planted, asked) {
        return t;
    }
    let stopped = dead(asked, t);
    Trace {
        fraction: 0.5,
        end: asked.sweep.at(0.5),
        ..stopped
    }
}

/// Stops half-way by the surface that the way goes along, as a tracer does whose plane is off.
pub(super) fn along_named(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let sweep = asked.sweep;
    let Some(way) = sweep.displacement().try_normalize(0.0) else {
        return t;
    };
    if t.fraction < 1.0 || !one_in(asked, 4) {
        return t;
    }
    let mut near = Vec::new();
    let (hull, at, mut work) = (&sweep.hull, &sweep.start, Work::silent());
    planted
        .sound
        .contacts(hull, at, NEAR, sweep.mask, &mut near, &mut work);
    let Some(by) = near.iter().find(|c| c.normal.dot(&way).abs() < ALONG) else {
        return t;
    };
    Trace {
        fraction: 0.5,
        end: sweep.at(0.5),
        plane: Some(Plane::new(by.normal, by.normal.dot(&by.point.coords))),
        contents: by.contents,
        ..t
    }
}

/// A sweep that is stopped at once still advances by a hair.
pub(super) fn creeps(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match t.fraction * length(asked) < CREEP && !t.start_solid {
        true => farther(asked, t, CREEP),
        false => t,
    }
}

pub(super) fn mask_ignored(planted: &Planted, asked: &SweepAsked, _: Trace) -> Trace {
    let sweep = Sweep {
        mask: Contents::all(),
        ..*asked.sweep
    };
    planted.sound.trace(&sweep, &mut Work::silent())
}

pub(super) fn mask_lost(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match asked.sweep.mask == Contents::PLAYER_MASK {
        true => t,
        false => free(asked, t),
    }
}

pub(super) fn surface_lost(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    Trace {
        surface: SurfaceFlags::empty(),
        ..t
    }
}

/// The flags of the first face of the brush, whichever is met.
pub(super) fn surface_of_first(planted: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    let Some(plane) = t.plane else { return t };
    let is_of = |b: &&clipmark_geometry::Brush| b.sides.iter().any(|s| s.plane == plane);
    let first = planted
        .world
        .brushes
        .iter()
        .find(is_of)
        .and_then(|b| b.sides.first());
    Trace {
        surface: first.map_or(t.surface, |s| s.surface),
        ..t
    }
}

pub(super) fn distance_off(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    Trace {
        plane: t.plane.map(|p| Plane::new(p.normal, p.dist + 1.0)),
        ..t
    }
}

pub(super) fn contents_of_mask(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match t.hit() {
        true => Trace {
            contents: asked.sweep.mask,
            ..t
        },
        false => t,
    }
}

pub(super) fn all_solid_unsaid(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    match t.all_solid {
        true => Trace {
            all_solid: false,
            fraction: 1.0,
            ..t
        },
        false => t,
    }
}

pub(super) fn start_invented(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    Trace {
        start_solid: t.start_solid || one_in(asked, 500),
        ..t
    }
}

pub(super) fn not_a_number(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match one_in(asked, 2000) {
        true => Trace {
            fraction: f32::NAN,
            ..t
        },
        false => t,
    }
}

pub(super) fn unreliable(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match one_in(asked, 1000) {
        true => Trace {
            status: Status::Failed,
            ..t
        },
        false => t,
    }
}

fn with_normal(t: Trace, change: impl Fn(Vec3) -> Vec3) -> Trace {
    Trace {
        plane: t.plane.map(|p| Plane::new(change(p.normal), p.dist)),
        ..t
    }
}

pub(super) fn long_normals(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    with_normal(t, |n| n * 1.01)
}

pub(super) fn flipped_normals(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if one_in(asked, 200) {
        with_normal(t, |n| -n)
    } else {
        t
    }
}

/// Ground is said to be level.
pub(super) fn level_ground(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    with_normal(t, |n| if n.z > 0.7 { Vec3::z() } else { n })
}

/// The largest part of a normal alone.
pub(super) fn axial_normals(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    with_normal(t, |n| {
        let axis = n.iamax();
        Vec3::ith(axis, n[axis].signum())
    })
}

pub(super) fn early_at_grazing(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let grazes = t
        .plane
        .is_some_and(|p| -p.normal.dot(&asked.sweep.displacement()) < 0.25 * length(asked));
    if grazes { deeper(asked, t, -0.2) } else { t }
}

pub(super) fn deep_downwards(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match asked.sweep.displacement().z < 0.0 {
        true => deeper(asked, t, 0.1),
        false => t,
    }
}

/// One free way in 2,000 is stopped half-way.
pub(super) fn phantoms(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if t.fraction < 1.0 || !one_in(asked, 2000) {
        return t;
    }
    let stopped = dead(asked, t);
    Trace {
        fraction: 0.5,
        end: asked.sweep.at(0.5),
        ..stopped
    }
}

/// A sweep that leaves a surface stays at it.
pub(super) fn sticks(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let sweep = asked.sweep;
    let by = sweep.displacement();
    if t.fraction == 0.0 || by.norm_squared() == 0.0 || !one_in(asked, 8) {
        return t;
    }
    let mut near = Vec::new();
    let (hull, at, mut work) = (&sweep.hull, &sweep.start, Work::silent());
    planted
        .sound
        .contacts(hull, at, NEAR, sweep.mask, &mut near, &mut work);
    match near.iter().any(|c| c.normal.dot(&by) > 0.0) {
        true => dead(asked, t),
        false => t,
    }
}

/// Answers of one process are not those of another.
pub(super) fn by_the_process(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let mine = u64::from(process::id());
    match one_in(asked, 2 + mine % 61) {
        true => farther(asked, t, -0.004),
        false => t,
    }
}

/// Of a part that leans.
pub(super) fn deep_where_tilted(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match asked.rotation.is_upright() {
        true => t,
        false => deeper(asked, t, 0.25),
    }
}

pub(super) fn normals_where_turned(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match asked.rotation.is_none() {
        true => t,
        false => turned(t, 5.0),
    }
}

/// A counter of 20 bits has gone round.
pub(super) fn free_when_worn(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    match asked.before >= 1 << 20 {
        true => free(asked, t),
        false => t,
    }
}
