//! The closed forms against a second method that shares nothing with them. A test of overlap at one position clips the
//! hull's own surface by the brush's planes, or a triangle by the hull's. It uses no Minkowski sum and no corners of the
//! brush. It runs just before the entry, just after it, and all along the free way. Every fourth query is about a
//! triangle.
//!
//! `CLIPMARK_AGREEMENT=n` asks n times as many: with 7 over 100,000.

use crate::common::*;
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Triangle, TriangleSides, World};
use clipmark_referee::Reference;
use nalgebra::Vector3;

type V = Vector3<f64>;

/// How far from the entry the other method is asked, in units.
const STEP: f64 = 1e-7;

fn clip(polygon: &[V], n: &V, h: f64) -> Vec<V> {
    let mut out = Vec::new();
    for (i, a) in polygon.iter().enumerate() {
        let b = &polygon[(i + 1) % polygon.len()];
        let (da, db) = (n.dot(a) - h, n.dot(b) - h);
        if da < 0.0 {
            out.push(*a);
        }
        if (da < 0.0) != (db < 0.0) {
            out.push(a + (b - a) * (da / (da - db)));
        }
    }
    out
}

fn planes(brush: &Brush) -> Vec<(V, f64)> {
    let of = |p: &Plane| (p.normal.cast(), f64::from(p.dist));
    brush.sides.iter().map(|s| of(&s.plane)).collect()
}

fn quad(origin: V, a: V, b: V) -> Vec<V> {
    vec![origin, origin + a, origin + a + b, origin + b]
}

/// Some of a face is strictly in the box.
fn reaches_into(face: &[V], mins: &V, maxs: &V) -> bool {
    let cut = |p: Vec<V>, i: usize| {
        let n = V::ith(i, 1.0);
        clip(&clip(&p, &n, maxs[i]), &-n, -mins[i])
    };
    (0..3).fold(face.to_vec(), cut).len() > 2
}

/// Some of the box's surface is in the brush, or the brush is wholly in the box.
fn box_overlaps(brush: &[(V, f64)], inner: &V, mins: &V, maxs: &V) -> bool {
    let size = maxs - mins;
    let mut faces = Vec::new();
    for axis in 0..3 {
        let edge = |i: usize| {
            let mut e = V::zeros();
            e[i % 3] = size[i % 3];
            e
        };
        let mut far = *mins;
        far[axis] = maxs[axis];
        faces.push(quad(*mins, edge(axis + 1), edge(axis + 2)));
        faces.push(quad(far, edge(axis + 1), edge(axis + 2)));
    }
    let in_brush = |face: &Vec<V>| {
        let left = brush.iter().fold(face.clone(), |p, (n, h)| clip(&p, n, *h));
        left.len() > 2
    };
    faces.iter().any(in_brush) || (0..3).all(|i| mins[i] < inner[i] && inner[i] < maxs[i])
}

/// Faces of the brush, cut from large squares.
fn faces(brush: &[(V, f64)]) -> Vec<Vec<V>> {
    let face = |i: usize| {
        let n = brush[i].0.normalize();
        let side = n
            .cross(&if n.z.abs() > 0.5 { V::x() } else { V::z() })
            .normalize()
            * 1e4;
        let up = n.cross(&side);
        let middle = n * (brush[i].1 / brush[i].0.norm());
        let square = quad(middle - side * 0.5 - up * 0.5, side, up);
        let others = brush.iter().enumerate().filter(|(j, _)| *j != i);
        others.fold(square, |p, (_, (n, h))| clip(&p, n, *h))
    };
    (0..brush.len()).map(face).filter(|f| f.len() > 2).collect()
}

