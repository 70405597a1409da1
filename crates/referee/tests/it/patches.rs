//! A curved patch judged by exact geometry: a flat one, whose answers are worked out by hand.

use crate::common::*;
use clipmark_collision::{Declaration, Follows, Trace, TraceRules};
use clipmark_geometry::{Contents, Patch, Point, SurfaceFlags, Vec3, World};
use clipmark_referee::{Fault, Part, Rule, Verdict};

/// A square from -64 to 64 at height 0 whose front is up.
fn square() -> World {
    let points = (0..9).map(|i| Point::new((i % 3 * 64 - 64) as f32, (i / 3 * 64 - 64) as f32, 0.0));
    let patch = Patch {
        width: 3,
        height: 3,
        points: points.collect(),
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
    };
    World {
        patches: vec![patch],
        ..World::default()
    }
}

/// The verdict on an answer that stops at a fraction, by a plane of that normal; of a backend that makes facets or does not.
fn verdict(a: [f32; 3], b: [f32; 3], fraction: f32, normal: Vec3, facets: bool) -> Verdict {
    let declared = Declaration {
        patches: true,
        follows: facets.then_some(Follows::Quake3),
        ..declares(TraceRules::QUAKE3)
    };
    let asked = Asked::by(declared, &square(), unit_box(8.0), a, b);
    match fraction < 1.0 {
        true => asked.stop(fraction, normal),
        false => asked.judge(&Trace::free(&asked.sweep)),
    }
}

fn down(stop_at: f32) -> Verdict {
    verdict(
        [3.0, 5.0, 40.0],
        [3.0, 5.0, -40.0],
        (40.0 - stop_at) / 80.0,
        Vec3::z(),
        true,
    )
}

#[test]
fn a_sweep_onto_its_front_stops_a_skin_above_it() {
    let met = truth(&square(), &unit_box(8.0)).sweep(&p(3.0, 5.0, 40.0), &p(3.0, 5.0, -40.0));
    assert!((met.entry.unwrap() - 32.0 / 80.0).abs() < 1e-11, "{met:?}");
    assert!(matches!(met.contacts[0].part, Part::Patch { patch: 0, .. }));
    assert!(down(8.125).is_clean(), "{:#?}", down(8.125));
}

/// Facets lie within 0.1 u of the surface: an answer that is off by less passes, by more does not.
#[test]
fn the_slack_of_facets_excuses_no_more_than_it_says() {
    for (stop_at, class) in [
        (7.9, None),
        (7.8, Some(Fault::TooDeep)),
        (8.25, None),
        (8.35, Some(Fault::Phantom)),
    ] {
        let v = down(stop_at);
        match class {
            None => assert!(v.is_clean(), "{stop_at}: {v:#?}"),
            Some(class) => assert!(v.is(class), "{stop_at}: {v:#?}"),
        }
    }
}

#[test]
fn what_goes_through_its_front_has_missed_it_and_what_comes_from_behind_has_not() {
    let through = verdict([3.0, 5.0, 40.0], [3.0, 5.0, -40.0], 1.0, Vec3::z(), true);
    assert!(through.is(Fault::Missed), "{through:#?}");
    let up = verdict([3.0, 5.0, -40.0], [3.0, 5.0, 40.0], 1.0, Vec3::z(), true);
    assert!(up.is_clean(), "{up:#?}");
    let stopped = verdict([3.0, 5.0, -40.0], [3.0, 5.0, 40.0], 0.398, -Vec3::z(), false);
    assert!(stopped.is(Fault::Phantom), "{stopped:#?}");
}

/// A patch that stops from behind, as a surface with two sides does, is no patch with edges.
#[test]
fn the_rule_of_edges_excuses_no_stop_at_the_back_nor_within() {
    let from_behind = |fraction, normal| verdict([3.0, 5.0, -40.0], [3.0, 5.0, 40.0], fraction, normal, true);
    for (fraction, normal) in [
        (0.398, -Vec3::z()),
        (0.398, -Vec3::x()),
        (0.5, -Vec3::z()),
        (0.5, Vec3::x()),
    ] {
        let v = from_behind(fraction, normal);
        assert!(v.is(Fault::Phantom), "{fraction} {normal:?}: {v:#?}");
    }
}

/// A box that comes level from the side meets the border of a facet, which only who makes facets has.
#[test]
fn the_edge_of_a_facet_stops_by_a_rule_that_is_declared_or_not_at_all() {
    let along = |facets: bool| {
        let skin = 0.125;
        let fraction = (100.0 - 72.0 - skin) / 100.0;
        verdict([-100.0, 0.0, 2.0], [0.0, 0.0, 2.0], fraction, -Vec3::x(), facets)
    };
    let by_rule = along(true);
    assert!(by_rule.is_by(Rule::Patch), "{by_rule:#?}");
    assert!(by_rule.is_clean(), "{by_rule:#?}");
    assert!(along(false).is(Fault::Phantom));
    let in_the_air = verdict([-100.0, 0.0, 20.0], [0.0, 0.0, 20.0], 0.279, -Vec3::x(), true);
    assert!(in_the_air.is(Fault::Phantom), "{in_the_air:#?}");
}

/// How deep a body is in a one-sided surface depends on where it came from.
#[test]
fn only_a_body_that_came_by_the_front_is_in_it() {
    let truth = truth(&square(), &unit_box(8.0));
    assert_eq!(truth.depth_from(&p(0.0, 0.0, 20.0), &p(0.0, 0.0, 12.0)), 0.0);
    let entered = truth.depth_from(&p(0.0, 0.0, 9.0), &p(0.0, 0.0, 7.0));
    assert!((entered - 0.9).abs() < 1e-9, "{entered}");
    assert_eq!(truth.depth_from(&p(0.0, 0.0, -9.0), &p(0.0, 0.0, -7.0)), 0.0);
}
