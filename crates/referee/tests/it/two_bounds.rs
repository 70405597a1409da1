//! A second opinion on the judge that shares nothing with it: two cheap bounds, worked out from the planes alone.
//!
//! A hull is at least as far from a brush as it is in front of any plane around the brush. It is at least as deep in the brush as
//! any of its own points. The exact distance lies between the two. In random worlds the judge calls an answer missed that stops
//! deeper than the one bound allows, and a phantom that stops farther off than the other. It accepts a free answer where the
//! bounds prove one. Turns agree with them too. What a fault of the sieve, of corners or of a turn would do is planted, and
//! contradicts them.

use crate::common::{declares, world};
use clipmark_collision::{Sweep, Trace, TraceRules};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Pose, Rotation, Vec3, World};
use clipmark_referee::{Fault, HullReference, Reference, Turning, Upright, Wanted, conformance, judge};
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

/// A stop is too deep from here on, in units. The judge allows a quarter of the skin of 0.125 u, and of a cylinder 1.42 times as
/// much. Less is no fault to it.
const DEEP: f64 = 0.0625;
/// A stop is a phantom from here on, in units. The judge allows skin and tolerance, and of a cylinder 1.42 times as much. Less is
/// no fault to it.
const FAR: f64 = 0.25;
/// Halvings of a sweep's step in the search for a bound, down to the rounding of f32.
const HALVINGS: usize = 16;

/// What contradicts the bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Contradiction {
    /// The distance of a place is not between them.
    Distance,
    /// A stop that is too deep is not called missed.
    Deep,
    /// Nor is a free answer to a sweep that goes as deep.
    Passed,
    /// A stop that is too far off is not called a phantom.
    Far,
    /// A free answer is called wrong where the whole sweep is free.
    Free,
}

/// A hull in a world by its planes, and a reference of the hull, which may be of another world.
struct Asked<'a> {
    planes: &'a [Planes],
    truth: HullReference,
}

impl Asked<'_> {
    fn gap(&self, at: &V) -> f64 {
        let gaps = self.planes.iter().map(|p| p.gap(self.truth.hull(), at));
        gaps.fold(f64::INFINITY, f64::min)
    }

    fn depth(&self, at: &V) -> f64 {
        let depths = self.planes.iter().map(|p| p.depth(self.truth.hull(), at));
        depths.fold(0.0, f64::max)
    }

    fn contradicts_distance(&self, at: &V) -> bool {
        let (gap, depth) = (self.gap(at), self.depth(at));
        let exact = self.truth.signed_distance(&(*at).into());
        let exact = exact.map_or(f64::INFINITY, |d| d.distance);
        gap > 0.0 && exact < gap - ROUNDING || depth > 0.0 && exact > ROUNDING - depth
    }

    /// What the judge says of answers at the bounds. The sweep starts apart from everything.
    fn contradictions_on(&self, sweep: &Sweep) -> Vec<Contradiction> {
        let at = |fraction: f32| sweep.at(fraction).coords.cast::<f64>();
        let fractions = || (0..=SAMPLES).map(|i| i as f32 / SAMPLES as f32);
        let judged = |t: &Trace| judge(&self.truth, sweep, t, &declares(TraceRules::QUAKE3));
        let mut found = Vec::new();
        let mut found_if = |wrong: bool, it| found.extend(wrong.then_some(it));
        let is_deep = |fraction: f32| self.depth(&at(fraction)) > DEEP;
        if let Some(deep) = fractions().find(|f| is_deep(*f)) {
            let deep = first(deep, is_deep);
            found_if(!judged(&stopped_at(sweep, deep)).passes(), Contradiction::Deep);
            found_if(!judged(&Trace::free(sweep)).passes(), Contradiction::Passed);
        }
        let is_near = |fraction: f32| self.gap(&at(fraction)) <= FAR;
        let near = fractions().find(|f| is_near(*f)).map(|near| first(near, is_near));
        // The last place that is far off, or any.
        let far = near.map_or(0.5, f32::next_down).max(0.0);
        let phantom = judged(&stopped_at(sweep, far)).is_of_geometry(Fault::Phantom);
        found_if(!phantom, Contradiction::Far);
        // Between two places on the sweep the hull is nearer by half of the way from one to the other at most.
        let step = f64::from(sweep.displacement().norm()) / SAMPLES as f64;
        if fractions().all(|f| self.gap(&at(f)) > 0.5 * step + FAR) {
            found_if(!judged(&Trace::free(sweep)).is_clean(), Contradiction::Free);
        }
        found
    }
}

