//! The faults, one function each.

use super::Spoilt;
use clipmark_collision::{CollisionBackend, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Plane, Vec3};

/// No fault.
pub(crate) fn none(_: &Spoilt, _: &Sweep, t: Trace) -> Trace {
    t
}

/// A stop at a fraction by a plane with that normal.
pub(crate) fn stopped(q: &Sweep, fraction: f32, normal: Vec3) -> Trace {
    let end = q.at(fraction);
    Trace {
        fraction,
        end,
        plane: Some(Plane::new(normal, normal.dot(&end.coords))),
        contents: Contents::SOLID,
        ..Trace::free(q)
    }
}

fn level(q: &Sweep) -> Option<Vec3> {
    let by = q.displacement();
    (by.xy().norm() > 0.5).then(|| Vec3::new(by.x, by.y, 0.0).normalize())
}

fn straight_down(q: &Sweep) -> bool {
    let by = q.displacement();
    by.z < 0.0 && by.xy().norm() == 0.0
}

/// Normals of walls are too long by half, so that clipping throws the body back faster than it came.
pub(crate) fn long_normals(_: &Spoilt, _: &Sweep, t: Trace) -> Trace {
    let wall = |p: Plane| {
        if p.normal.z.abs() < 0.5 {
            Plane::new(p.normal * 1.5, p.dist)
        } else {
            p
        }
    };
    Trace {
        plane: t.plane.map(wall),
        ..t
    }
}

/// Every fortieth trace forward is stopped half way by a slope that is not there.
pub(crate) fn brakes(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    match level(q) {
        Some(way) if b.calls() % 40 < 10 => stopped(q, 0.5, (Vec3::z() - way * 0.5).normalize()),
        _ => t,
    }
}

/// Every hundred traces or so, all ways forward are shut at once.
pub(crate) fn walls_from_nowhere(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    match level(q) {
        Some(way) if b.calls() % 200 > 180 => stopped(q, 0.5, -way),
        _ => t,
    }
}

/// From x = 64 on everything is solid.
pub(crate) fn jams(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if q.start.x > 64.0 {
        Trace {
            start_solid: true,
            all_solid: true,
            ..Trace::refused(q, Status::Exact)
        }
    } else {
        t
    }
}

/// Its ground is an eighth higher or lower from one tick to the next.
pub(crate) fn trembles(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    let way = if b.calls().is_multiple_of(2) {
        0.125
    } else {
        -0.125
    };
    if straight_down(q) && t.hit() {
        Trace {
            end: t.end + Vec3::z() * (0.125 + way),
            ..t
        }
    } else {
        t
    }
}

/// Ends lie half a unit deeper than they should.
pub(crate) fn sinks(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if straight_down(q) && t.hit() {
        Trace {
            end: t.end - Vec3::z() * 0.5,
            ..t
        }
    } else {
        t
    }
}

/// There is a ceiling on every head.
pub(crate) fn low_ceilings(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    let by = q.displacement();
    if by.z > 0.0 && by.xy().norm() == 0.0 {
        stopped(q, 0.0, -Vec3::z())
    } else {
        t
    }
}

/// There is a floor under every foot.
pub(crate) fn floors_everywhere(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if straight_down(q) {
        stopped(q, 0.0, Vec3::z())
    } else {
        t
    }
}

/// The probe for ground looks the other way for a few ticks now and then.
pub(crate) fn loses_the_ground(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if straight_down(q) && q.displacement().z > -2.5 && b.calls() % 100 < 25 {
        Trace::free(q)
    } else {
        t
    }
}

/// Short ways along level ground are stopped where a brush ends, as by inner faces of neighbours.
pub(crate) fn seams(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    const TILE: f32 = 8.0;
    let by = q.displacement();
    let (from, to) = ((q.start.x + 15.0) / TILE, (q.end.x + 15.0) / TILE);
    let tiled = b.sound.facts().primitives > 100;
    if tiled && by.z.abs() < 0.01 && by.x > 0.0 && from.floor() != to.floor() {
        let fraction = (to.floor() - from) / (to - from);
        return stopped(q, fraction.clamp(0.0, 0.99), -Vec3::x());
    }
    t
}

/// Solids thinner than a quarter of a unit are not there for fast motion.
pub(crate) fn tunnels(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if q.displacement().norm() > 10.0 {
        Trace::free(q)
    } else {
        t
    }
}

