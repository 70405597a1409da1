//! Faults that a judge once passed, each planted in a tracer that is right otherwise.

use crate::common::tracers::*;
use crate::common::*;
use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Declaration, Follows, StartSolid, Trace, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_referee::{Class, Fault, Rule, Verdict, judge_named};

fn classes(v: &Verdict) -> Vec<&'static str> {
    let faults = v.faults.iter().map(Class::key);
    faults.chain(v.rules().iter().map(Class::key)).collect()
}

fn block() -> World {
    world(vec![cube([100.0, -64.0, -64.0], [400.0, 64.0, 64.0])])
}

/// The player at a gap from a wall at x = 100, straight in by 600.
fn straight_in(declared: Declaration, world: &World, gap: f32) -> Asked {
    let start = Point::new(85.0 - gap, 0.0, 0.0);
    Asked::by(
        declared,
        world,
        Hull::quake3_player(),
        start,
        start + Vec3::x() * 600.0,
    )
}

/// The classes of the verdict that a sweep meets nothing.
fn free(asked: &Asked) -> Vec<&'static str> {
    classes(&asked.judge(&Trace::free(&asked.sweep)))
}

fn starting(start_solid: StartSolid) -> Declaration {
    Declaration {
        start_solid,
        ..declares(TraceRules::QUAKE3)
    }
}

#[test]
fn a_tracer_that_forgets_what_it_touches_misses_it() {
    let step = 85.0_f32.next_up() - 85.0;
    for start_solid in [
        StartSolid::Blocks,
        StartSolid::IgnoredUnlessAllSolid,
        StartSolid::Unnoticed,
    ] {
        for gap in [0.0, step, 5.0 * step] {
            let asked = straight_in(starting(start_solid), &block(), gap);
            let v = asked.judge(&Trace::free(&asked.sweep));
            assert_eq!(classes(&v), ["missed_from_touch"], "{start_solid:?} {gap} {v:#?}");
            assert!(!v.is_clean() && v.measures.missed_depth > 10.0, "{v:#?}");
        }
        // Farther off than rounding it is not in touch.
        let apart = straight_in(starting(start_solid), &block(), 1.0 / 32.0);
        assert_eq!(free(&apart), ["missed"]);
    }
}

/// A stop 0.06 u inside a wall conforms to the declared skin of 1/2 u, and not to the requested 1/8 u.
#[test]
fn a_skin_wider_than_the_one_asked_for_widens_no_tolerance() {
    let wide = declares(TraceRules::QUAKE3.with_skin(0.5));
    let mut asked = straight_in(wide, &block(), 100.0);
    let inside = stopped(&asked.sweep, 100.06 / 600.0, -Vec3::x());
    assert_eq!(classes(&asked.judge(&inside)), [""; 0]);
    asked.exact = asked.exact.asked_by(&TraceRules::QUAKE3);
    assert_eq!(classes(&asked.judge(&inside)), ["penetrating"]);
}

#[test]
fn a_start_is_inside_by_exact_arithmetic_alone() {
    let step = 85.0_f32.next_up() - 85.0;
    let judged = |start_solid| free(&straight_in(starting(start_solid), &block(), -step));
    assert_eq!(judged(StartSolid::IgnoredUnlessAllSolid), [""; 0]);
    assert_eq!(judged(StartSolid::Blocks), ["missed"]);
}

#[test]
fn what_is_missed_besides_what_is_touched_is_missed() {
    let two = world(vec![
        cube([100.0, -64.0, -64.0], [108.0, 64.0, 64.0]),
        cube([200.0, -64.0, -64.0], [208.0, 64.0, 64.0]),
    ]);
    assert_eq!(free(&straight_in(quake3_declares(), &two, 0.0)), ["missed"]);
}

#[test]
fn quake3s_way_through_a_wall_that_it_touches_is_counted_by_name() {
    let bsp = BspBackend::build(&block(), TraceRules::QUAKE3).unwrap();
    let mut asked = straight_in(bsp.facts().declaration, &block(), 0.0);
    for y in -34..=34 {
        (asked.sweep.start.y, asked.sweep.end.y) = (y as f32, y as f32);
        let t = bsp.trace(&asked.sweep, &mut Work::silent());
        assert!(!t.hit(), "{t:?}");
        assert_eq!(classes(&asked.judge(&t)), ["touch_rule"], "{y}");
    }
}

