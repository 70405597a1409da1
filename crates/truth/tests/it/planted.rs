//! Faults that a judge once passed, each planted in a tracer that is right otherwise.

use crate::common::tracers::*;
use crate::common::*;
use clipmark_bsp::BspBackend;
use clipmark_collision::{
    CollisionBackend, Declaration, Follows, StartSolid, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_truth::{Class, Fault, Rule, Verdict, judge};

fn classes(v: &Verdict) -> Vec<&'static str> {
    let faults = v.faults.iter().map(Class::key);
    faults.chain(v.rules().iter().map(Class::key)).collect()
}

fn block() -> World {
    world(vec![cube([100.0, -64.0, -64.0], [400.0, 64.0, 64.0])])
}

/// The player at a gap from a wall at x = 100, straight in by 600.
fn straight_in(gap: f32) -> Sweep {
    let start = Point::new(85.0 - gap, 0.0, 0.0);
    Sweep::new(Hull::quake3_player(), start, start + Vec3::x() * 600.0)
}

#[test]
fn a_tracer_that_forgets_what_it_touches_misses_it() {
    let h = truth(&block(), &Hull::quake3_player());
    let step = 85.0_f32.next_up() - 85.0;
    for start_solid in [
        StartSolid::Blocks,
        StartSolid::IgnoredUnlessAllSolid,
        StartSolid::Unnoticed,
    ] {
        let d = Declaration {
            start_solid,
            ..declares(TraceRules::QUAKE3)
        };
        for gap in [0.0, step, 5.0 * step] {
            let sweep = straight_in(gap);
            let v = judge(&h, &sweep, &Trace::free(&sweep), &d);
            assert_eq!(classes(&v), ["missed_from_touch"], "{start_solid:?} {gap} {v:#?}");
            assert!(!v.is_clean() && v.measures.missed_depth > 10.0, "{v:#?}");
        }
        // Farther off than rounding it is not in touch.
        let sweep = straight_in(1.0 / 32.0);
        let v = judge(&h, &sweep, &Trace::free(&sweep), &d);
        assert_eq!(classes(&v), ["missed"], "{v:#?}");
    }
}

/// A stop 0.06 u inside a wall conforms to the declared skin of 1/2 u, and not to the requested 1/8 u.
#[test]
fn a_skin_wider_than_the_one_asked_for_widens_no_tolerance() {
    let sweep = straight_in(100.0);
    let fraction = 100.06 / 600.0;
    let trace = stopped(&sweep, fraction, -Vec3::x());
    let wide = declares(TraceRules::QUAKE3.with_skin(0.5));
    let told = truth(&block(), &Hull::quake3_player());
    assert_eq!(classes(&judge(&told, &sweep, &trace, &wide)), [""; 0]);
    let asked = truth(&block(), &Hull::quake3_player()).asked_by(&TraceRules::QUAKE3);
    assert_eq!(classes(&judge(&asked, &sweep, &trace, &wide)), ["penetrating"]);
}

#[test]
fn a_start_is_inside_by_exact_arithmetic_alone() {
    let h = truth(&block(), &Hull::quake3_player());
    let step = 85.0_f32.next_up() - 85.0;
    let judged = |start_solid| {
        let d = Declaration {
            start_solid,
            ..declares(TraceRules::QUAKE3)
        };
        let sweep = straight_in(-step);
        classes(&judge(&h, &sweep, &Trace::free(&sweep), &d))
    };
    assert_eq!(judged(StartSolid::IgnoredUnlessAllSolid), [""; 0]);
    assert_eq!(judged(StartSolid::Blocks), ["missed"]);
}

#[test]
fn what_is_missed_besides_what_is_touched_is_missed() {
    let w = world(vec![
        cube([100.0, -64.0, -64.0], [108.0, 64.0, 64.0]),
        cube([200.0, -64.0, -64.0], [208.0, 64.0, 64.0]),
    ]);
    let h = truth(&w, &Hull::quake3_player());
    let sweep = straight_in(0.0);
    let v = judge(&h, &sweep, &Trace::free(&sweep), &quake3_declares());
    assert_eq!(classes(&v), ["missed"], "{v:#?}");
}

