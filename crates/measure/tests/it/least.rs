//! The least work of a sweep, counted by hand and against a tracer.

use crate::planted::worlds::solid;
use clipmark_collision::{Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_measure::BackendKind;
use clipmark_measure::least::{Least, Nearest};
use clipmark_measure::uniform::{LENGTHS, draw};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// |x - x0| + |y| <= 16, as high as 16 u both ways: four upright faces, lid and floor, and of bevels four more.
fn pillar(x0: f32) -> Brush {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let mut planes = vec![Plane::new(Vec3::z(), 16.0), Plane::new(-Vec3::z(), 16.0)];
    for (x, y) in [(half, half), (half, -half), (-half, half), (-half, -half)] {
        planes.push(Plane::new(Vec3::new(x, y, 0.0), 16.0 * half + x * x0));
    }
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

fn least(brushes: Vec<Brush>, start: [f32; 3], end: [f32; 3]) -> Least {
    let world = World::of_brushes("by hand", brushes);
    let sweep = Sweep::new(Hull::Point, start.into(), end.into());
    Nearest::new(&world, &Hull::Point, &TraceRules::QUAKE3).needs(&sweep)
}

fn counted(solids: usize, planes: usize, planes_in_fours: usize) -> Least {
    Least {
        solids,
        planes,
        planes_in_fours,
    }
}

#[test]
fn a_world_that_is_counted_by_hand() {
    let wall = || solid([100.0, -64.0, -64.0], [108.0, 64.0, 64.0]);
    let behind = || solid([200.0, -64.0, -64.0], [208.0, 64.0, 64.0]);
    let beside = || solid([20.0, 40.0, -64.0], [60.0, 80.0, 64.0]);
    let (from, to) = ([0.0, 0.0, 0.0], [256.0, 0.0, 0.0]);
    // The wall stops the sweep, so all its six planes count. The brushes behind it and beside the path are not near.
    assert_eq!(
        least(vec![wall(), behind(), beside()], from, to),
        counted(1, 6, 6)
    );
    // Nothing is met; the path ends before the wall.
    assert_eq!(
        least(vec![wall(), beside()], from, [64.0, 0.0, 0.0]),
        counted(0, 0, 0)
    );
    // A start in a box that it leaves, to be stopped by the wall: both whole.
    let around = solid([-8.0, -8.0, -8.0], [8.0, 8.0, 8.0]);
    assert_eq!(least(vec![around, wall()], from, to), counted(2, 12, 12));
    // Two tiles of one wall: the second is no sooner, which one plane says.
    let tile = solid([100.0, -64.0, -128.0], [108.0, 64.0, -0.0625]);
    assert_eq!(least(vec![wall(), tile], from, to), counted(2, 7, 10));
    // The whole path is in a box: it stops at once.
    let room = solid([-300.0, -64.0, -64.0], [300.0, 64.0, 64.0]);
    assert_eq!(least(vec![room, wall()], from, to), counted(1, 6, 6));
}

#[test]
fn a_near_brush_that_is_missed_costs_one_plane_or_two() {
    // Past a corner of its bounds, beyond the face in front of that corner.
    let cut = ([20.0, -40.0, 0.0], [76.0, 16.0, 0.0]);
    assert_eq!(least(vec![pillar(40.0)], cut.0, cut.1), counted(1, 1, 4));
    // Across the corner at y = 16, over it by 3.2 u: out of one face's plane before into the other's.
    let over = ([-120.0, -40.8, 0.0], [200.0, 119.2, 0.0]);
    assert_eq!(least(vec![pillar(0.0)], over.0, over.1), counted(1, 2, 4));
    // Straight at it: ten planes with the bevels.
    assert_eq!(
        least(vec![pillar(0.0)], [-64.0, 1.0, 0.0], [64.0, 1.0, 0.0]),
        counted(1, 10, 10)
    );
}

#[test]
fn no_sweep_of_a_tracer_takes_fewer() {
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let mut unit = || random.random::<f32>();
    let mut brushes: Vec<Brush> = (0..60)
        .map(|_| {
            let at = [unit(), unit(), unit()].map(|x| x * 600.0);
            let size = [unit(), unit(), unit()].map(|x| 8.0 + x * 90.0);
            solid(at, std::array::from_fn(|k| at[k] + size[k]))
        })
        .collect();
    brushes.extend((0..20).map(|i| pillar(i as f32 * 40.0)));
    let world = World::of_brushes("heap", brushes);
    let hull = Hull::quake3_player();
    // The walk ends at the first solid that holds the whole path, and may need fewer there.
    let bsp = BackendKind::named("bsp:via-bvh")
        .unwrap()
        .build(&world, TraceRules::QUAKE3)
        .unwrap();
    let nearest = Nearest::new(&world, &hull, &TraceRules::QUAKE3);
    let mut work = Work::counting();
    let mut all = (0, 0);
    for lengths in LENGTHS {
        for [a, b] in draw(&world, Contents::PLAYER_MASK, &lengths, 400, 5) {
            let sweep = Sweep::new(hull, Point::from(a), Point::from(b));
            let least = nearest.needs(&sweep);
            bsp.trace(&sweep, &mut work);
            let took = work.take_counts();
            assert!(
                took.planes >= least.planes_in_fours as u64 && took.primitives >= least.solids as u64,
                "{took:?} {least:?} {sweep:?}"
            );
            all = (all.0 + took.planes, all.1 + least.planes_in_fours as u64);
        }
    }
    // The bound is not far from a tracer's cost, or it would be of no use.
    assert!(all.0 < 3 * all.1, "{all:?}");
}
