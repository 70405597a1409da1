//! Bounds of a hull to solids, worked out by hand.

use clipmark_conformance::{inner::Referee, world};
use clipmark_geometry::{Contents, Hull, Point};

fn bounds(at: [f32; 3]) -> (f64, f64) {
    let referee = Referee::new(&world("box", 0).unwrap());
    let (hull, at) = (Hull::quake3_player(), Point::from(at));
    let mask = Contents::SOLID;
    (referee.gap(&hull, &at, mask), referee.depth(&hull, &at, mask))
}

#[test]
fn a_box_over_a_box_is_measured_exactly() {
    assert_eq!(bounds([0.0, 0.0, 57.0]), (1.0, 0.0));
    assert_eq!(bounds([70.0, 0.0, 54.0]), (-2.0, 2.0));
    assert_eq!(bounds([78.0, 0.0, 0.0]), (-1.0, 1.0));
}

#[test]
fn a_way_across_an_edge_is_as_deep_as_it_gets() {
    let referee = Referee::new(&world("box", 0).unwrap());
    let way = |a: [f32; 3], b: [f32; 3]| {
        referee.depth_on_way(&Hull::Point, &Point::from(a), &Point::from(b), Contents::SOLID)
    };
    // Across the edge x = 64, z = 32 on the diagonal that is two units below it on both faces.
    let depth = way([54.0, 0.0, 38.0], [70.0, 0.0, 22.0]);
    assert!((depth - 2.0).abs() < 1e-9, "{depth}");
    assert_eq!(way([54.0, 0.0, 43.0], [75.0, 0.0, 22.0]), 0.0);
}