fn to_segment(x: &V, a: &V, b: &V) -> f64 {
    let e = b - a;
    let t = (e.dot(&(x - a)) / e.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (x - a - e * t).norm()
}

/// The brush cut to the cylinder's heights and seen from above is nearer than the radius.
fn cylinder_overlaps(brush: &[(V, f64)], faces: &[Vec<V>], at: &V, r: f64, z: (f64, f64)) -> bool {
    let inside = |z: f64| brush.iter().all(|(n, h)| n.dot(&V::new(at.x, at.y, z)) < *h);
    if inside(z.0) || inside(z.1) {
        return true;
    }
    let flat = |v: &V| V::new(v.x, v.y, 0.0);
    let x = flat(at);
    faces.iter().any(|face| {
        let cut = clip(&clip(face, &V::z(), z.1), &-V::z(), -z.0);
        if cut.len() < 3 {
            return false;
        }
        let edges = || cut.iter().zip(cut.iter().cycle().skip(1));
        let turns: Vec<f64> = edges()
            .map(|(a, b)| (flat(b) - flat(a)).cross(&(x - flat(a))).z)
            .collect();
        let over = turns.iter().all(|t| *t > 0.0) || turns.iter().all(|t| *t < 0.0);
        over || edges().any(|(a, b)| to_segment(&x, &flat(a), &flat(b)) < r)
    })
}

/// Some of the brush's surface is nearer to the vertical segment than the radius, or the segment starts inside.
/// The distance from the segment to a face is the least from sampled, then refined points of the segment.
fn capsule_overlaps(brush: &[(V, f64)], faces: &[Vec<V>], at: &V, r: f64, half: f64) -> bool {
    let distance = |s: f64| {
        let x = at + V::z() * s;
        if brush.iter().all(|(n, h)| n.dot(&x) < *h) {
            return 0.0;
        }
        let mut least = f64::INFINITY;
        for f in faces {
            let n = (f[1] - f[0]).cross(&(f[2] - f[0]));
            let edges = || f.iter().zip(f.iter().cycle().skip(1));
            if n.norm() > 1e-12 {
                let n = n.normalize();
                let foot = x - n * n.dot(&(x - f[0]));
                if edges().all(|(a, b)| (b - a).cross(&(foot - a)).dot(&n) >= 0.0) {
                    least = least.min((x - foot).norm());
                }
            }
            least = edges().map(|(a, b)| to_segment(&x, a, b)).fold(least, f64::min);
        }
        least
    };
    // Convex in s.
    let (mut lo, mut hi) = (-half, half);
    for _ in 0..if half > 0.0 { 40 } else { 0 } {
        let (a, b) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
        if distance(a) < distance(b) {
            hi = b;
        } else {
            lo = a;
        }
    }
    [-half, half, 0.5 * (lo + hi)]
        .into_iter()
        .any(|s| distance(s) < r)
}

/// Compares `queries` random sweeps of hulls past one random brush each; returns how many met it.
fn compare(
    seed: u64,
    queries: usize,
    hull_of: impl Fn(&mut Random) -> Hull,
    overlap: impl Fn(&Hull, &[(V, f64)], &[Vec<V>], &V, &V) -> bool,
) -> usize {
    let mut rng = Random(seed);
    let mut hits = 0;
    for query in 0..queries {
        let center = rng.point(100.0);
        let size = rng.between(4.0, 64.0);
        let inner: V = center.coords.cast();
        let hull = hull_of(&mut rng);
        let surface = query % 4 == 0 && !matches!(hull, Hull::Point);
        let (sides, outlines, w) = if surface {
            let corners = [0; 3].map(|_| center + rng.vector(size));
            let Ok(triangle) = Triangle::new(corners, Contents::SOLID, TriangleSides::Both) else {
                continue;
            };
            let face = corners.map(|p| p.coords.cast()).to_vec();
            // A plane that nothing lies behind: a triangle has no inside.
            let nowhere = vec![(V::zeros(), -1.0)];
            (nowhere, vec![face], World::default().with_triangles([triangle]))
        } else {
            let brush = rng.brush(center, size);
            let sides = planes(&brush);
            (sides.clone(), faces(&sides), world(vec![brush]))
        };
        let reach = w.bounds.half_extents().amax() as f64 + 60.0;
        let start = w.bounds.center() + rng.vector(reach);
        let end = w.bounds.center() + rng.vector(reach);
        let reference = Reference::build(&w, Contents::SOLID);
        assert_eq!(reference.solids().len(), 1, "query {query}");
        let exact = reference.for_hull(&hull).sweep(&start.cast(), &end.cast());
        let s: V = start.coords.cast();
        let d: V = end.coords.cast::<f64>() - s;
        let met = |t: f64| overlap(&hull, &sides, &outlines, &inner, &(s + d * t));
        let step = STEP / d.norm();
        let free_to = match exact.entry {
            Some(_) if exact.starts_inside => {
                assert!(met(0.0), "query {query}: starts inside");
                continue;
            }
            Some(t) => {
                hits += 1;
                assert!(
                    met(t + step),
                    "query {query}: not inside after {t}: {start} {end}"
                );
                t - step
            }
            None => 1.0,
        };
        for i in 0..=16 {
            let t = free_to * f64::from(i) / 16.0;
            assert!(
                !met(t),
                "query {query}: inside at {t} before {:?}: {start} {end}",
                exact.entry
            );
        }
    }
    hits
}

#[test]
fn boxes_and_points() {
    let hull_of = |rng: &mut Random| {
        if rng.below(8) == 0 {
            return Hull::Point;
        }
        let a = rng.vector(8.0);
        let size = rng.vector(16.0).abs();
        Hull::new_box(Point::from(a - size), Point::from(a + size)).unwrap()
    };
    let hits = compare(1, 10_000 * times(), hull_of, |hull, brush, faces, inner, at| {
        let b = hull.bounds();
        let (mins, maxs): (V, V) = (b.mins.coords.cast(), b.maxs.coords.cast());
        if matches!(hull, Hull::Point) {
            brush.iter().all(|(n, h)| n.dot(at) < *h)
        } else {
            let (lo, hi) = (at + mins, at + maxs);
            // For a brush its surface counts, for a triangle all of it: a brush may lie wholly in the box or round it.
            let flat = brush.len() == 1 && reaches_into(&faces[0], &lo, &hi);
            flat || brush.len() > 1 && box_overlaps(brush, inner, &lo, &hi)
        }
    });
    assert!(hits > 1_500, "{hits}");
}

/// How many times the usual number of queries.
fn times() -> usize {
    std::env::var("CLIPMARK_AGREEMENT")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1)
}

