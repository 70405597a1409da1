//! Towns of every size.

use clipmark_geometry::{Aabb, Contents, Point};
use clipmark_measure::bench::Town;
use clipmark_measure::inner::{BLOCK, BLOCK_BRUSHES, SKY, STREET, WALL};
use clipmark_referee::Reference;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The box of a Quake III player.
fn player() -> Aabb {
    Aabb::new(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0))
}

#[test]
fn a_town_repeats_to_the_bit_and_another_seed_gives_another() {
    let town = |seed| Town::build(500, seed).unwrap().world().brushes.clone();
    assert_eq!(town(7), town(7));
    assert_ne!(town(7), town(8));
    assert_eq!(town(7).len(), 500);
}

#[test]
fn every_brush_is_closed_and_within_its_block() {
    let town = Town::build(BLOCK_BRUSHES * 400, 3).unwrap();
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
    let town = Town::build(BLOCK_BRUSHES * 64, 3).unwrap();
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
