//! Jolt's `CharacterVirtual` as a mover: it stands, runs, climbs and jumps; it repeats to the bit.

use crate::course::{Course, floor, ramp, stairs, steep_stairs, wall};
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_jolt::{JoltBackend, MOVERS};
use clipmark_movement::{MoverLaws, Setup, profile_named};

/// What Jolt's padding of 0.02 m and tolerance of 0.001 m may add to a height, in units.
const NEAR: f32 = 0.7;

#[test]
fn it_runs_on_a_floor_at_full_speed() {
    for mover in MOVERS {
        let mut course = Course::new(mover, vec![floor()]);
        course.run(125, |_| (1.0, 0.0));
        assert!(course.body.grounded, "{}: {:?}", mover.name, course.body);
        assert!(course.feet().abs() < NEAR, "{}: {}", mover.name, course.feet());
        let speed = course.body.horizontal_speed();
        assert!((speed - 320.0).abs() < 3.2, "{}: {speed}", mover.name);
        assert_eq!(course.unreliable, 0, "{}", mover.name);
    }
}

/// The step height is 18. `jolt` climbs less: `own_api.rs` shows it with Jolt alone.
#[test]
fn it_climbs_stairs_up_to_a_height_and_no_higher() {
    for (mover, highest, too_high) in [(MOVERS[PLAIN], 14.0, 16.0), (MOVERS[TUNED], 18.0, 20.0)] {
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

/// Twelve steps of 16 on 24 at 33 to 333 ticks a second: 1,320 to 1,472 ms.
#[test]
fn tuned_it_climbs_as_fast_at_every_tick_rate() {
    for msec in [3.0, 8.0, 16.0, 30.0] {
        let mut course = Course::new(MOVERS[TUNED], steep_stairs());
        course.msec = msec;
        let (mut time, mut there) = (0.0, None);
        course.watch(
            (2500.0 / msec) as usize,
            |_| (1.0, 0.0, 0.0),
            |body| {
                time += msec;
                if body.origin.z > 24.0 + 12.0 * 16.0 - 1.0 {
                    there.get_or_insert(time);
                }
            },
        );
        assert!(
            there.is_some_and(|t| (1250.0..1550.0).contains(&t)),
            "at {msec} ms: {there:?}"
        );
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
        assert!((-0.05..1.0).contains(&gap), "{}: {gap}", mover.name);
    }
}

#[test]
fn it_walks_up_what_can_be_stood_on_and_slides_down_what_cannot() {
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

/// The wrapper's limit of 2,000 m from the middle of a shape is 64,000 u. It takes a floor that reaches 60,000 u from there, and
/// refuses one of 70,000 u with its own words.
#[test]
fn it_is_refused_on_a_floor_that_reaches_farther_than_64000_units() {
    let profile = *profile_named("quake3").unwrap();
    let world = |half: f32| {
        let [low, high] = [Point::new(-half, -half, -64.0), Point::new(half, half, 0.0)];
        let floor = Brush::from_box(low, high, Contents::SOLID).unwrap();
        World::of_brushes("floor", vec![floor])
    };
    // Only whether it supports the player's hull is asked of it.
    let backend = JoltBackend::build(&world(256.0), profile.trace_rules, TUNED).unwrap();
    let setup = |half: f32| Setup::registered(profile, MOVERS[PLAIN], &world(half), &backend).map(drop);
    assert!(setup(60_000.0).is_ok());
    let refused = setup(70_000.0).unwrap_err().to_string();
    assert!(
        refused.contains("jolt") && refused.contains("MAX_SHAPE_EXTENT"),
        "{refused}"
    );
}

/// The wrapper makes no hull of a wall so thin for its length; a box is made of it instead, turned or not.
#[test]
fn a_wall_of_32768_by_1_units_stops_it() {
    let turned = |angle: f32| {
        let (sin, cos) = angle.to_radians().sin_cos();
        let (out, along) = (Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0));
        let planes = [
            Plane::new(out, 201.0),
            Plane::new(-out, -200.0),
            Plane::new(along, 16_384.0),
            Plane::new(-along, 16_384.0),
            Plane::new(Vec3::z(), 256.0),
            Plane::new(-Vec3::z(), 0.0),
        ];
        (
            out,
            Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap(),
        )
    };
    let walls = [0.0, 30.0, -7.5].map(turned);
    for (mover, (out, wall)) in MOVERS
        .into_iter()
        .flat_map(|m| walls.iter().map(move |w| (m, w.clone())))
    {
        let mut course = Course::new(mover, vec![floor(), wall]);
        course.run(250, |_| (1.0, 0.0));
        // It slides along a wall that is turned.
        let ahead = course.body.origin.coords.dot(&out);
        assert!(ahead < 200.0, "{}: {:?}", mover.name, course.body.origin);
    }
}