/// The first fraction of which something holds, to the rounding of f32. It holds of the fraction that is given, and of none of
/// the samples before it.
fn first(fraction: f32, holds: impl Fn(f32) -> bool) -> f32 {
    let (mut lo, mut hi) = ((fraction - 1.0 / SAMPLES as f32).max(0.0), fraction);
    for _ in 0..HALVINGS {
        let middle = f32::midpoint(lo, hi);
        if holds(middle) {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    hi
}

fn stopped_at(sweep: &Sweep, fraction: f32) -> Trace {
    Trace {
        fraction,
        end: sweep.at(fraction),
        plane: Some(Plane::new(-sweep.displacement().normalize(), 0.0)),
        contents: Contents::SOLID,
        ..Trace::free(sweep)
    }
}

/// What contradicts the bounds of a world, by a reference that was built from another.
fn contradictions(world: &World, built_from: &World, seed: u64) -> Vec<(Contradiction, String)> {
    let planes: Vec<Planes> = world.brushes.iter().map(Planes::new).collect();
    let reference = Reference::build(built_from, Contents::SOLID);
    let mut rng = Pcg32::seed_from_u64(seed);
    let mut random = || Vec3::from_fn(|_, _| rng.random_range(-260.0_f32..260.0));
    let mut found = Vec::new();
    for hull in hulls() {
        let asked = Asked {
            planes: &planes,
            truth: reference.for_hull(&hull),
        };
        for _ in 0..ASKED {
            let sweep = Sweep::new(hull, random().into(), random().into());
            let start: V = sweep.start.coords.cast();
            let mut here = Vec::new();
            if asked.contradicts_distance(&start) {
                here.push(Contradiction::Distance);
            }
            if asked.gap(&start) > FAR {
                here.extend(asked.contradictions_on(&sweep));
            }
            found.extend(here.into_iter().map(|it| (it, format!("{sweep:?}"))));
        }
    }
    found
}

fn contradictions_where(change: impl Fn(&mut World)) -> Vec<(Contradiction, String)> {
    let found_in = |seed: u64| {
        let world = conformance::world("random-convex-0", seed).unwrap();
        let mut changed = world.clone();
        change(&mut changed);
        contradictions(&world, &changed, seed)
    };
    (0..SEEDS).flat_map(found_in).collect()
}

#[track_caller]
fn assert_contradicted(change: impl Fn(&mut World), each: &[Contradiction]) {
    let found = contradictions_where(change);
    for it in each {
        assert!(found.iter().any(|(by, _)| by == it), "{it:?}");
    }
}

#[test]
fn the_judge_keeps_the_bounds() {
    assert_eq!(contradictions_where(|_| {}), []);
}

/// As a sieve that overlooks one body does.
#[test]
fn a_lost_solid_contradicts_them() {
    use Contradiction::{Deep, Distance, Passed};
    assert_contradicted(
        |world| drop(world.brushes.swap_remove(3)),
        &[Distance, Deep, Passed],
    );
}

/// As a sieve that answers with a body of elsewhere does.
#[test]
fn a_solid_that_is_not_there_contradicts_them() {
    use Contradiction::{Distance, Far, Free};
    let add = |world: &mut World| {
        let other = conformance::world("random-convex-1", 99).unwrap();
        world.brushes.extend(other.brushes);
    };
    assert_contradicted(add, &[Distance, Far, Free]);
}

/// As a corner that is found in the wrong place does: the solid ends elsewhere.
#[test]
fn moved_corners_contradict_them() {
    use Contradiction::{Deep, Distance, Far};
    for (by, stop) in [(-1.0, Deep), (1.0, Far)] {
        let moved = |world: &mut World| {
            for brush in &mut world.brushes {
                brush.sides[0].plane.dist += by;
            }
        };
        assert_contradicted(moved, &[Distance, stop]);
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
