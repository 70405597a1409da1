//! Counter-examples of `fuzz/`, written out.
#![allow(clippy::unwrap_used)]

mod common;

use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Patch, Point, SurfaceFlags, World};
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

/// The fraction at which a patch was met rounded to 1: a plane without a hit.
#[test]
fn a_patch_at_the_end_of_a_way_of_millions_of_units_is_not_met() {
    let points = (0..9).map(|i| Point::new((i % 3 * 64 - 64) as f32, (i / 3 * 64 - 64) as f32, 0.0));
    let world = World {
        patches: vec![Patch {
            width: 3,
            height: 3,
            points: points.collect(),
            contents: Contents::SOLID,
            surface: SurfaceFlags::empty(),
        }],
        ..World::default()
    };
    let bsp = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let (mut met, mut free) = (0, 0);
    for from in [64.0, Sweep::LIMIT, -64.0, -Sweep::LIMIT] {
        let sweep = Sweep::new(Hull::Point, Point::new(8., 8., from), Point::new(8., 8., 0.));
        let t = bsp.trace(&sweep, &mut Work::silent());
        assert_eq!(t.plane.is_some(), t.hit(), "{t:?}");
        met += usize::from(t.hit());
        free += usize::from(!t.hit());
    }
    // From the front and near, and no other.
    assert_eq!((met, free), (1, 3));
}
