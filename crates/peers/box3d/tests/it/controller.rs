//! Box3D's mover queries as a mover: it stands, runs, climbs and jumps; it repeats to the bit.

use crate::course::{Course, block, floor, pocket, ramp, stairs, wall};
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_box3d::MOVERS;
use clipmark_movement::{MoverLaws, profile_named};

#[test]
fn it_runs_on_a_floor_at_full_speed() {
    // The spring of `box3d` sags by gravity's share of a tick: 0.8 units at 125 ticks a second.
    for (mover, sag) in [(MOVERS[PLAIN], 1.0), (MOVERS[TUNED], 0.03)] {
        let mut course = Course::new(mover, vec![floor()]);
        course.run(187, |_| (1.0, 0.0));
        assert!(course.body.grounded, "{}: {:?}", mover.name, course.body);
        assert!(course.feet().abs() < sag, "{}: {}", mover.name, course.feet());
        let speed = course.body.horizontal_speed();
        assert!((speed - 320.0).abs() < 0.5, "{}: {speed}", mover.name);
        assert_eq!(course.unreliable, 0, "{}", mover.name);
    }
}

/// The step height is 18. A spring has no highest step: its ray starts a foot's radius above the step.
#[test]
fn it_climbs_stairs_up_to_a_height_and_no_higher() {
    for (rise, climbs) in [(4.0, true), (12.0, true), (18.0, true), (20.0, false)] {
        for (mover, climbs) in [(MOVERS[TUNED], climbs), (MOVERS[PLAIN], true)] {
            let mut course = Course::new(mover, stairs(rise));
            course.run(375, |_| (1.0, 0.0));
            let top = course.feet();
            assert_eq!(
                top > 7.0 * rise,
                climbs,
                "{} on steps of {rise}: feet at {top}",
                mover.name
            );
        }
    }
}

#[test]
fn it_jumps() {
    // 48.53 units at 125 ticks a second for Quake III; the spring lets go of a body that stands lower.
    for (mover, least) in [(MOVERS[PLAIN], 42.0), (MOVERS[TUNED], 48.4)] {
        let mut course = Course::new(mover, vec![floor()]);
        let feet = course.body.origin.z - course.feet();
        let mut highest = 0.0_f32;
        course.watch(
            150,
            |tick| (0.0, 0.0, f32::from(u8::from(tick == 50))),
            |body| highest = highest.max(body.origin.z - feet),
        );
        assert!((least..48.7).contains(&highest), "{}: {highest}", mover.name);
    }
}

#[test]
fn it_stops_at_a_wall() {
    // `b3SolvePlanes` leaves bodies a slop inside: 0.005 m is 0.16 units of `box3d`.
    for (mover, inside) in [(MOVERS[PLAIN], 0.17), (MOVERS[TUNED], 0.006)] {
        let mut course = Course::new(mover, vec![floor(), wall()]);
        course.run(250, |_| (1.0, 0.0));
        let gap = 200.0 - 15.0 - course.body.origin.x;
        assert!((-inside..0.1).contains(&gap), "{}: {gap}", mover.name);
    }
}

/// Pushed out of two walls while no key is pressed, it has no direction to step in: that once was no number.
#[test]
fn it_rests_in_a_pocket() {
    for mover in MOVERS {
        let mut course = Course::new(mover, pocket());
        course.run(375, |tick| (f32::from(u8::from(tick < 250)), 0.0));
        assert_eq!(course.unreliable, 0, "{}", mover.name);
        assert!(course.body.origin.x > 350.0, "{}: {:?}", mover.name, course.body);
    }
}

#[test]
fn it_walks_up_what_can_be_stood_on_and_slides_down_what_cannot() {
    for (degrees, climbs) in [(30.0_f32, true), (60.0, false)] {
        for mover in MOVERS {
            let mut course = Course::new(mover, vec![floor(), ramp(degrees)]);
            course.run(187, |_| (1.0, 0.0));
            let high = course.feet() > 40.0;
            assert_eq!(high, climbs, "{} on {degrees}: {}", mover.name, course.feet());
        }
    }
}

#[test]
fn the_same_run_has_the_same_bits_in_another_world_and_thread() {
    for mover in MOVERS {
        let run = move || {
            let mut course = Course::new(mover, stairs(16.0));
            let mut bits = Vec::new();
            course.watch(
                300,
                |tick| (1.0, 0.0, f32::from(u8::from(tick % 40 == 0))),
                |body| {
                    let (at, v) = (body.origin, body.velocity);
                    bits.extend([at.x, at.y, at.z, v.x, v.y, v.z].map(f32::to_bits));
                },
            );
            bits
        };
        let first = run();
        assert_eq!(first, run(), "{}", mover.name);
        // Threads that end take their worlds with them.
        for _ in 0..3 {
            let there = std::thread::spawn(run).join().unwrap();
            assert_eq!(first, there, "{}", mover.name);
        }
    }
}

/// `box3d` stands on a spring a step long: what is below its capsule is not judged. `box3d+steps` has a foot.
#[test]
fn its_row_says_what_its_body_is_and_how_it_is_set_up() {
    let profile = profile_named("quake3").unwrap();
    let lowest = |mover: &clipmark_movement::MoverKind| mover.solid_bounds(profile).mins.z;
    assert_eq!(lowest(MOVERS[PLAIN]), -24.0 + 18.0);
    assert_eq!(lowest(MOVERS[TUNED]), -24.0);
    for mover in MOVERS {
        assert_eq!(mover.laws, MoverLaws::Foreign);
        assert!(mover.settings.len() >= 5, "{}", mover.name);
    }
}

/// Box3D makes no hull of a wall a 64th of a unit thick; a box is made of it instead.
#[test]
fn a_wall_of_a_64th_of_a_unit_stops_it() {
    for mover in [MOVERS[PLAIN], MOVERS[TUNED]] {
        let wall = block([200.0, -16_384.0, 0.0], [200.0 + 1.0 / 64.0, 16_384.0, 256.0]);
        let mut course = Course::new(mover, vec![floor(), wall]);
        course.run(250, |_| (1.0, 0.0));
        assert!(
            course.body.origin.x < 200.0,
            "{}: {:?}",
            mover.name,
            course.body.origin
        );
    }
}
