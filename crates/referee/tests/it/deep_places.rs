//! The judge of places accuses by a proof of depth alone. Of a cylinder at slopes the planes around a solid give too large a
//! depth: right answers, found by trying directions, were called too shallow by it.

use crate::common::tracers::hulls;
use crate::common::*;
use clipmark_collision::{Penetration, Status, TraceRules};
use clipmark_geometry::{Brush, Contents, Hull, Point};
use clipmark_referee::{Reference, judge_depth};
use nalgebra::Vector3;

type V = Vector3<f64>;

/// Directions that are tried, the nearest off by less than 0.02 radians. So a depth is never too small, and may be some tenths of
/// a unit too large where a face is the way out.
const DIRECTIONS: usize = 20_000;
/// The judge's tolerance, in units. An estimate that is too large by more counts as one.
const TOLERANCE: f64 = 0.0313;

/// Even on the sphere: a spiral of golden angles.
fn directions() -> impl Iterator<Item = V> {
    let turn = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..DIRECTIONS).map(move |i| {
        let z = 1.0 - (2 * i + 1) as f64 / DIRECTIONS as f64;
        let (level, angle) = ((1.0 - z * z).sqrt(), turn * i as f64);
        V::new(level * angle.cos(), level * angle.sin(), z)
    })
}

/// How far a hull reaches along a direction.
fn reach(hull: &Hull, n: &V) -> f64 {
    let b = hull.bounds();
    let (lo, hi): (V, V) = (b.mins.coords.cast(), b.maxs.coords.cast());
    let (middle, half, r) = ((lo + hi) * 0.5, (hi - lo) * 0.5, f64::from(hull.radius()));
    n.dot(&middle)
        + match hull {
            Hull::Cylinder { .. } => r * n.xy().norm() + half.z * n.z.abs(),
            Hull::Sphere { .. } => r,
            Hull::Capsule { .. } => r + (half.z - r) * n.z.abs(),
            Hull::Point | Hull::Box { .. } => half.dot(&n.abs()),
        }
}

/// The shortest way out among the directions, and its length: the depth, or hardly more.
fn way_out(brush: &Brush, hull: &Hull, at: &Point) -> (V, f64) {
    let corners: Vec<V> = brush.vertices().iter().map(|p| p.coords.cast()).collect();
    let x: V = at.coords.cast();
    let out = directions().map(|n| {
        let support = corners.iter().map(|c| n.dot(c)).fold(f64::NEG_INFINITY, f64::max);
        (n, support + reach(hull, &-n) - n.dot(&x))
    });
    out.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

#[test]
fn a_right_depth_is_never_too_shallow_and_half_of_it_is() {
    let mut rng = Random(5);
    let (mut asked, mut overestimated) = (0, 0);
    for _ in 0..60 {
        let brush = rng.brush(Point::origin(), 24.0);
        let reference = Reference::build(&world(vec![brush.clone()]), Contents::SOLID);
        for hull in hulls() {
            let truth = reference.for_hull(&hull);
            let at = rng.point(40.0);
            let estimate = -truth.signed_distance(&at.cast()).unwrap().distance;
            if estimate < 1.0 {
                continue;
            }
            let (normal, depth) = way_out(&brush, &hull, &at);
            let judged = |depth: f64| {
                let overlap = Penetration {
                    depth: depth as f32,
                    normal: normal.cast::<f32>(),
                    contents: Contents::SOLID,
                    status: Status::Exact,
                };
                let declaration = declares(TraceRules::QUAKE3);
                let found = judge_depth(&truth, &at, Some(&overlap), &[], &declaration);
                found.map(|fault| fault.what)
            };
            asked += 1;
            overestimated += usize::from(estimate > depth + TOLERANCE);
            const TOO_SHALLOW: Option<&str> = Some("is deeper than it says");
            assert_ne!(
                judged(depth),
                TOO_SHALLOW,
                "{hull:?} at {at:?} in {brush:?}: {depth}, not {estimate}"
            );
            assert!(
                depth < 1.0 || judged(depth * 0.5) == TOO_SHALLOW,
                "{hull:?} at {at:?} in {brush:?}"
            );
        }
    }
    assert!(asked > 100 && overestimated > 0, "{overestimated} of {asked}");
}
