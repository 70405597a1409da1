//! A library's controllers on courses: they stand, run, climb, jump and stop, and repeat to the bit. `controller.rs` of the
//! library says what is expected where that is its own.

use crate::controller::EXPECTED;
use crate::course::{Course, floor, ramp, stairs, wall};
use clipmark_movement::{MoverKind, MoverLaws};
use std::ops::Range;

/// What a controller does, in units.
pub(crate) struct Expected {
    pub(crate) mover: &'static MoverKind,
    /// How far the feet of who stands are from the floor, at most.
    pub(crate) off_floor: f32,
    /// How far its speed on a floor is from 320, at most.
    pub(crate) off_speed: f32,
    /// Stairs that it climbs, and such that it does not.
    pub(crate) climbs: &'static [f32],
    pub(crate) too_high: &'static [f32],
    /// How high it jumps. 48.53 units are Quake III's at 125 ticks a second, since it rounds velocities in each; 45.6 without.
    pub(crate) jumps: Range<f32>,
    /// The gap to a wall that it runs against.
    pub(crate) gap: Range<f32>,
}

#[test]
fn it_runs_on_a_floor_at_full_speed() {
    for it in EXPECTED {
        let mut course = Course::new(it.mover, vec![floor()]);
        course.run(187, |_| (1.0, 0.0));
        let name = it.mover.name;
        assert!(course.body.grounded, "{name}: {:?}", course.body);
        assert!(course.feet().abs() < it.off_floor, "{name}: {}", course.feet());
        let speed = course.body.horizontal_speed();
        assert!((speed - 320.0).abs() < it.off_speed, "{name}: {speed}");
        assert_eq!(course.unreliable, 0, "{name}");
    }
}

#[test]
fn it_climbs_stairs_up_to_a_height_and_no_higher() {
    for it in EXPECTED {
        let climbed = it.climbs.iter().map(|rise| (rise, true));
        for (rise, climbs) in climbed.chain(it.too_high.iter().map(|rise| (rise, false))) {
            let mut course = Course::new(it.mover, stairs(*rise));
            course.run(375, |_| (1.0, 0.0));
            let (name, top) = (it.mover.name, course.feet());
            assert_eq!(
                top > 7.0 * rise,
                climbs,
                "{name} on steps of {rise}: feet at {top}"
            );
        }
    }
}

#[test]
fn it_jumps() {
    for it in EXPECTED {
        let mut course = Course::new(it.mover, vec![floor()]);
        let feet = course.body.origin.z - course.feet();
        let mut highest = 0.0_f32;
        course.watch(
            150,
            |tick| (0.0, 0.0, f32::from(u8::from(tick == 50))),
            |body| highest = highest.max(body.origin.z - feet),
        );
        assert!(it.jumps.contains(&highest), "{}: {highest}", it.mover.name);
    }
}

#[test]
fn it_stops_at_a_wall_and_stays_out_of_it() {
    for it in EXPECTED {
        let mut course = Course::new(it.mover, vec![floor(), wall()]);
        course.run(250, |_| (1.0, 0.0));
        let gap = 200.0 - 15.0 - course.body.origin.x;
        assert!(it.gap.contains(&gap), "{}: {gap}", it.mover.name);
    }
}

#[test]
fn it_walks_up_what_can_be_stood_on_and_not_what_cannot() {
    for (degrees, climbs) in [(30.0_f32, true), (60.0, false)] {
        for it in EXPECTED {
            let mut course = Course::new(it.mover, vec![floor(), ramp(degrees)]);
            course.run(187, |_| (1.0, 0.0));
            let (name, high) = (it.mover.name, course.feet() > 40.0);
            assert_eq!(high, climbs, "{name} on {degrees}: {}", course.feet());
        }
    }
}

/// Threads that end take with them what they hold of the library.
#[test]
fn the_same_run_has_the_same_bits_in_another_world_and_thread() {
    for it in EXPECTED {
        let run = move || {
            let mut course = Course::new(it.mover, stairs(16.0));
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
        assert_eq!(first, run(), "{}", it.mover.name);
        for _ in 0..3 {
            let there = std::thread::spawn(run).join().unwrap();
            assert_eq!(first, there, "{}", it.mover.name);
        }
    }
}

#[test]
fn its_row_says_whose_laws_hold_and_how_it_is_set_up() {
    for it in EXPECTED {
        assert_eq!(it.mover.laws, MoverLaws::Foreign);
        assert!(it.mover.settings.len() >= 8, "{}", it.mover.name);
    }
}
