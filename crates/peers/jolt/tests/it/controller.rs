//! Jolt's `CharacterVirtual` as a mover.

use crate::course::{Course, block, floor};
use crate::shared_controllers::Expected;
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_jolt::{JoltBackend, MOVERS};
use clipmark_movement::{Setup, profile_named};

/// What Jolt's padding of 0.02 m and tolerance of 0.001 m may add to a height, in units.
const NEAR: f32 = 0.7;

/// The step height is 18. `jolt` climbs less: `own_api.rs` shows it with Jolt alone.
pub(crate) const EXPECTED: [Expected; 2] = [
    Expected {
        mover: MOVERS[PLAIN],
        off_floor: NEAR,
        off_speed: 3.2,
        climbs: &[4.0, 8.0, 14.0],
        too_high: &[16.0],
        jumps: 48.33..48.73,
        gap: -0.05..1.0,
    },
    Expected {
        mover: MOVERS[TUNED],
        off_floor: NEAR,
        off_speed: 3.2,
        climbs: &[4.0, 8.0, 18.0],
        too_high: &[20.0],
        jumps: 48.33..48.73,
        gap: -0.05..1.0,
    },
];

/// Twelve steps of 16 from x = 100, each 24 deep, on a floor, and a landing.
fn steep_stairs() -> Vec<Brush> {
    let step = |i: u8| {
        let (low, rise) = (100.0 + 24.0 * f32::from(i), 16.0 * f32::from(i + 1));
        let high = if i == 11 { 4000.0 } else { low + 24.0 };
        block([low, -128.0, 0.0], [high, 128.0, rise])
    };
    (0..12).map(step).chain([floor()]).collect()
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
