//! Worlds of every size, and the laws by which costs grow in them.

use crate::planted::worlds::solid;
use clipmark_geometry::{Aabb, Contents, Point, Vec3, World};
use clipmark_measure::grow::Town;
use clipmark_measure::inner::{
    BLOCK, BLOCK_BRUSHES, Ground, SKY, STREET, TileBase, Tiles, WALL, grown, power,
};
use clipmark_record::grow::Growth;
use clipmark_truth::Reference;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The box of a Quake III player.
fn player() -> Aabb {
    Aabb::new(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0))
}

#[test]
fn copies_are_the_map_moved() {
    let map = World::of_brushes(
        "two",
        vec![solid([0.0; 3], [64.0; 3]), solid([96.0; 3], [130.0; 3])],
    );
    let base = TileBase::of(map.clone(), &player(), 1);
    assert!(base.holds(8) && !base.holds(2000));
    assert_eq!(Tiles::of(&base, 1).world().brushes, map.brushes);
    let tiles = Tiles::of(&base, 4);
    assert_eq!(tiles.world().brushes.len(), 2 * 16);
    // 130 units are rounded up to 192, and the middle of four is the third.
    let first = &tiles.world().brushes[0];
    assert_eq!(first.bounds.mins, Point::new(-384.0, -384.0, 0.0));
    for (i, side) in first.sides.iter().enumerate() {
        let by = Vec3::new(-384.0, -384.0, 0.0).dot(&side.plane.normal);
        assert_eq!(side.plane.dist, map.brushes[0].sides[i].plane.dist + by);
    }
    assert!(tiles.starts(4).is_empty(), "the map has no spawn");
}

#[test]
fn a_town_repeats_to_the_bit_and_another_seed_gives_another() {
    let town = |seed| Town::of(500, seed).unwrap().world().brushes.clone();
    assert_eq!(town(7), town(7));
    assert_ne!(town(7), town(8));
    assert_eq!(town(7).len(), 500);
}

#[test]
fn every_brush_is_closed_and_within_its_block() {
    let town = Town::of(BLOCK_BRUSHES * 400, 3).unwrap();
    let reference = Reference::build(town.world(), Contents::PLAYER_MASK);
    assert_eq!(reference.omitted().len(), 0, "{:?}", reference.omitted().first());
    assert_eq!(reference.solids().len(), town.world().brushes.len());
    // A player starts in the middle of each block's crossing.
    let corners = town
        .starts(400)
        .into_iter()
        .map(|at| [at.x - STREET / 2.0, at.y - STREET / 2.0]);
    for (number, [x, y]) in corners.enumerate() {
        assert_eq!(town.block(number).len(), BLOCK_BRUSHES);
        for brush in town.block(number) {
            // A face of a solid that is open somewhere reaches far out of the block.
            let faces = brush.faces();
            assert!(faces.len() >= 4, "{brush:?}");
            let corners: Vec<Point> = faces.iter().flat_map(|f| f.winding.to_f32()).collect();
            let Aabb { mins, maxs } = Aabb::of_points(&corners).union(&brush.bounds);
            // A step of f32 at these coordinates.
            let slack = 1e-2;
            assert!(mins.x >= x - slack && maxs.x <= x + BLOCK + slack, "{brush:?}");
            assert!(mins.y >= y - slack && maxs.y <= y + BLOCK + slack, "{brush:?}");
            assert!(maxs.z <= SKY + WALL, "{brush:?}");
        }
    }
}

#[test]
fn players_start_free_and_spread_over_the_town() {
    let town = Town::of(BLOCK_BRUSHES * 64, 3).unwrap();
    let body = player();
    let starts = town.starts(16);
    assert_eq!(starts.len(), 16);
    for (i, start) in starts.iter().enumerate() {
        let at = body.translated(&start.coords);
        assert!(
            !town.world().brushes.iter().any(|b| b.bounds.touches(&at)),
            "{start}"
        );
        assert!(!starts[..i].contains(start));
    }
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..200 {
        let [start, end] = town.line(&body, &(16.0..256.0), &mut random);
        // A step of f32 at these coordinates.
        assert!((15.99..256.01).contains(&(end - start).norm()));
    }
}

const SIZES: [f64; 5] = [1e2, 1e3, 1e4, 1e5, 1e6];

#[test]
fn a_planted_law_is_recovered() {
    for planted in [-0.3, 0.0, 0.12, 1.0, 2.0] {
        let exact: Vec<_> = SIZES.iter().map(|&x| (x, 7.0 * x.powf(planted))).collect();
        let found = power(&exact).unwrap();
        assert!((found.exponent - planted).abs() < 1e-12, "{found:?}");
        let [low, high] = found.interval.unwrap();
        assert!(high - low < 1e-6, "{found:?}");
    }
}

#[test]
fn the_interval_covers_a_planted_law_in_noise() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut covers = |planted: f64| {
        // About normal: the sum of twelve even numbers less six.
        let mut off = || (0..12).map(|_| random.random_range(0.0..1.0)).sum::<f64>() - 6.0;
        let noisy: Vec<_> = SIZES
            .iter()
            .map(|&x| (x, x.powf(planted) * (0.1 * off()).exp()))
            .collect();
        let [low, high] = power(&noisy).unwrap().interval.unwrap();
        low <= planted && planted <= high
    };
    let covered = (0..2000).filter(|_| covers(0.12)).count();
    // 95 % of 2,000, give or take four standard deviations of such a count.
    assert!((1860..=1940).contains(&covered), "{covered} of 2000");
}

#[test]
fn what_was_not_measured_is_no_point() {
    assert_eq!(power(&[(100.0, 5.0)]), None);
    assert_eq!(power(&[(100.0, 5.0), (100.0, 6.0)]), None);
    let two = power(&[(100.0, 5.0), (1000.0, 0.0), (10_000.0, 10.0)]).unwrap();
    assert_eq!((two.points, two.interval), (2, None));
}

#[test]
fn growth_counts_for_ten_times_the_brushes_and_is_none_of_what_was_not_timed() {
    let smaller: Vec<f64> = (0..15).map(|i| 100.0 + f64::from(i % 4)).collect();
    let larger: Vec<f64> = smaller.iter().map(|ns| ns * 1.69).collect();
    let Growth { times, interval } = grown(&larger, &smaller, 100.0).unwrap();
    assert!((times - 1.3).abs() < 1e-9, "{times}");
    assert!(interval[0] < times && times < interval[1], "{interval:?}");
    assert_eq!(grown(&larger, &[], 100.0), None);
    assert_eq!(grown(&larger, &smaller, 1.0), None);
}
