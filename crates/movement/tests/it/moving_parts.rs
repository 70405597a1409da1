//! Moving parts as data: places by time, and parts that a program makes.

use clipmark_geometry::{Aabb, Point, Vec3};
use clipmark_movement::moving::{Made, MadeMotion, Motion, Trajectory};

fn along_x(motion: Motion) -> Trajectory {
    Trajectory {
        motion,
        start_msec: 1000,
        duration_msec: 2000,
        base: Vec3::new(10.0, 0.0, 0.0),
        delta: Vec3::new(64.0, 0.0, 0.0),
    }
}

#[test]
fn each_motion_is_where_its_formula_says() {
    let x = |motion, msec| along_x(motion).at(msec).x;
    assert_eq!(x(Motion::Fixed, 5000), 10.0);
    assert_eq!(x(Motion::Linear, 500), -22.0);
    assert_eq!(x(Motion::Linear, 5000), 266.0);
    let stops = [
        (500, 10.0),
        (1000, 10.0),
        (2000, 74.0),
        (3000, 138.0),
        (9000, 138.0),
    ];
    for (msec, place) in stops {
        assert_eq!(x(Motion::LinearStop, msec), place, "{msec}");
    }
    assert_eq!((x(Motion::Sine, 1000), x(Motion::Sine, 1500)), (10.0, 74.0));
    assert_eq!(x(Motion::Sine, 2500), -54.0);
    assert!(!along_x(Motion::LinearStop).has_arrived(2999));
    assert!(along_x(Motion::LinearStop).has_arrived(3000) && !along_x(Motion::Linear).has_arrived(9000));
}

#[test]
fn no_time_is_too_far() {
    for motion in [Motion::Fixed, Motion::Linear, Motion::LinearStop, Motion::Sine] {
        let mut at = along_x(motion);
        for msec in [i32::MIN, i32::MAX] {
            at.delay(msec);
            assert!(at.at(i32::MAX).x.is_finite() && at.at(i32::MIN).x.is_finite());
        }
    }
}

fn made(motion: MadeMotion) -> Made {
    Made {
        model: 1,
        bounds: Aabb::new(Point::origin(), Point::new(64.0, 64.0, 8.0)),
        origin: Vec3::zeros(),
        motion,
        speed: 150.0,
        damage: 2.0,
        team: None,
        crusher: false,
    }
}

#[test]
fn a_door_takes_its_way_over_its_speed_in_whole_milliseconds() {
    let door = made(MadeMotion::Door {
        by: Vec3::z() * 116.0,
        wait: 2.0,
    });
    // 116 u at 150 u/s are 773.33 ms.
    assert_eq!(door.quake3().position.duration_msec, 773);
    assert_eq!(door.quake3().wait_msec, 2000.0);
    assert_eq!(door.quake1().map(|d| d.places[1].z), Some(116.0));
}

#[test]
fn a_lift_begins_low_in_both_and_what_turns_is_quake_iiis_alone() {
    let lift = made(MadeMotion::Lift {
        height: 96.0,
        wait: 1.0,
    });
    assert_eq!(lift.quake3().places.map(|p| p.z), [0.0, 96.0]);
    assert_eq!(lift.quake1().map(|l| l.origin.z), Some(0.0));
    assert_eq!(made(MadeMotion::Turns(Vec3::y() * 90.0)).quake1(), None);
}
