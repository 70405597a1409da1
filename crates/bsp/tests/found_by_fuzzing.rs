//! Counter-examples of `fuzz/`, written out.
#![allow(clippy::unwrap_used)]

mod common;

use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Point, World};
use common::cube;

/// Quake III's position test looks at the box around the hull and then at the sides that are not axial. A capsule wider
/// than high is a ball of half its height, so there the two tests disagree about axial faces; the engine's stays.
#[test]
fn a_capsule_wider_than_high_is_tested_by_its_box_where_it_stands() {
    let wall = cube([17., -64., -64.], [64., 64., 64.], Contents::SOLID);
    let bsp = BspBackend::build(&World::of_brushes("wall", vec![wall]), TraceRules::QUAKE3).unwrap();
    let hull = Hull::new_capsule(Point::new(-30., -30., -15.), Point::new(30., 30., 15.)).unwrap();
    let ask = |to: f32| {
        let sweep = Sweep::new(hull, Point::origin(), Point::new(to, 0., 0.));
        bsp.trace(&sweep, &mut Work::silent())
    };
    // At rest its box is 13 units in the wall; on its way its ball of 15 comes a skin near to the face at 17.
    assert!(ask(0.0).all_solid);
    let t = ask(8.0);
    assert!(!t.start_solid);
    assert_eq!(t.end.x, 17.0 - 15.0 - 0.125);
}