/// Three blocks in a row along x, and a start in the first. The second overlaps it, the third stands apart.
fn row() -> World {
    world(vec![
        cube([-64.0; 3], [64.0; 3]),
        cube([40.0, -64.0, -64.0], [200.0, 64.0, 64.0]),
        cube([300.0, -64.0, -64.0], [400.0, 64.0, 64.0]),
    ])
}

fn out_of_the_row(to: f32, fraction: f32, merged_solids: bool) -> Vec<&'static str> {
    let declared = Declaration {
        follows: merged_solids.then_some(Follows::QuakeClipHulls),
        ..starting(StartSolid::IgnoredUnlessAllSolid)
    };
    let asked = Asked::by(declared, &row(), Hull::Point, [0.0; 3], [to, 0.0, 0.0]);
    let met = stopped(&asked.sweep, fraction, -Vec3::x());
    classes(&asked.judge(&Trace {
        plane: met.plane.filter(|_| fraction > 0.0 && fraction < 1.0),
        start_solid: true,
        all_solid: fraction == 0.0,
        ..met
    }))
}

#[test]
fn overlapping_solids_are_one_only_for_whom_they_are_declared_so() {
    // Through both that overlap, into the open.
    assert_eq!(out_of_the_row(250.0, 1.0, true), ["merged_rule"]);
    assert_eq!(out_of_the_row(250.0, 1.0, false)[0], "missed");
    // From one into the other: all solid.
    assert_eq!(out_of_the_row(150.0, 0.0, true), ["merged_rule"]);
    assert!(out_of_the_row(150.0, 0.0, false).contains(&"phantom"));
    assert_eq!(out_of_the_row(150.0, 1.0, true)[0], "missed");
}

#[test]
fn a_solid_apart_from_those_that_overlap_must_stop() {
    assert_eq!(
        out_of_the_row(390.0, (300.0 - 0.125) / 390.0, true),
        ["merged_rule"]
    );
    assert_eq!(out_of_the_row(390.0, 1.0, true)[0], "missed");
    // In the open between them nothing may.
    assert!(out_of_the_row(390.0, 0.6, true).contains(&"phantom"));
}

#[test]
fn contents_that_nothing_there_has_are_wrong() {
    let w = world(vec![cube([100.0, -64.0, -64.0], [200.0, 64.0, 64.0])]);
    let bsp = BspBackend::build(&w, TraceRules::QUAKE3).unwrap();
    let (declared, player) = (bsp.facts().declaration, Hull::quake3_player());
    let asked = Asked::by(declared, &w, player, [0.0; 3], [150.0, 0.0, 0.0]);
    let t = bsp.trace(&asked.sweep, &mut Work::silent());
    let judged = |contents| asked.judge(&Trace { contents, ..t });
    assert!(t.hit() && judged(t.contents).is_clean());
    assert!(judged(Contents::SOLID | Contents::PLAYER_CLIP).is_clean());
    for other in [Contents::WATER, Contents::PLAYER_CLIP, Contents::empty()] {
        assert_eq!(classes(&judged(other)), ["wrong_contents"]);
    }
}

/// Who declares merged solids has no surfaces. Else a backend would excuse all of its flags by a word.
#[test]
fn flags_are_those_of_the_face_and_none_where_solids_are_merged() {
    let mut wall = cube([100.0, -64.0, -64.0], [200.0, 64.0, 64.0]);
    for side in &mut wall.sides {
        side.surface = SurfaceFlags::SLICK;
    }
    let w = world(vec![wall]);
    let judged = |follows, surface| {
        let declared = Declaration {
            follows,
            ..declares(TraceRules::QUAKE3)
        };
        let asked = Asked::by(declared, &w, Hull::Point, [0.0; 3], [150.0, 0.0, 0.0]);
        let t = Trace {
            surface,
            plane: Some(Plane::new(-Vec3::x(), -100.0)),
            ..stopped(&asked.sweep, 99.875 / 150.0, -Vec3::x())
        };
        let v = judge_named(&asked.exact, &asked.sweep, &t, &declared, asked.judge(&t));
        v.is(Fault::WrongSurface)
    };
    let (none, slick) = (SurfaceFlags::empty(), SurfaceFlags::SLICK);
    let merged = Some(Follows::QuakeClipHulls);
    assert!(!judged(None, slick) && judged(None, none));
    assert!(judged(merged, slick) && !judged(merged, none));
}

