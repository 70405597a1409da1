//! Courses whose world moves, asked of our own: they pass by both orders of a frame. A fault planted into what movers do with
//! players fails a check of each course.

use clipmark_faults::{AnyFault, MoverFault};
use clipmark_measure::{Contestant, Setting};
use clipmark_movement::FrameOrder;
use clipmark_movement::moving::PushFault;
use clipmark_rows::{Check, Results, Row, Severity};
use clipmark_scene::{Scene, Step};
use clipmark_suite::SuiteError;
use clipmark_suite::controllers::{RATES, at, courses, in_orders, measure};
use std::path::Path;

/// Runs that are turned by right angles may end so far apart, in units: rounding and Quake's fractions of an eighth of a unit.
const ROUNDED: f64 = 0.05;

fn all() -> Vec<Scene> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/moving");
    courses(Some(&folder), &[]).unwrap().0
}

fn named(name: &str) -> Scene {
    all().into_iter().find(|course| course.name == name).unwrap()
}

fn played(scene: &Scene, by: &[Contestant], hz: f64) -> Result<Results, SuiteError> {
    measure(&[at(scene, hz)], by, &[hz], &mut |_, _, _| ())
}

fn ours(names: &[&str]) -> Vec<Contestant> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[track_caller]
fn passes(scene: &Scene, by: &[Contestant], hz: f64, told: &str) {
    for case in &played(scene, by, hz).unwrap().cases {
        assert_eq!(
            case.failures(),
            [] as [&Row; 0],
            "{} {told} {hz} Hz {}",
            scene.name,
            case.contestant
        );
    }
}

/// Quake's own moves, and its boxes on other backends, pass all of them at every rate.
#[test]
fn ours_pass() {
    let by = ours(&["bsp", "bvh+slide", "cylinder"]);
    let all = all();
    assert_eq!(all.len(), 23);
    for scene in &all {
        for hz in RATES {
            passes(scene, &by, hz, "as Quake III");
        }
    }
}

/// The same with Quake III's pushes after the players' moves.
#[test]
fn ours_pass_where_players_move_first() {
    let by = ours(&["bsp", "bvh+slide", "cylinder"]);
    for scene in in_orders(all(), &[FrameOrder::PlayersFirst]) {
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

macro_rules! faults {
    ($($name:ident: $what:literal, $fault:expr;)*) => {
        $(static $name: MoverFault = MoverFault { name: stringify!($name), what: $what, fault: $fault };)*
    };
}
faults! {
    LEAVES: "Whoever stands on a mover stays where he is.", PushFault::LeavesRiders;
    THROUGH: "A mover goes through who is in its way.", PushFault::GoesThrough;
    ALL: "Every mover pushes everybody.", PushFault::PushesAll;
    FAR: "Whoever is pushed goes a quarter farther than the mover.", PushFault::Share(1.25);
}

/// A fault of movers for each course that the controllers of `moving_courses.rs` do not fail.
#[test]
fn each_course_has_a_fault_that_breaks_its_promise() {
    use Severity::{Lost, Noticeable, Stuck};
    for (course, fault, severity, check) in [
        ("arm", &THROUGH, Lost, Check::Through),
        ("bob", &LEAVES, Noticeable, Check::Drops),
        ("bob-fast", &FAR, Severity::Measurable, Check::Drops),
        ("diagonal", &LEAVES, Stuck, Check::Goal),
        ("fast-wall", &THROUGH, Lost, Check::Through),
        ("jump-sinking", &LEAVES, Stuck, Check::Goal),
        ("retreat", &ALL, Noticeable, Check::Bound),
        ("reverse", &FAR, Noticeable, Check::Drops),
        ("slanted-wall", &THROUGH, Lost, Check::Through),
        ("step-on", &LEAVES, Stuck, Check::Goal),
        ("swing", &LEAVES, Stuck, Check::Goal),
        ("turntable", &LEAVES, Noticeable, Check::Slides),
        ("wall-ahead", &FAR, Noticeable, Check::Slides),
    ] {
        let spoilt = ours(&["bsp"])[0].with_fault(AnyFault::Push(fault));
        for scene in in_orders(vec![named(course)], &FrameOrder::BOTH) {
            let book = played(&scene, &[spoilt], 125.0).unwrap();
            let failed = book.cases[0].failures();
            let worst = failed.first().map(|row| (row.severity(), row.check));
            assert_eq!(
                worst,
                Some((Some(severity), check)),
                "{} {}: {failed:?}",
                scene.name,
                fault.name
            );
        }
    }
}

/// Players who pass through each other fail a check of every course that has several.
#[test]
fn players_that_pass_through_each_other_break_their_courses() {
    let spoilt = ours(&["bsp~players-pass"]);
    for (course, severity, check) in [
        ("head-on", Severity::Lost, Check::Through),
        ("corridor", Severity::Lost, Check::Through),
        ("on-a-head", Severity::Lost, Check::Through),
    ] {
        for hz in RATES {
            let book = played(&named(course), &spoilt, hz).unwrap();
            let failed = book.cases[0].failures();
            let worst = failed.first().map(|row| (row.severity(), row.check));
            assert_eq!(
                worst,
                Some((Some(severity), check)),
                "{course} {hz} Hz: {failed:?}"
            );
        }
    }
}

/// Two players who run into each other end as far from the middle, whichever way the scene is turned.
#[test]
fn players_meet_alike_whichever_way_they_are_turned() {
    let course = named("head-on");
    let ends = [0.0, 90.0, 180.0, 270.0].map(|yaw| {
        let mut scene = course.clone();
        scene.frame.yaw = yaw;
        let contestants = ours(&["bsp"]);
        let mut setting = Setting::shared_by(&scene, &contestants).unwrap();
        setting.set_in_motion(&scene, &contestants).unwrap();
        let run = setting.enter(contestants[0]).unwrap().play(&setting).unwrap();
        let last = run.course.as_ref().unwrap();
        let other = last.pose(last.ticks(), 0).origin;
        let own = run.states.last().unwrap().origin;
        // Side by side they touch, less Quake's skin.
        assert!(
            (nalgebra::distance(&own, &other) - 30.0).abs() < 0.3,
            "{own} {other}"
        );
        let [x, y, z] = scene.frame.placed_back([own.x, own.y, own.z].map(f64::from));
        [x, y, z]
    });
    for end in &ends[1..] {
        for k in 0..3 {
            assert!((end[k] - ends[0][k]).abs() < ROUNDED, "{ends:?}");
        }
    }
}

/// Whom nothing takes along flies off a floor that falls away faster than a body falls, and stands on it again. That is lawful.
#[test]
fn who_keeps_his_speed_passes_where_the_floor_falls_away() {
    let flies = ours(&["bsp"])[0].with_fault(AnyFault::Push(&LEAVES));
    for course in ["bob-fast", "reverse"] {
        for hz in RATES {
            passes(&named(course), &[flies], hz, "flies");
        }
    }
}
