//! A second opinion on the reference that shares nothing with it: two cheap bounds, worked out from the planes alone.
//!
//! A hull is at least as far from a brush as it is in front of any plane around the brush. It is at least as deep in the brush as
//! any of its own points. The exact distance lies between the two, and sweeps and turns agree with both, in random worlds. What a
//! fault of the sieve, of corners or of a turn would do is planted, and contradicts them.

use crate::common::world;
use clipmark_geometry::{Brush, Contents, Hull, Point, Pose, Rotation, Vec3, World};
use clipmark_truth::{HullReference, Reference, Turning, Upright, Wanted, conformance};
use nalgebra::{Rotation3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

type V = Vector3<f64>;

/// Rounding of f32 planes and of the corners between them, in units.
const ROUNDING: f64 = 1e-2;

/// The half-spaces of a brush: its planes and the sides of its box.
struct Planes(Vec<(V, f64)>);

impl Planes {
    fn new(brush: &Brush) -> Self {
        let given = brush.sides.iter().map(|s| s.plane);
        let mut planes: Vec<(V, f64)> = given.map(|p| (p.normal.cast(), f64::from(p.dist))).collect();
        for axis in 0..3 {
            planes.push((V::ith(axis, 1.0), f64::from(brush.bounds.maxs[axis])));
            planes.push((V::ith(axis, -1.0), -f64::from(brush.bounds.mins[axis])));
        }
        Self(planes)
    }

    fn front(&self, p: &V) -> f64 {
        let fronts = self.0.iter().map(|(n, d)| n.dot(p) - d);
        fronts.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The hull is at least so far from the brush; negative when nothing can be said.
    fn gap(&self, hull: &Hull, at: &V) -> f64 {
        let gaps = self.0.iter().map(|(n, d)| n.dot(at) - support(hull, &-n) - d);
        gaps.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The hull is at least so deep in the brush; 0 when nothing can be said.
    fn depth(&self, hull: &Hull, at: &V) -> f64 {
        let depths = points_of(hull).into_iter().map(|p| -self.front(&(p + at)));
        depths.fold(0.0, f64::max)
    }
}

fn bounds_of(hull: &Hull) -> (V, V) {
    let b = hull.bounds();
    let (lo, hi): (V, V) = (b.mins.coords.cast(), b.maxs.coords.cast());
    ((lo + hi) * 0.5, (hi - lo) * 0.5)
}

/// How far the hull reaches along a unit direction from its position.
fn support(hull: &Hull, n: &V) -> f64 {
    let ((middle, half), r) = (bounds_of(hull), f64::from(hull.radius()));
    n.dot(&middle)
        + match hull {
            Hull::Point => 0.0,
            Hull::Sphere { .. } => r,
            Hull::Box { .. } => half.dot(&n.abs()),
            Hull::Capsule { .. } => r + (half.z - r) * n.z.abs(),
            Hull::Cylinder { .. } => r * n.xy().norm() + half.z * n.z.abs(),
        }
}

/// Points of the hull: its middle, its ends, and corners or points of its rims.
fn points_of(hull: &Hull) -> Vec<V> {
    let ((middle, half), r) = (bounds_of(hull), f64::from(hull.radius()));
    let z = match hull {
        Hull::Sphere { .. } | Hull::Capsule { .. } => half.z - r,
        _ => half.z,
    };
    let mut points = vec![V::zeros(), V::z() * half.z, V::z() * -half.z];
    for z in [-z, z] {
        for (x, y) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            points.push(match hull {
                Hull::Box { .. } => V::new(x * half.x, y * half.y, z),
                // Turned by an eighth: the four directions of the axes.
                _ => V::new((x + y) * 0.5 * r, (x - y) * 0.5 * r, z),
            });
        }
    }
    points.into_iter().map(|p| p + middle).collect()
}

fn hulls() -> Vec<Hull> {
    let (lo, hi) = (Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0));
    let round = [
        Hull::new_sphere(12.0),
        Hull::new_capsule(lo, hi),
        Hull::new_cylinder(lo, hi),
    ];
    let mut hulls = vec![Hull::Point, Hull::quake3_player()];
    hulls.extend(round.map(Result::unwrap));
    hulls
}

const SEEDS: u64 = 12;
/// Places and sweeps for each world and hull.
const ASKED: usize = 60;
/// Places on a sweep at which the bounds are asked.
const SAMPLES: usize = 40;

/// The places and sweeps that contradict the bounds of a world, by a reference that was built from another.
fn contradictions(world: &World, built_from: &World, seed: u64) -> Vec<String> {
    let planes: Vec<Planes> = world.brushes.iter().map(Planes::new).collect();
    let reference = Reference::build(built_from, Contents::SOLID);
    let mut rng = Pcg32::seed_from_u64(seed);
    let mut random = || V::from_fn(|_, _| rng.random_range(-260.0_f64..260.0));
    let mut found = Vec::new();
    for hull in hulls() {
        let truth = reference.for_hull(&hull);
        for _ in 0..ASKED {
            let (start, end) = (random(), random());
            let place = contradiction_at(&planes, &truth, &start);
            found.extend(place.or_else(|| contradiction_on(&planes, &truth, &start, &end)));
        }
    }
    found
}

fn contradiction_at(planes: &[Planes], truth: &HullReference, at: &V) -> Option<String> {
    let gaps = planes.iter().map(|p| p.gap(truth.hull(), at));
    let depths = planes.iter().map(|p| p.depth(truth.hull(), at));
    let gap = gaps.fold(f64::INFINITY, f64::min);
    let depth = depths.fold(0.0, f64::max);
    let exact = truth.signed_distance(&(*at).into());
    let exact = exact.map_or(f64::INFINITY, |d| d.distance);
    let wrong = gap > 0.0 && exact < gap - ROUNDING || depth > 0.0 && exact > ROUNDING - depth;
    wrong.then(|| format!("{:?} at {at:?}: {exact}, not {gap} or {}", truth.hull(), -depth))
}

fn contradiction_on(planes: &[Planes], truth: &HullReference, start: &V, end: &V) -> Option<String> {
    let exact = truth.sweep(&(*start).into(), &(*end).into());
    let entry = exact.entry.unwrap_or(1.0);
    let at = |i: usize| start + (end - start) * (entry * i as f64 / SAMPLES as f64);
    let passes = (0..SAMPLES).any(|i| planes.iter().any(|p| p.depth(truth.hull(), &at(i)) > ROUNDING));
    let is_far = |p: &Planes| p.gap(truth.hull(), &at(SAMPLES)) > ROUNDING;
    let stops_early = exact.entry.is_some() && planes.iter().all(is_far);
    let wrong = passes && !exact.starts_inside || stops_early;
    wrong.then(|| format!("{:?} from {start:?} to {end:?}: {exact:?}", truth.hull()))
}

fn contradictions_where(change: impl Fn(&mut World)) -> Vec<String> {
    let found_in = |seed: u64| {
        let world = conformance::world("random-convex-0", seed).unwrap();
        let mut changed = world.clone();
        change(&mut changed);
        contradictions(&world, &changed, seed)
    };
    (0..SEEDS).flat_map(found_in).collect()
}

#[test]
fn the_reference_lies_between_the_bounds() {
    assert_eq!(contradictions_where(|_| {}), [""; 0]);
}

/// As a sieve that overlooks one body does.
#[test]
fn a_lost_solid_contradicts_them() {
    let lost = contradictions_where(|world| drop(world.brushes.swap_remove(3)));
    assert!(!lost.is_empty());
}

/// As a corner that is found in the wrong place does: the solid ends elsewhere.
#[test]
fn moved_corners_contradict_them() {
    for by in [-1.0, 1.0] {
        let moved = |world: &mut World| {
            for brush in &mut world.brushes {
                brush.sides[0].plane.dist += by;
            }
        };
        assert!(!contradictions_where(moved).is_empty(), "{by}");
    }
}

/// Degrees that models turn about the vertical in a tick, and moments at which the bounds are asked.
const TURN: f32 = 25.0;
const MOMENTS: usize = 50;
/// The angle of a turn is not quite even, and between two moments a point goes on: both together, in units.
const UNEVEN: f64 = 2.0;

/// How many turns contradict the bounds, by a reference that turns by another angle.
fn turns_contradicted(degrees: f32) -> usize {
    let yaw = |degrees: f32| Pose {
        origin: Point::origin(),
        rotation: Rotation::of_angles(Vec3::new(0.0, degrees, 0.0)),
    };
    let hull = Hull::quake3_player();
    let body = Upright::from_hull(&hull).unwrap();
    let mut rng = Pcg32::seed_from_u64(7);
    let mut found = 0;
    for seed in 0..SEEDS {
        let brush = conformance::world("random-boxes-0", seed)
            .unwrap()
            .brushes
            .remove(0);
        let planes = Planes::new(&brush);
        let model = Turning::new(&Reference::build(&world(vec![brush]), Contents::SOLID));
        for _ in 0..10 {
            let at = V::from_fn(|_, _| rng.random_range(-200.0_f64..200.0));
            // Back in the model's frame the middle and corners of an upright box are at these places.
            let depths = (0..=MOMENTS).map(|k| {
                let angle = f64::from(TURN.to_radians()) * k as f64 / MOMENTS as f64;
                let back = Rotation3::from_axis_angle(&V::z_axis(), -angle);
                let points = points_of(&hull).into_iter();
                points
                    .map(|p| -planes.front(&(back * (p + at))))
                    .fold(f64::NEG_INFINITY, f64::max)
            });
            let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
            let way = [at.into(); 2];
            let met = model.meets(&[yaw(0.0), yaw(degrees)], &body, &way, Wanted::Any);
            found += usize::from(deepest > UNEVEN && met.is_free());
        }
    }
    found
}

#[test]
fn a_turn_that_is_proven_free_is_free_by_the_bounds() {
    assert_eq!(turns_contradicted(TURN), 0);
    assert!(turns_contradicted(-TURN) > 0);
    assert!(turns_contradicted(0.0) > 0);
}