/// A wedge with an edge that leans both ways, whose bevel the map left out. The planes moved out by a box stick out beyond the
/// wedge. A sweep that starts there, in free space, goes through the wedge by the engine's rule. Only a backend that declares
/// the rule may.
#[test]
fn a_start_behind_a_maps_planes_is_counted_by_name_and_only_where_declared() {
    let planes = [
        Plane::new(Vec3::new(0.8, 0.0, 0.6), 0.0),
        Plane::new(Vec3::new(-0.8, 0.36, 0.48).normalize(), 0.0),
        Plane::new(Vec3::x(), 200.0),
        Plane::new(-Vec3::x(), 200.0),
        Plane::new(Vec3::y(), 200.0),
        Plane::new(-Vec3::y(), 200.0),
        Plane::new(Vec3::z(), 300.0),
        Plane::new(-Vec3::z(), 200.0),
    ];
    let mut wedge = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    // All the bevels that it has.
    wedge.bevelled = true;
    let w = world(vec![wedge.clone()]);
    let h = truth(&w, &Hull::quake3_player());
    let behind = |p: Point| {
        let ahead = |plane: &Plane| plane.distance(&p) - Hull::quake3_player().support(&-plane.normal);
        wedge.sides.iter().all(|side| ahead(&side.plane) < -1.0)
    };
    let off = |p: Point| h.signed_distance(&p.cast()).unwrap().distance;
    // Over the ridge, behind both planes moved out and off the wedge.
    let grid = (0..4000).map(|i| {
        Point::new(
            (i % 20) as f32 - 10.0,
            ((i / 20) % 20) as f32 * 8.0 - 80.0,
            (i / 400) as f32 * 8.0,
        )
    });
    let start = grid.into_iter().find(|p| behind(*p) && off(*p) > 1.0);
    let start = start.expect("a spike");
    let judged = |declared, from: f32, to: f32, start_solid: bool| {
        let at = |z: f32| start + Vec3::z() * z;
        let asked = Asked::by(declared, &w, Hull::quake3_player(), at(from), at(to));
        asked.judge(&Trace {
            start_solid,
            ..Trace::free(&asked.sweep)
        })
    };
    // Out by the bottom: who ends within the planes too is all solid to the engine.
    let declared = judged(quake3_declares(), 0.0, -600.0, true);
    assert!(
        declared.is_by(Rule::Bevel) && declared.is_clean(),
        "{declared:#?}"
    );
    let within = judged(quake3_declares(), 0.0, -150.0, true);
    assert!(within.is(Fault::Missed), "{within:#?}");
    for follows in [None, Some(Follows::QuakeClipHulls)] {
        let undeclared = Declaration {
            follows,
            ..quake3_declares()
        };
        let v = judged(undeclared, 0.0, -600.0, true);
        assert!(v.is(Fault::Missed) && !v.is_by(Rule::Bevel), "{v:#?}");
    }
    // From beside the planes it is missed by anyone.
    let far = judged(quake3_declares(), 300.0, -150.0, false);
    assert!(far.is(Fault::Missed), "{far:#?}");
}

#[test]
fn a_thin_wall_is_no_corner() {
    let w = world(vec![cube([100.0, -64.0, -64.0], [100.125, 64.0, 64.0])]);
    for (y, x) in [(0.0, 126.0), (20.0, 126.0), (0.0, 100.25)] {
        let asked = Asked::by(quake3_declares(), &w, Hull::Point, [50.0, 0.0, 0.0], [x, y, 0.0]);
        let v = asked.judge(&Trace::free(&asked.sweep));
        assert_eq!(classes(&v), ["missed"], "{v:#?}");
        assert!(v.measures.missed_depth < 0.125, "{v:#?}");
    }
}

#[test]
fn a_corner_cut_is_limited_by_what_the_path_spends_inside() {
    let w = world(vec![cube([-64.0; 3], [64.0; 3])]);
    let cut = |from, to| free(&Asked::by(quake3_declares(), &w, Hull::Point, from, to));
    // In by the top, fast, and out by the side, slowly, 0.1 below the edge: a plane left one skin early passes it.
    assert_eq!(cut([63.06, 0.0, 70.0], [64.46, 0.0, 60.0]), ["clipped_corners"]);
    // At equal speeds there is nothing to let go of, though no deeper than 0.07.
    assert_eq!(cut([60.0, 0.0, 67.9], [70.0, 0.0, 57.9]), ["missed"]);
}
