//! Courses whose world moves, asked of our own: they pass by both orders of a frame. A fault planted into what movers do with
//! players breaks each course's promise.

use clipmark_faults::{Fault, MoverFault};
use clipmark_measure::Contestant;
use clipmark_movement::push::PushVariation;
use clipmark_record::controllers::{ControllersResults, Grade, Order, Promise};
use clipmark_scene::{Scene, Step};
use clipmark_suite::SuiteError;
use clipmark_suite::controllers::{RATES, at, courses, in_orders, measure};
use std::path::Path;

fn all() -> Vec<Scene> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/moving");
    courses(Some(&folder), &[]).unwrap().0
}

fn named(name: &str) -> Scene {
    all().into_iter().find(|course| course.name == name).unwrap()
}

fn played(scene: &Scene, by: &[Contestant], hz: f64) -> Result<ControllersResults, SuiteError> {
    measure(&[at(scene, hz)], by, &[hz], false, &mut |_, _, _| ())
}

fn ours(names: &[&str]) -> Vec<Contestant> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[track_caller]
fn passes(scene: &Scene, by: &[Contestant], hz: f64, told: &str) {
    for cell in &played(scene, by, hz).unwrap().cells {
        assert_eq!(
            cell.broken(),
            [],
            "{} {told} {hz} Hz {}",
            scene.name,
            cell.entrant
        );
    }
}

/// Quake's own moves, and its boxes on other backends, pass all of them at every rate.
#[test]
fn ours_pass() {
    let by = ours(&["bsp", "bvh+slide", "cylinder"]);
    let all = all();
    assert_eq!(all.len(), 20);
    for scene in &all {
        for hz in RATES {
            passes(scene, &by, hz, "as Quake III");
        }
    }
}

/// The same with Quake III's pushes after the players' moves.
#[test]
fn ours_pass_where_players_move_first() {
    let by = ours(&["bsp", "bvh+slide"]);
    for scene in in_orders(all(), &[Order::PlayersFirst]) {
        for hz in RATES {
            passes(&scene, &by, hz, "players first");
        }
    }
}

/// Half a minute on a swing, or ten minutes in the long gate, and no drift.
#[test]
fn minutes_on_a_swing_leave_the_rider_where_he_stood() {
    let minutes = if std::env::var_os("CLIPMARK_LONG").is_some() {
        10.0
    } else {
        0.5
    };
    let mut scene = named("swing");
    scene.input = vec![Step::Wait(minutes * 60.0)];
    passes(&scene, &ours(&["bsp", "bvh+slide"]), 125.0, "long");
}

const ENGINE: PushVariation = PushVariation::ENGINE;

macro_rules! faults {
    ($($name:ident: $what:literal, $rules:expr;)*) => {
        $(static $name: MoverFault = MoverFault { name: stringify!($name), what: $what, rules: $rules };)*
    };
}
faults! {
    LEAVES: "Whoever stands on a mover stays where he is.", PushVariation { carries_riders: false, ..ENGINE };
    THROUGH: "A mover goes through who is in its way.", PushVariation { meets_others: false, ..ENGINE };
    ALL: "Every mover pushes everybody.", PushVariation { pushes_all: true, ..ENGINE };
    FAR: "Whoever is pushed goes a quarter farther than the mover.", PushVariation { share: 1.25, ..ENGINE };
}

/// A fault of movers for each course that the controllers of `moving_courses.rs` do not fail.
#[test]
fn each_course_has_a_fault_that_breaks_its_promise() {
    use Grade::{Felt, Held, Lost};
    for (course, fault, grade, promise) in [
        ("arm", &THROUGH, Lost, Promise::Through),
        ("bob", &LEAVES, Felt, Promise::Stands),
        ("bob-fast", &FAR, Grade::Seen, Promise::Stands),
        ("diagonal", &LEAVES, Held, Promise::Goal),
        ("fast-wall", &THROUGH, Lost, Promise::Through),
        ("jump-sinking", &LEAVES, Held, Promise::Goal),
        ("retreat", &ALL, Felt, Promise::Bound),
        ("reverse", &FAR, Felt, Promise::Stands),
        ("slanted-wall", &THROUGH, Lost, Promise::Through),
        ("step-on", &LEAVES, Held, Promise::Goal),
        ("swing", &LEAVES, Held, Promise::Goal),
        ("turntable", &LEAVES, Felt, Promise::Rides),
        ("wall-ahead", &FAR, Felt, Promise::Rides),
    ] {
        let spoilt = ours(&["bsp"])[0].with_fault(Fault::Push(fault));
        for scene in in_orders(vec![named(course)], &Order::ALL) {
            let book = played(&scene, &[spoilt], 125.0).unwrap();
            let broken = book.cells[0].broken();
            let worst = broken.first().map(|b| (b.grade, b.promise));
            assert_eq!(
                worst,
                Some((grade, promise)),
                "{} {}: {broken:?}",
                scene.name,
                fault.name
            );
        }
    }
}

/// Whom nothing takes along flies off a floor that falls away faster than a body falls, and stands on it again. That is lawful.
#[test]
fn who_keeps_his_speed_passes_where_the_floor_falls_away() {
    let flies = ours(&["bsp"])[0].with_fault(Fault::Push(&LEAVES));
    for course in ["bob-fast", "reverse"] {
        for hz in RATES {
            passes(&named(course), &[flies], hz, "flies");
        }
    }
}
