//! Tracers that answer rightly, to be spoilt.

use super::{Random, declares, stopped, world};
use clipmark_collision::{Declaration, Follows, StartSolid, Status, Sweep, Trace, TraceRules};
use clipmark_geometry::{Hull, Point, Vec3, World};
use clipmark_referee::HullReference;

/// Stops the hull where its true distance to the world becomes the skin. It steps along the path no further
/// than the distance allows.
pub(crate) fn perfect(h: &HullReference, sweep: &Sweep, rules: TraceRules) -> Trace {
    const NEAR: f64 = 1e-5;
    let (start, end) = (sweep.start.cast::<f64>(), sweep.end.cast::<f64>());
    let length = (end - start).norm();
    let exact = h.sweep(&start, &end);
    if exact.starts_inside {
        return Trace {
            start_solid: true,
            ..Trace::refused(sweep, Status::Exact)
        };
    }
    if exact.entry.is_none() {
        return Trace::free(sweep);
    }
    let mut t = 0.0;
    let near = loop {
        let near = h.signed_distance(&(start + (end - start) * t)).unwrap();
        let spare = near.distance - f64::from(rules.skin);
        if t >= 1.0 || spare < NEAR && near.normal.dot(&(end - start)) < 0.0 {
            break near;
        }
        t += spare.max(NEAR) / length;
    };
    let fraction = t.min(exact.entry.unwrap()) as f32;
    let n: Vec3 = near.normal.cast();
    stopped(sweep, fraction, n)
}

pub(crate) fn random_world(rng: &mut Random, brushes: usize) -> World {
    world(
        (0..brushes)
            .map(|_| {
                let c = rng.point(200.0);
                rng.brush(c, 24.0)
            })
            .collect(),
    )
}

pub(crate) fn hulls() -> Vec<Hull> {
    let (lo, hi) = (Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0));
    vec![
        Hull::quake3_player(),
        Hull::Point,
        Hull::new_sphere(8.0).unwrap(),
        Hull::new_capsule(lo, hi).unwrap(),
        Hull::new_cylinder(lo, hi).unwrap(),
    ]
}

/// A box against boxes by Quake III's rules, in f32.
pub(crate) fn quake3(w: &World, sweep: &Sweep) -> Trace {
    const SKIN: f32 = 0.125;
    let b = sweep.hull.bounds();
    let mut out = Trace::free(sweep);
    for brush in &w.brushes {
        let (mut enter, mut leave, mut met) = (-1.0f32, 1.0f32, None);
        let (mut start_out, mut end_out, mut missed) = (false, false, false);
        for side in &brush.sides {
            let n = side.plane.normal;
            let corner = Vec3::from_fn(|i, _| if n[i] < 0.0 { b.maxs[i] } else { b.mins[i] });
            let dist = side.plane.dist - corner.dot(&n);
            let d1 = n.dot(&sweep.start.coords) - dist;
            let d2 = n.dot(&sweep.end.coords) - dist;
            start_out |= d1 > 0.0;
            end_out |= d2 > 0.0;
            if d1 > 0.0 && (d2 >= SKIN || d2 >= d1) {
                missed = true;
                break;
            }
            if d1 <= 0.0 && d2 <= 0.0 {
                continue;
            }
            if d1 > d2 {
                let f = ((d1 - SKIN) / (d1 - d2)).max(0.0);
                if f > enter {
                    (enter, met) = (f, Some(side.plane));
                }
            } else {
                leave = leave.min((d1 + SKIN) / (d1 - d2));
            }
        }
        if missed {
            continue;
        }
        if !start_out {
            out.start_solid = true;
            if !end_out {
                out.all_solid = true;
                out.fraction = 0.0;
                out.plane = None;
                break;
            }
        } else if enter < leave && enter > -1.0 && enter < out.fraction {
            out.fraction = enter;
            out.plane = met;
            out.contents = brush.contents;
        }
    }
    out.end = sweep.at(out.fraction);
    out
}

pub(crate) fn quake3_declares() -> Declaration {
    Declaration {
        start_solid: StartSolid::IgnoredUnlessAllSolid,
        follows: Some(Follows::Quake3),
        ..declares(TraceRules::QUAKE3)
    }
}
