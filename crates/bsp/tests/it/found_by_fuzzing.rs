//! Counter-examples of `fuzz/`, written out.

use crate::common::cube;
use clipmark_bsp::{BspBackend, compiled};
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Patch, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_referee::{Fault, Reference, Rule, judge};

/// Quake III's position test looks at the box around the hull and then at the sides that are not axial. A capsule wider than high
/// is a ball of half its height. There the two tests disagree about axial faces, and the engine's result stays.
#[test]
fn a_capsule_wider_than_high_is_tested_by_its_box_where_it_stands() {
    let wall = cube([17., -64., -64.], [64., 64., 64.], Contents::SOLID);
    let bsp = BspBackend::build(&World::of_brushes("wall", vec![wall]), TraceRules::QUAKE3).unwrap();
    let hull = Hull::new_capsule(Point::new(-30., -30., -15.), Point::new(30., 30., 15.)).unwrap();
    let ask = |to: f32| {
        let sweep = Sweep::new(hull, Point::origin(), Point::new(to, 0., 0.));
        bsp.trace(&sweep, &mut Work::silent())
    };
    // At rest its box is 13 units in the wall. On its way its ball of 15 comes a skin near to the face at 17.
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

/// The engine leaves a brush by its bevels too, a skin early. A bevel bounds nothing for a point, and the judge knew only the
/// faces: so two cut corners were misses. A sweep that goes 0.1 u deeper is stopped, and would be missed.
#[test]
fn a_point_cuts_a_corner_by_the_bevel_that_touches_it() {
    let wall = [
        ([-1.0, 0.0, 0.0], -27.96875),
        ([0.0, -1.0, 0.0], 23.96875),
        ([0.0, 0.0, 1.0], 204.0),
        ([0.0, 0.0, -1.0], -52.0),
        ([0.4472136, 0.8944272, 0.0], 19.914978),
    ];
    let chip = [
        ([1.0, 0.0, 0.0], 80.375),
        ([0.0, 1.0, 0.0], -92.0),
        ([0.0, -1.0, 0.0], 100.0),
        ([0.0, 0.0, 1.0], 9.125),
        ([0.0, 0.0, -1.0], 6.875),
        ([-0.62469506, -0.46852127, -0.62469506], 68.79454),
        ([0.19611613, 0.5883484, -0.78446454], -48.661316),
    ];
    let through_wall = ([-520.0, -119.5, 96.0], [336.0, 80.0, 104.0]);
    let through_chip = ([-13.125, -3695.375, 16.0], [64.03125, 632.0, -3.5]);
    let cases = [
        (&wall[..], TraceRules::QUAKE3, through_wall, [0.0, -0.1, 0.0]),
        (&chip[..], TraceRules::QUAKEWORLD, through_chip, [0.0, 0.0, 0.1]),
    ];
    for (planes, rules, (start, end), deeper) in cases {
        let planes = planes.iter().map(|&(n, d)| Plane::new(n.into(), d));
        let planes: Vec<Plane> = planes.collect();
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        let world = World::of_brushes("corner", vec![brush]);
        let bsp = BspBackend::build(&world, rules).unwrap();
        let truth = Reference::build(&world, Contents::SOLID).for_backend(&Hull::Point, &bsp);
        let sweep = Sweep::new(Hull::Point, start.into(), end.into());
        let passes = bsp.trace(&sweep, &mut Work::silent());
        let verdict = judge(&truth, &sweep, &passes, &bsp.facts().declaration);
        assert!(!passes.hit() && verdict.is_by(Rule::Corner), "{verdict:#?}");
        let deeper = Vec3::from(deeper);
        let sweep = Sweep::new(Hull::Point, sweep.start + deeper, sweep.end + deeper);
        assert!(bsp.trace(&sweep, &mut Work::silent()).hit());
        let missed = judge(&truth, &sweep, &Trace::free(&sweep), &bsp.facts().declaration);
        assert!(missed.is(Fault::Missed), "{missed:#?}");
    }
}

/// A path rises by 120 u over 4,063 and meets a box 0.086 u below its upper edge. The engine ends the part behind the node at
/// that edge a skin early. That is 4.2 u of the path, more than the margin, so it never reaches the box. By a tree of our own the
/// box is met. By the same tree given as a map's it is lost, as the engine loses it.
#[test]
fn a_shallow_path_through_a_tree_of_our_own_is_not_cut_a_skin_early() {
    let boxes = [
        ([-68.0, -2681.125, 4.0], [-44.0, -2665.125, 44.0]),
        ([-116.0, 2754.875, -52.0], [20.0, 2762.875, 4.0]),
        ([30.00017, -24.0, 3079.0], [40.0, -15.666808, 3088.333]),
        ([11.875, -20.0, 64.0], [67.875, 4.0, 80.0]),
        ([-120.0, 92.0, -159.5], [-104.0, 132.0, 64.5]),
    ];
    let brushes = boxes.map(|(mins, maxs)| cube(mins, maxs, Contents::SOLID));
    let world = World::of_brushes("shallow", brushes.to_vec());
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::new(127.875, 4079.375, -16.0),
        Point::new(4.875, 16.0, 104.0),
    );
    let ask = |world: &World| {
        let bsp = BspBackend::build(world, TraceRules::QUAKE3).unwrap();
        bsp.trace(&sweep, &mut Work::silent())
    };
    let met = ask(&world);
    assert_eq!(met.plane.map(|p| p.normal), Some(Vec3::y()), "{met:?}");
    assert!(!ask(&compiled(&world)).hit());
}
