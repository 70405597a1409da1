//! PhysX's controllers as movers: they stand, run, climb and jump; they repeat to the bit.

use crate::course::{Course, floor, ramp, stairs, wall};
use clipmark_movement::MoverLaws;
use clipmark_physx::{MOVERS, PHYSX_TUNED_CONTROLLER};

/// What PhysX's skin of 0.1 m may add to a gap, in units.
const NEAR: f32 = 3.3;

#[test]
fn it_runs_on_a_floor_at_full_speed() {
    for mover in MOVERS {
        let mut course = Course::new(mover, vec![floor()]);
        course.run(125, |_| (1.0, 0.0));
        assert!(course.body.grounded, "{}: {:?}", mover.name, course.body);
        assert!(course.feet().abs() < 0.05, "{}: {}", mover.name, course.feet());
        let speed = course.body.horizontal_speed();
        assert!((speed - 320.0).abs() < 3.2, "{}: {speed}", mover.name);
        assert_eq!(course.unreliable, 0, "{}", mover.name);
    }
}

#[test]
fn it_climbs_stairs_up_to_the_step_and_its_skin_and_no_higher() {
    for mover in MOVERS {
        // The skin of 0.1 m adds to the step: `own_api.rs` shows it with PhysX alone.
        let (highest, too_high) = match mover.name {
            "physx:tuned" => (18.0, 19.0),
            "physx:capsule" => (28.0, 40.0),
            _ => (21.0, 22.0),
        };
        for (rise, climbs) in [(4.0, true), (8.0, true), (highest, true), (too_high, false)] {
            let mut course = Course::new(mover, stairs(rise));
            course.run(250, |_| (1.0, 0.0));
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
fn it_jumps_as_high_as_the_movement_says() {
    for mover in MOVERS {
        let mut course = Course::new(mover, vec![floor()]);
        let feet = course.body.origin.z - course.feet();
        let mut highest = 0.0_f32;
        course.watch(
            120,
            |tick| (0.0, 0.0, f32::from(u8::from(tick == 50))),
            |body| highest = highest.max(body.origin.z - feet),
        );
        // 48.53 units at 125 ticks a second, since Quake III rounds velocities in each; 45.6 without.
        assert!((highest - 48.53).abs() < 0.2, "{}: {highest}", mover.name);
    }
}

#[test]
fn it_stops_at_a_wall_and_stays_out_of_it() {
    for mover in MOVERS {
        let mut course = Course::new(mover, vec![floor(), wall()]);
        course.run(250, |_| (1.0, 0.0));
        let gap = 200.0 - 15.0 - course.body.origin.x;
        assert!((-0.05..NEAR).contains(&gap), "{}: {gap}", mover.name);
    }
}

#[test]
fn it_walks_up_what_can_be_stood_on_and_not_what_cannot() {
    for (degrees, climbs) in [(30.0_f32, true), (60.0, false)] {
        for mover in MOVERS {
            let mut course = Course::new(mover, vec![floor(), ramp(degrees)]);
            course.run(200, |_| (1.0, 0.0));
            let high = course.feet() > 40.0;
            assert_eq!(high, climbs, "{} on {degrees}: {}", mover.name, course.feet());
        }
    }
}

#[test]
fn tuned_it_stands_all_the_way_down_a_slope() {
    let mut course = Course::new(&PHYSX_TUNED_CONTROLLER, vec![floor(), ramp(30.0)]);
    course.run(200, |_| (1.0, 0.0));
    let (stood, ticks) = (course.stood, course.ticks);
    course.run(60, |_| (-1.0, 0.0));
    assert_eq!(course.stood - stood, course.ticks - ticks);
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
        let there = std::thread::spawn(run).join().unwrap();
        assert_eq!(first, there, "{}", mover.name);
    }
}

#[test]
fn its_row_says_whose_laws_hold_and_how_it_is_set_up() {
    for mover in MOVERS {
        assert_eq!(mover.laws, MoverLaws::Foreign);
        assert!(mover.settings.len() >= 8, "{}", mover.name);
    }
}
