//! Box3D's movers on the courses whose world moves: each does what its settings declare.

use clipmark_adapter::{PLAIN, TUNED};
use clipmark_box3d::MOVERS;
use clipmark_measure::Contestant;
use clipmark_movement::{FrameOrder, MoverKind};
use clipmark_rows::{Case, Check, Row, Severity};
use clipmark_scene::Scene;
use clipmark_suite::controllers::{in_orders, measure};
use std::path::Path;

const RATES: [f64; 2] = [33.0, 125.0];

fn course(name: &str) -> Scene {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenes/moving");
    Scene::load(folder.join(name).with_extension("ron")).unwrap()
}

/// The checks that a mover fails on a course, at each rate.
fn failed(course: &str, mover: &'static MoverKind) -> Vec<Vec<Row>> {
    let contestants = [Contestant::from(mover)];
    let results = measure(&[self::course(course)], &contestants, &RATES, &mut |_, _, _| ()).unwrap();
    for case in &results.cases {
        assert_eq!(case.reason(), None, "{course}");
    }
    let failures = |case: &Case| case.failures().into_iter().cloned().collect();
    results.cases.iter().map(failures).collect()
}

/// It moves after the parts and goes with what it stands on. Of a wrong pose, or of none, it would be deep in a part, or left
/// behind.
#[test]
fn box3d_steps_rides_and_is_pushed() {
    for course in ["jump", "lift", "push", "ride", "sink", "walk-off"] {
        for failed in failed(course, MOVERS[TUNED]) {
            assert_eq!(failed, [], "{course}");
        }
    }
}

/// The sample's spring lifts it, a little late, and a train leaves it behind.
#[test]
fn box3d_stands_on_a_lift_and_is_carried_by_no_train() {
    for failed in failed("lift", MOVERS[PLAIN]) {
        let sags = |row: &Row| row.severity() == Some(Severity::Measurable) && row.check != Check::Drops;
        assert!(failed.iter().all(sags), "{failed:?}");
    }
    for failed in failed("ride", MOVERS[PLAIN]) {
        let slides = failed.iter().find(|row| row.check == Check::Slides);
        assert!(
            slides.is_some_and(|row| row.severity() == Some(Severity::Noticeable)),
            "{failed:?}"
        );
    }
}

/// It moves before the parts, as the sample does. So a wall is in it by the way of a tick, 4.8 u at 33 Hz, and by the slop.
#[test]
fn box3d_is_pushed_and_a_wall_is_in_it_by_the_way_of_a_tick() {
    for failed in failed("push", MOVERS[PLAIN]) {
        assert!(failed.iter().any(|row| row.check == Check::Deep), "{failed:?}");
        assert!(failed.iter().all(|row| row.check != Check::Through), "{failed:?}");
    }
}

/// Where parts move first, they have pushed it out but for Box3D's slop, which is 0.16 u.
#[test]
fn box3d_that_moves_after_the_parts_keeps_out_of_a_wall_but_for_the_slop() {
    let scenes = in_orders(vec![course("push")], &[FrameOrder::WorldFirst]);
    let contestants = [Contestant::from(MOVERS[PLAIN])];
    let results = measure(&scenes, &contestants, &RATES, &mut |_, _, _| ()).unwrap();
    for case in &results.cases {
        assert_eq!(case.reason(), None);
        let deepest = case.row(Check::Deep).and_then(|row| row.value).unwrap_or(0.0);
        assert!(deepest < 0.17, "{deepest} u, {}", case.place());
    }
}