/// Everything stops half way.
pub(crate) fn stops_early(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    match t.plane {
        Some(p) if t.hit() => Trace {
            contents: t.contents,
            plane: Some(p),
            ..stopped(q, t.fraction * 0.5, p.normal)
        },
        _ => t,
    }
}

/// Normals lean by ten degrees.
pub(crate) fn leaning_normals(_: &Spoilt, _: &Sweep, t: Trace) -> Trace {
    let lean = |p: Plane| {
        let aside = if p.normal.x.abs() < 0.7 {
            Vec3::x()
        } else {
            Vec3::y()
        };
        Plane::new((p.normal + aside * 0.18).normalize(), p.dist)
    };
    Trace {
        plane: t.plane.map(lean),
        ..t
    }
}

/// Starts in solids are not noticed.
pub(crate) fn blind_starts(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if t.start_solid { Trace::free(q) } else { t }
}

/// A step of iteration is left out, and that is said.
pub(crate) fn gives_up(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if b.calls().is_multiple_of(10) {
        Trace {
            status: Status::OutOfIterations,
            ..Trace::refused(q, Status::OutOfIterations)
        }
    } else {
        t
    }
}

/// Answers depend on how often it has been asked.
pub(crate) fn remembers(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if t.hit() && t.fraction > 0.0 && b.calls().is_multiple_of(7) {
        let fraction = t.fraction * 0.999;
        Trace {
            fraction,
            end: q.at(fraction),
            ..t
        }
    } else {
        t
    }
}

/// Ways of more than four units are cut in half, as by a solver made for short ones.
pub(crate) fn shuns_long_ways(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    match level(q) {
        Some(way) if q.displacement().norm() > 4.0 => stopped(q, 0.5, -way),
        _ => t,
    }
}

/// Asked often enough, it stops short.
pub(crate) fn ages(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if t.hit() && b.calls() > 500 {
        short_by(q, t, 1e-3)
    } else {
        t
    }
}

/// East is nearer than west: ways with growing x stop a quarter of a unit short.
pub(crate) fn lopsided(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    let by = q.displacement();
    if t.hit() && by.x > 0.1 {
        let fraction = (t.fraction - 0.25 / by.norm()).max(0.0);
        Trace {
            fraction,
            end: q.at(fraction),
            ..t
        }
    } else {
        t
    }
}

/// Beyond 2,000 units places are kept in halves of a unit.
pub(crate) fn coarse_far_away(_: &Spoilt, _: &Sweep, t: Trace) -> Trace {
    if t.end.coords.amax() > 2000.0 {
        Trace {
            end: t.end.map(|x| (x * 2.0).round() / 2.0),
            ..t
        }
    } else {
        t
    }
}

fn short_by(q: &Sweep, t: Trace, units: f32) -> Trace {
    let fraction = (t.fraction - units / q.displacement().norm()).max(0.0);
    Trace {
        fraction,
        end: q.at(fraction),
        ..t
    }
}

/// Going west, whatever is near holds fast.
pub(crate) fn one_way(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    let mut near = Vec::new();
    b.sound
        .contacts(&q.hull, &q.start, 0.25, q.mask, &mut near, &mut Work::silent());
    match near.first() {
        Some(c) if q.end.x < q.start.x && !t.start_solid => stopped(q, 0.0, c.normal),
        _ => t,
    }
}

/// Stops come early by a share of the way, as with a tolerance that is relative to it.
pub(crate) fn relative_tolerance(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    let by = q.displacement().norm() * 4e-3;
    if t.hit() { short_by(q, t, by) } else { t }
}

/// West of the origin everything is a unit nearer.
pub(crate) fn depends_on_the_start(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    if t.hit() && q.start.x < 0.0 {
        short_by(q, t, 1.0)
    } else {
        t
    }
}

/// Everything is half a unit nearer if the first brush lies west of the origin.
pub(crate) fn favours_the_first(b: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    let west = b.first.mins.x < 0.0;
    if t.hit() && west { short_by(q, t, 0.5) } else { t }
}

/// Nonsense is answered with nonsense.
pub(crate) fn answers_nonsense(_: &Spoilt, q: &Sweep, t: Trace) -> Trace {
    match t.status {
        Status::Invalid => Trace { end: q.end, ..t },
        _ => t,
    }
}
