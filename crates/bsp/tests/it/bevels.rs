//! The sides that brushes get, moved out by a box, bound the exact Minkowski sum. They cut off nothing and leave no mitre.

use crate::common;
use crate::common::{Random, cube, sliver, stone, wedge};
use clipmark_bsp::compiled;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Vec3, World};
use clipmark_referee::{Reference, Solid};

/// How far a corner may stick out of the sum, in f32 steps of the largest coordinate. Each plane is rounded by half of one, and
/// corners where planes meet at acute angles multiply that.
const STEPS: f32 = 4.0;
/// How far a side may cut into the solid, in the same steps.
const CUT_STEPS: f32 = 1.0;

fn step(brush: &Brush) -> f32 {
    let b = &brush.bounds;
    let largest = b.mins.coords.amax().max(b.maxs.coords.amax()) + 32.0;
    largest.next_up() - largest
}

/// How far the moved-out sides stick out of the sum at most, and how far they cut into it, in units.
fn errors(brush: &Brush, hull: Aabb) -> (f64, f64) {
    let world = World::of_brushes("one", vec![brush.clone()]);
    let with = compiled(&world).brushes.remove(0);
    assert!(with.bevelled);
    let exact = Solid::new(0, brush).unwrap();
    let cuts = with.sides.iter().map(|s| {
        let n = s.plane.normal.cast::<f64>();
        exact.support(&n) - f64::from(s.plane.dist)
    });
    let cut = cuts.fold(f64::NEG_INFINITY, f64::max);
    let mut moved = with.clone();
    for side in &mut moved.sides {
        let n = side.plane.normal;
        let corner = Vec3::from_fn(|i, _| if n[i] < 0.0 { hull.maxs[i] } else { hull.mins[i] });
        side.plane.dist -= corner.dot(&n);
    }
    let sum = Reference::build(&world, Contents::SOLID).for_hull(&Hull::Box { bounds: hull });
    let corners = Solid::new(0, &moved).unwrap().vertices;
    let mitre = corners
        .iter()
        .map(|c| sum.signed_distance(&(*c).into()).unwrap().distance);
    (mitre.fold(f64::NEG_INFINITY, f64::max), cut)
}

#[test]
fn moved_out_sides_bound_the_exact_sum() {
    let mut rng = Random::new(31);
    let mut worst = (0.0f64, 0.0f64);
    let player = Hull::quake3_player().bounds();
    for i in 0..3000 {
        let middle = [Vec3::zeros(), Vec3::new(3000.0, -7000.0, 500.0)][i % 2];
        let (at, size) = (middle + rng.vector(160.0), rng.between(8.0, 48.0));
        let brush = [stone, sliver, wedge][i / 2 % 3](&mut rng, at, size);
        let (mitre, cut) = errors(&brush, player);
        let unit = f64::from(step(&brush));
        worst = (worst.0.max(mitre / unit), worst.1.max(cut / unit));
        assert!(mitre < unit * f64::from(STEPS), "{mitre}: {brush:#?}");
        assert!(cut < unit * f64::from(CUT_STEPS), "{cut}: {brush:#?}");
    }
    println!("{worst:?}");
}

#[test]
fn a_box_gets_nothing_and_a_ridge_its_top() {
    let block = cube([-8., -8., -8.], [8., 8., 8.], Contents::SOLID);
    let one = |b: Brush| compiled(&World::of_brushes("one", vec![b])).brushes.remove(0);
    assert_eq!(one(block.clone()).sides, block.sides);
    let n = std::f32::consts::FRAC_1_SQRT_2;
    let roof = common::solid(&[
        (Vec3::new(n, 0.0, n), 0.0),
        (Vec3::new(-n, 0.0, n), 0.0),
        (-Vec3::z(), 16.0),
        (Vec3::y(), 64.0),
        (-Vec3::y(), 64.0),
    ])
    .unwrap();
    let sides = one(roof).sides;
    // Six axial, two slopes; its edges run along axes or lie in the walls, whose planes they give again.
    assert_eq!(sides.len(), 8);
    let bounds = [16.0, 16.0, 64.0, 64.0, 16.0, 0.0];
    for (side, dist) in sides.iter().zip(bounds) {
        assert!((side.plane.dist - dist).abs() < 1e-4, "{side:?}");
    }
    assert_eq!(sides[5].plane.normal, Vec3::z());
}
