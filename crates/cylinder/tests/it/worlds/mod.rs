//! Whole worlds: solids judged by the reference, seams, buried faces, symmetry, order, starts in solids, bad input.

mod edge_cases;
mod solids;
mod symmetry;

use crate::reference::*;
use clipmark_collision::{BuildError, CollisionBackend, Status, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::{CylinderBackend, Polygon};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use rand::RngExt;
use rand::seq::SliceRandom;

const SKIN: f64 = 0.125;

const TOLERANCE: f64 = SKIN / 4.0 + 1e-3;

const PLAYER: Can = Can {
    radius: 16.0,
    low: -24.0,
    high: 32.0,
};

fn build(brushes: Vec<Brush>) -> CylinderBackend {
    CylinderBackend::build(&World::of_brushes("test", brushes), TraceRules::QUAKE3).unwrap()
}

fn trace(b: &CylinderBackend, start: [f32; 3], end: [f32; 3]) -> Trace {
    b.trace(
        &Sweep::new(PLAYER.hull(), start.into(), end.into()),
        &mut Work::silent(),
    )
}

/// Boxes and random convex solids within 200 units of the origin, overlapping each other freely.
fn random_brushes(rng: &mut Rng, count: usize) -> Vec<Brush> {
    let mut out = Vec::new();
    while out.len() < count {
        let middle = V::from_fn(|_, _| rng.random_range(-200.0_f64..200.0).round());
        let size = V::from_fn(|_, _| rng.random_range(4.0_f64..60.0).round());
        let brush = if rng.random_bool(0.5) {
            Brush::from_box(
                Point::from((middle - size).cast()),
                Point::from((middle + size).cast()),
                Contents::SOLID,
            )
        } else {
            let planes: Vec<Plane> = (0..rng.random_range(5..12))
                .map(|_| {
                    let n: Vec3 = unit(rng).cast::<f32>().normalize();
                    Plane::new(n, (f64::from(n.dot(&middle.cast())) + size.x) as f32)
                })
                .collect();
            Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty())
        };
        out.extend(brush.ok().filter(|b| b.bounds.half_extents().amax() < 200.0));
    }
    out
}