fn upright(rng: &mut Random, make: fn(Point, Point) -> Result<Hull, clipmark_geometry::HullError>) -> Hull {
    // Dyadic, so that both widths round alike.
    let r = (1 + rng.below(64)) as f32 * 0.25;
    let (lo, hi) = (-(rng.below(100) as f32), rng.below(100) as f32 + 1.0);
    make(Point::new(-r, -r, lo), Point::new(r, r, hi)).unwrap()
}

#[test]
fn cylinders() {
    let hull_of = |rng: &mut Random| upright(rng, Hull::new_cylinder);
    let hits = compare(2, 3_000 * times(), hull_of, |hull, brush, faces, _, at| {
        let b = hull.bounds();
        let z = (at.z + f64::from(b.mins.z), at.z + f64::from(b.maxs.z));
        cylinder_overlaps(brush, faces, at, f64::from(hull.radius()), z)
    });
    assert!(hits > 600, "{hits}");
}

#[test]
fn spheres_and_capsules() {
    let hull_of = |rng: &mut Random| {
        if rng.below(2) == 0 {
            Hull::new_sphere(rng.between(0.5, 16.0) as f32).unwrap()
        } else {
            upright(rng, Hull::new_capsule)
        }
    };
    let hits = compare(3, 1_500 * times(), hull_of, |hull, brush, faces, _, at| {
        let (b, r) = (hull.bounds(), f64::from(hull.radius()));
        let middle = at + b.center().coords.cast::<f64>();
        capsule_overlaps(brush, faces, &middle, r, f64::from(b.half_extents().z) - r)
    });
    assert!(hits > 300, "{hits}");
}
