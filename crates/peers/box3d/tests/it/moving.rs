//! Box3D's movers on the courses whose world moves: each does what its settings declare.

use clipmark_box3d::MOVERS;
use clipmark_measure::Contestant;
use clipmark_movement::MoverKind;
use clipmark_record::controllers::{Breach, CourseRun, Grade, Order, Outcome, Promise};
use clipmark_scene::Scene;
use clipmark_suite::controllers::{in_orders, measure};
use std::path::Path;

const RATES: [f64; 2] = [33.0, 125.0];

fn course(name: &str) -> Scene {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenes/moving");
    Scene::load(folder.join(name).with_extension("ron")).unwrap()
}

/// The promises that a mover breaks on a course, of each rate.
fn broken(course: &str, mover: &'static MoverKind) -> Vec<Vec<Breach>> {
    let contestants = [Contestant::from(mover)];
    let book = measure(
        &[self::course(course)],
        &contestants,
        &RATES,
        false,
        &mut |_, _, _| (),
    )
    .unwrap();
    for cell in &book.cells {
        assert_eq!(cell.refusal(), None, "{course}");
    }
    book.cells.iter().map(CourseRun::broken).collect()
}

/// It moves after the parts and goes with what it stands on. Of a wrong pose, or of none, it would be deep in a part, or left behind.
#[test]
fn box3d_steps_rides_and_is_pushed() {
    for course in ["jump", "lift", "push", "ride", "sink", "walk-off"] {
        for broken in broken(course, MOVERS[1]) {
            assert_eq!(broken, [], "{course}");
        }
    }
}

/// The sample's spring lifts it, a little late, and a train leaves it behind.
#[test]
fn box3d_stands_on_a_lift_and_is_carried_by_no_train() {
    for broken in broken("lift", MOVERS[0]) {
        let sags = |b: &Breach| b.grade == Grade::Seen && b.promise != Promise::Stands;
        assert!(broken.iter().all(sags), "{broken:?}");
    }
    for broken in broken("ride", MOVERS[0]) {
        let slides = broken.iter().find(|b| b.promise == Promise::Rides);
        assert!(slides.is_some_and(|b| b.grade == Grade::Felt), "{broken:?}");
    }
}

/// It moves before the parts, as the sample does. So a wall is in it by the way of a tick, 4.8 u at 33 Hz, and by the slop.
#[test]
fn box3d_is_pushed_and_a_wall_is_in_it_by_the_way_of_a_tick() {
    for broken in broken("push", MOVERS[0]) {
        assert!(broken.iter().any(|b| b.promise == Promise::Deep), "{broken:?}");
        assert!(broken.iter().all(|b| b.promise != Promise::Through), "{broken:?}");
    }
}

/// Where parts move first, they have pushed it out but for Box3D's slop, which is 0.16 u.
#[test]
fn box3d_that_moves_after_the_parts_keeps_out_of_a_wall_but_for_the_slop() {
    let scenes = in_orders(vec![course("push")], &[Order::PartsFirst]);
    let book = measure(
        &scenes,
        &[Contestant::from(MOVERS[0])],
        &RATES,
        false,
        &mut |_, _, _| (),
    )
    .unwrap();
    for cell in &book.cells {
        let Outcome::Run(run) = &cell.outcome else {
            panic!("{:?}", cell.refusal());
        };
        assert!(run.deepest < 0.17, "{} u at {} Hz", run.deepest, cell.hz);
    }
}
