//! Rational numbers confirm what f64 calls certain, for every hull. Tried are random solids and triangles, and worlds of
//! round numbers, where touching, grazing and sliding are the rule.

use crate::common::{Random, world};
use clipmark_collision::RoundHulls;
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3};
use clipmark_referee::inner::{self, Path, bodies};
use clipmark_referee::{HullReference, Reference};
use nalgebra::Vector3;

type V = Vector3<f64>;

fn within(random: &mut Random, half: f32) -> f32 {
    ((random.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0) as f32 * half
}

/// A vector, rounded to a grid unless that is 0.
fn vector(random: &mut Random, half: f32, grid: f32) -> Vec3 {
    Vec3::from_fn(|_, _| {
        let x = within(random, half);
        if grid > 0.0 { (x / grid).round() * grid } else { x }
    })
}

fn brush(random: &mut Random, grid: f32) -> Brush {
    loop {
        let center = vector(random, 32.0, grid);
        let planes: Vec<Plane> = (0..4 + random.bits() % 8)
            .filter_map(|_| {
                let n = vector(random, 2.0, if grid > 0.0 { 1.0 } else { 0.0 }).try_normalize(0.0)?;
                Some(Plane::new(
                    n,
                    n.dot(&(center + n * (2.0 + within(random, 1.9).abs() * 8.0))),
                ))
            })
            .collect();
        let made = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty());
        if let Ok(brush) = made
            && brush.bounds.half_extents().amax() < 200.0
        {
            return brush;
        }
    }
}

fn triangle(random: &mut Random, grid: f32) -> Triangle {
    loop {
        let corners = [0; 3].map(|_| Point::from(vector(random, 32.0, grid)));
        let sides = [TriangleSides::Both, TriangleSides::Front][random.bits() as usize % 2];
        if let Ok(t) = Triangle::new(corners, Contents::SOLID, sides) {
            return t;
        }
    }
}

fn hull(random: &mut Random, kind: usize) -> Hull {
    let r = (1 + random.bits() % 32) as f32 * 0.5;
    let half = r + (random.bits() % 32) as f32;
    let (lo, hi) = (Point::new(-r, -r, -half), Point::new(r, r, half));
    match kind {
        0 => Ok(Hull::Point),
        1 => Hull::new_box(lo, hi),
        2 => Hull::new_sphere(r),
        3 => Hull::new_capsule(lo, hi),
        _ => Hull::new_cylinder(lo, hi),
    }
    .unwrap_or(Hull::Point)
}

/// Asks both about every body; returns how many were certain, doubtful, and met.
fn agree(reference: &HullReference, path: &Path, what: &str) -> [usize; 3] {
    let mut seen = [0; 3];
    for i in 0..bodies(reference).len() {
        let found = inner::inside(reference, i, path);
        let certain = inner::certain(reference, i, path).unwrap_or_else(|| panic!("{what}: no corners"));
        seen[usize::from(found.doubtful)] += 1;
        seen[2] += usize::from(certain.met);
        if !found.doubtful {
            let said = (found.blocks(), found.blocks() && found.enter < 0.0);
            assert_eq!(
                said,
                (certain.met, certain.starts_inside),
                "{what}: {path:?} {found:?}"
            );
        }
        let right = found.put_right(&certain);
        assert_eq!(right.blocks(), certain.met, "{what}: {path:?} {right:?}");
        if let Some(t) = certain.entry.filter(|t| found.blocks() && *t >= 0.0) {
            let [first, last] = found.bracket;
            assert!(first <= t && t <= last, "{what}: {t} of {found:?}");
        }
    }
    seen
}

fn run(worlds: usize, paths: usize, grid: f32, seed: u64) -> [[usize; 3]; 6] {
    let mut random = Random(seed);
    let mut seen = [[0; 3]; 6];
    for _ in 0..worlds {
        let brushes = (0..2).map(|_| brush(&mut random, grid)).collect();
        let triangles = [triangle(&mut random, grid), triangle(&mut random, grid)];
        let world = world(brushes).with_triangles(triangles);
        let reference = Reference::build(&world, Contents::SOLID);
        for kind in 0..6 {
            let hull = hull(&mut random, kind.min(4) - usize::from(kind == 5));
            let round = [RoundHulls::Round, RoundHulls::Mitred][usize::from(kind == 5)];
            let truth = reference.for_shape(&hull, round);
            for _ in 0..paths {
                let start = vector(&mut random, 64.0, grid);
                let mut d = vector(&mut random, 64.0, grid);
                if random.bits().is_multiple_of(3) {
                    d[(random.bits() % 3) as usize] = 0.0;
                }
                let mut path = Path {
                    start: start.cast::<f64>(),
                    d: (start + d).cast::<f64>() - start.cast::<f64>(),
                };
                if random.bits().is_multiple_of(4) {
                    // From one corner to another, a radius beside them: along an edge, across a face, or through
                    // the middle.
                    let aside = V::ith(random.bits() as usize % 3, f64::from(hull.radius()));
                    let mut corner = || {
                        let body = &bodies(&truth)[random.bits() as usize % bodies(&truth).len()];
                        body.points()[random.bits() as usize % body.points().len()]
                    };
                    let (from, to) = (corner(), corner());
                    path = Path {
                        start: from + aside,
                        d: to - from,
                    };
                }
                let one = agree(&truth, &path, &format!("seed {seed} {hull:?} {round:?}"));
                for (sum, n) in seen[kind].iter_mut().zip(one) {
                    *sum += n;
                }
            }
        }
    }
    seen
}

/// `CLIPMARK_CERTAINTY=n` multiplies the worlds.
fn scale() -> usize {
    std::env::var("CLIPMARK_CERTAINTY")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1)
}

#[test]
fn what_is_certain_on_random_worlds_is_so() {
    let seen = run(8 * scale(), 16, 0.0, 1);
    for [certain, doubtful, met] in seen {
        assert!(met > 4 * scale() && doubtful * 4 < certain, "{seen:?}");
    }
}

#[test]
fn what_is_certain_on_round_numbers_is_so() {
    let seen = run(8 * scale(), 16, 8.0, 2);
    assert!(seen.iter().all(|[_, _, met]| *met > 4 * scale()), "{seen:?}");
    assert!(
        seen.iter().all(|[_, doubtful, _]| *doubtful > scale()),
        "{seen:?}"
    );
}

#[test]
fn corners_are_no_further_off_than_is_said() {
    let mut random = Random(3);
    for i in 0..20 * scale() {
        let brush = brush(&mut random, [0.0, 1.0][i % 2]);
        let world = world(vec![brush]);
        let reference = Reference::build(&world, Contents::SOLID);
        let truth = reference.for_hull(&Hull::quake3_player());
        for (i, body) in bodies(&truth).iter().enumerate() {
            let Some(exact) = inner::exact_points(&truth, i) else {
                panic!("no corners of {world:?}");
            };
            let error = body.error + inner::ROUNDING * 300.0;
            for p in &exact {
                for plane in &body.planes {
                    assert!(plane.distance(p) <= error, "{} {error}", plane.distance(p));
                }
            }
            // And every plane is reached.
            for plane in &body.planes {
                let least = exact.iter().map(|p| plane.distance(p)).fold(f64::MIN, f64::max);
                assert!(least >= -error, "{least} {error}");
            }
        }
    }
}