#[test]
fn quake3s_way_through_a_wall_that_it_touches_is_counted_by_name() {
    let w = block();
    let bsp = BspBackend::build(&w, TraceRules::QUAKE3).unwrap();
    let h = truth(&w, &Hull::quake3_player());
    for y in -34..=34 {
        let mut sweep = straight_in(0.0);
        sweep.start.y += y as f32;
        sweep.end.y += y as f32;
        let t = bsp.trace(&sweep, &mut Work::silent());
        let v = judge(&h, &sweep, &t, &bsp.facts().declaration);
        assert!(!t.hit(), "{t:?}");
        assert_eq!(classes(&v), ["touch_rule"], "{v:#?}");
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
    let sweep = Sweep::new(Hull::Point, Point::origin(), Point::new(to, 0.0, 0.0));
    let d = Declaration {
        start_solid: StartSolid::IgnoredUnlessAllSolid,
        follows: merged_solids.then_some(Follows::QuakeClipHulls),
        ..declares(TraceRules::QUAKE3)
    };
    let t = Trace {
        fraction,
        end: sweep.at(fraction),
        plane: (fraction > 0.0 && fraction < 1.0).then(|| Plane::new(-Vec3::x(), -300.0)),
        contents: Contents::SOLID,
        start_solid: true,
        all_solid: fraction == 0.0,
        ..Trace::free(&sweep)
    };
    classes(&judge(&truth(&row(), &Hull::Point), &sweep, &t, &d))
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
    let h = truth(&w, &Hull::quake3_player());
    let bsp = BspBackend::build(&w, TraceRules::QUAKE3).unwrap();
    let start = Point::new(0.0, 0.0, 0.0);
    let sweep = Sweep::new(Hull::quake3_player(), start, start + Vec3::x() * 150.0);
    let t = bsp.trace(&sweep, &mut Work::silent());
    let judged = |contents| judge(&h, &sweep, &Trace { contents, ..t }, &bsp.facts().declaration);
    assert!(t.hit() && judged(t.contents).is_clean());
    assert!(judged(Contents::SOLID | Contents::PLAYER_CLIP).is_clean());
    for other in [Contents::WATER, Contents::PLAYER_CLIP, Contents::empty()] {
        assert_eq!(classes(&judged(other)), ["wrong_contents"]);
    }
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
    // Out by the bottom: who ends within the planes too is all solid to the engine.
    let sweep = Sweep::new(Hull::quake3_player(), start, start - Vec3::z() * 600.0);
    let within = Sweep::new(Hull::quake3_player(), start, start - Vec3::z() * 150.0);
    let free = Trace {
        start_solid: true,
        ..Trace::free(&sweep)
    };
    let by = |d: Declaration| judge(&h, &sweep, &free, &d);
    let declared = by(quake3_declares());
    assert!(
        declared.is_by(Rule::Bevel) && !declared.is(Fault::Missed),
        "{declared:#?}"
    );
    assert!(declared.is_clean(), "{declared:#?}");
    let v = judge(
        &h,
        &within,
        &Trace {
            start_solid: true,
            ..Trace::free(&within)
        },
        &quake3_declares(),
    );
    assert!(v.is(Fault::Missed), "{v:#?}");
    for undeclared in [
        Declaration {
            follows: None,
            ..quake3_declares()
        },
        Declaration {
            follows: Some(Follows::QuakeClipHulls),
            ..quake3_declares()
        },
    ] {
        let v = by(undeclared);
        assert!(v.is(Fault::Missed) && !v.is_by(Rule::Bevel), "{v:#?}");
    }
    // From beside the planes it is missed by anyone.
    let far = Sweep::new(
        Hull::quake3_player(),
        start + Vec3::z() * 300.0,
        start - Vec3::z() * 150.0,
    );
    let v = judge(&h, &far, &Trace::free(&far), &quake3_declares());
    assert!(v.is(Fault::Missed), "{v:#?}");
}

#[test]
fn a_thin_wall_is_no_corner() {
    let w = world(vec![cube([100.0, -64.0, -64.0], [100.125, 64.0, 64.0])]);
    let h = truth(&w, &Hull::Point);
    for (y, x) in [(0.0, 126.0), (20.0, 126.0), (0.0, 100.25)] {
        let sweep = Sweep::new(Hull::Point, Point::new(50.0, 0.0, 0.0), Point::new(x, y, 0.0));
        let v = judge(&h, &sweep, &Trace::free(&sweep), &quake3_declares());
        assert_eq!(classes(&v), ["missed"], "{v:#?}");
        assert!(v.measures.missed_depth < 0.125, "{v:#?}");
    }
}

#[test]
fn a_corner_cut_is_limited_by_what_the_path_spends_inside() {
    let w = world(vec![cube([-64.0; 3], [64.0; 3])]);
    let h = truth(&w, &Hull::Point);
    let free = |from: Point, to: Point| {
        let sweep = Sweep::new(Hull::Point, from, to);
        classes(&judge(&h, &sweep, &Trace::free(&sweep), &quake3_declares()))
    };
    // In by the top, fast, and out by the side, slowly, 0.1 below the edge: a plane left one skin early passes it.
    assert_eq!(
        free(Point::new(63.06, 0.0, 70.0), Point::new(64.46, 0.0, 60.0)),
        ["clipped_corners"]
    );
    // At equal speeds there is nothing to let go of, though no deeper than 0.07.
    assert_eq!(
        free(Point::new(60.0, 0.0, 67.9), Point::new(70.0, 0.0, 57.9)),
        ["missed"]
    );
}
