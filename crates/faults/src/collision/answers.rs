//! Faults in single answers. A changed answer keeps its kind: a hit remains a hit, unless the way ends before it.

use super::{Planted, SweepAsked};
use clipmark_collision::{Penetration, Sweep, Trace};
use clipmark_geometry::{Contents, Hull, Plane, Point, Vec3};

/// Ways that meet a surface more flatly than this are moved along it no farther, as a cosine.
const FLATTEST: f32 = 0.05;
/// Cosine to the normal of a way that grazes: 15 degrees to the surface.
const GRAZING: f32 = 0.258_819;

/// The share of the way that goes into the plane met, 0 to 1.
fn directness(sweep: &Sweep, plane: &Plane) -> f32 {
    let by = sweep.displacement();
    (-plane.normal.dot(&by) / by.norm()).max(0.0)
}

/// The stop farther along the way by `units`; `None` where the way ends before.
pub(super) fn farther(asked: &SweepAsked, t: Trace, units: f32) -> Trace {
    let length = asked.sweep.displacement().norm();
    if !t.hit() || t.all_solid || length == 0.0 {
        return t;
    }
    let fraction = (t.fraction + units / length).max(0.0);
    if fraction >= 1.0 {
        return Trace {
            start_solid: t.start_solid,
            status: t.status,
            ..Trace::free(asked.sweep)
        };
    }
    Trace {
        fraction,
        end: asked.sweep.at(fraction),
        ..t
    }
}

/// The stop deeper along the normal by `units`.
pub(super) fn deeper(asked: &SweepAsked, t: Trace, units: f32) -> Trace {
    let Some(plane) = t.plane else { return t };
    let along = units / directness(asked.sweep, &plane).max(FLATTEST);
    farther(asked, t, along)
}

/// Normals turned towards an axis across them.
pub(super) fn turned(t: Trace, degrees: f32) -> Trace {
    let turn = |p: Plane| {
        let aside = if p.normal.x.abs() < 0.7 {
            Vec3::x()
        } else {
            Vec3::y()
        };
        let across = (aside - p.normal * aside.dot(&p.normal)).normalize();
        let (sin, cos) = degrees.to_radians().sin_cos();
        Plane::new(p.normal * cos + across * sin, p.dist)
    };
    Trace {
        plane: t.plane.map(turn),
        ..t
    }
}

pub(super) fn without_plane(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    Trace { plane: None, ..t }
}

pub(super) fn start_unsaid(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    Trace {
        start_solid: false,
        all_solid: false,
        ..t
    }
}

pub(super) fn all_solid(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    Trace {
        all_solid: t.start_solid,
        ..t
    }
}

/// By the number of questions so far, not by the question.
pub(super) fn by_the_count(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    const EVERY: u64 = 10_000;
    if asked.before % EVERY == EVERY - 1 {
        farther(asked, t, -0.01)
    } else {
        t
    }
}

pub(super) fn end_apart(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let by = asked.sweep.displacement();
    let gone = by.norm() * t.fraction;
    if !t.hit() || gone < 0.02 {
        return t;
    }
    Trace {
        end: t.end - by.normalize() * 0.02,
        ..t
    }
}

pub(super) fn in_silence(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if asked.counting { t } else { deeper(asked, t, 0.5) }
}

pub(super) fn coarse_far_away(_: &Planted, _: &SweepAsked, t: Trace) -> Trace {
    const FAR: f32 = 1024.0;
    let rounded = |x: f32| if x.abs() > FAR { (x * 8.0).round() / 8.0 } else { x };
    Trace {
        end: t.end.map(rounded),
        ..t
    }
}

pub(super) fn late_at_grazing(_: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let grazes = |p: &Plane| directness(asked.sweep, p) < GRAZING;
    if t.plane.as_ref().is_some_and(grazes) {
        deeper(asked, t, 0.2)
    } else {
        t
    }
}

pub(super) fn without_bevels(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let met = planted.bevels().first(asked.sweep, planted.skin());
    match met {
        Some((fraction, plane, contents)) if fraction < t.fraction && !t.all_solid => Trace {
            fraction,
            end: asked.sweep.at(fraction),
            plane: Some(plane),
            contents,
            ..t
        },
        _ => t,
    }
}

/// Bounds narrower by a tenth of a unit: a box's on one side, a round hull's all around.
pub(super) fn narrower(hull: &Hull) -> Hull {
    const BY: f32 = 0.1;
    let mut hull = *hull;
    match &mut hull {
        Hull::Point => {}
        Hull::Sphere { radius } => *radius = (*radius - BY / 2.0).max(0.0),
        Hull::Box { bounds } => bounds.maxs.x = (bounds.maxs.x - BY).max(bounds.mins.x),
        Hull::Capsule { bounds } | Hull::Cylinder { bounds } => {
            let in_by = Vec3::new(BY / 2.0, BY / 2.0, 0.0);
            bounds.mins += in_by;
            bounds.maxs -= in_by;
        }
    }
    hull
}

/// The contents of the last brush whose box the hull touches where it stops.
pub(super) fn contents_met(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if t.contents.is_empty() {
        return t;
    }
    let there = asked
        .sweep
        .hull
        .swept_bounds(&t.end, &t.end)
        .grown(2.0 * planted.skin());
    let brushes = planted.world.brushes.iter().rev();
    let last = brushes
        .filter(|b| b.bounds.touches(&there))
        .find(|b| b.contents != t.contents);
    Trace {
        contents: last.map_or(t.contents, |b| b.contents),
        ..t
    }
}

/// The contents of the last brush whose box holds the point.
pub(super) fn contents_at(planted: &Planted, at: &Point, found: Contents) -> Contents {
    let brushes = planted.world.brushes.iter().rev();
    let mut there = brushes.filter(|b| b.bounds.contains(at));
    there.next().map_or(found, |b| b.contents)
}

pub(super) fn half_depth(p: Penetration) -> Option<Penetration> {
    Some(Penetration {
        depth: p.depth * 0.5,
        ..p
    })
}
