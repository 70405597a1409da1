//! Sweeps that are drawn, and the world that is made for them, are what they say.

use crate::planted::worlds::solid;
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3, World};
use clipmark_measure::bar::{MANY, build_world};
use clipmark_measure::inner::{Chain, Draw, THROUGH, Way, rest_classes, rest_lines};
use clipmark_measure::uniform::{LENGTHS, draw};
use clipmark_referee::{HullReference, Reference};

/// A block up to z = 0, and its solids for the player's box.
fn block() -> (World, HullReference) {
    let world = World::of_brushes("block", vec![solid([-64.0; 3], [64.0, 64.0, 0.0])]);
    let body = Reference::build(&world, Contents::PLAYER_MASK).for_hull(&Hull::quake3_player());
    (world, body)
}

#[test]
fn bodies_rest_at_their_gaps_and_move_as_they_should() {
    let (world, body) = block();
    let lines = rest_lines(&mut Draw::new(&world, &body, 0.125, 5), &body, 50);
    assert_eq!(lines.len(), 50 * rest_classes().count());
    for (i, ([start, end], class)) in lines.iter().zip((0..50).flat_map(|_| rest_classes())).enumerate() {
        let distance = |p: &Point| body.signed_distance(&p.cast()).unwrap().distance;
        assert!((distance(start) - class.gap).abs() < 1e-4, "{i}: {start}");
        match class.way {
            Way::In => assert!(distance(end) < 0.0, "{i}: {end}"),
            Way::Through => assert!((end - start).norm() > THROUGH as f32 - 0.1, "{i}: {end}"),
            // Over the edge of the block it gets away.
            Way::Along => assert!(distance(end) > class.gap - 1e-4, "{i}: {end}"),
            Way::Sideways => assert!(distance(end) < class.gap + 2.56, "{i}: {end}"),
        }
    }
}

#[test]
fn lengths_are_of_every_size_and_chains_lead_into_surfaces() {
    let (world, body) = block();
    let mut draw = Draw::new(&world, &body, 0.125, 5);
    let lengths: Vec<f32> = (0..2000)
        .map(|_| draw.any_length())
        .map(|[a, b]| (b - a).norm())
        .collect();
    for [least, most] in [[0.0005, 0.02], [0.5, 2.0], [4096.0, 16_400.0]] {
        let within = lengths.iter().filter(|l| (least..most).contains(*l)).count();
        assert!(within > 50, "{within} of {least} to {most} u");
    }
    let chains: Vec<Chain> = (0..500).filter_map(|_| draw.chain()).collect();
    let tiny = chains.iter().filter(|c| c.step.norm() < 0.02).count();
    assert!(
        chains.len() > 50 && tiny > 5,
        "{} chains, {tiny} of tiny steps",
        chains.len()
    );
    for c in &chains {
        let near = |p: Point| body.signed_distance(&p.cast()).unwrap().distance;
        assert!(near(c.start) > 0.0 && near(c.start) < 1.01, "{c:?}");
    }
}

#[test]
fn starts_are_free_and_lengths_in_their_class() {
    let world = World::of_brushes(
        "two",
        vec![solid([0.0; 3], [64.0; 3]), solid([96.0; 3], [128.0; 3])],
    );
    for lengths in LENGTHS {
        let lines = draw(&world, Contents::PLAYER_MASK, &lengths, 500, 7);
        for [a, b] in &lines {
            assert!(!world.brushes.iter().any(|b| b.bounds.contains(a)), "{a}");
            // A step of f32 at these coordinates.
            let (length, step) = ((b - a).norm(), 1e-3);
            assert!(length > lengths.start - step && length < lengths.end + step);
        }
        assert_eq!(lines, draw(&world, Contents::PLAYER_MASK, &lengths, 500, 7));
    }
}

#[test]
fn the_world_of_many_is_what_it_says() {
    let world = build_world(MANY).unwrap();
    assert!(world.brushes.len() > 4096 + 100, "{}", world.brushes.len());
    let size = |b: &Brush| b.bounds.maxs - b.bounds.mins;
    let count = |is: &dyn Fn(&Vec3) -> bool| world.brushes.iter().filter(|b| is(&size(b))).count();
    assert!(count(&|s| s.amax() < 4.0) > 1500 && count(&|s| s.amin() < 0.2) > 1500);
    let late = &world.brushes[4096..];
    assert!(late.iter().any(|b| size(b).amin() < 0.2) && late.iter().any(|b| size(b).x > 1000.0));
    assert!(build_world("made:none").is_none());
}
