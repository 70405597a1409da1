//! Box3D's mover queries as a mover.

use crate::course::{Course, block, floor};
use crate::shared_controllers::Expected;
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_box3d::MOVERS;
use clipmark_geometry::{Brush, Contents, Plane, SurfaceFlags, Vec3};
use clipmark_movement::profile_named;

/// A mover may encroach on what it stands on, and runs, though casts of its body would not (box3d#32, open, in `own_api.rs`).
///
/// The spring of `box3d` sags by gravity's share of a tick, 0.8 units at 125 ticks a second, lets go of a body that jumps lower,
/// and has no highest step: its ray starts a foot's radius above the step. `b3SolvePlanes` leaves bodies a slop inside: 0.005 m
/// is 0.16 units of `box3d`.
pub(crate) const EXPECTED: [Expected; 2] = [
    Expected {
        mover: MOVERS[PLAIN],
        off_floor: 1.0,
        off_speed: 0.5,
        climbs: &[4.0, 12.0, 18.0, 20.0],
        too_high: &[],
        jumps: 42.0..48.7,
        gap: -0.17..0.1,
    },
    Expected {
        mover: MOVERS[TUNED],
        off_floor: 0.03,
        off_speed: 0.5,
        climbs: &[4.0, 12.0, 18.0],
        too_high: &[20.0],
        jumps: 48.4..48.7,
        gap: -0.006..0.1,
    },
];

/// Two walls that meet at x = 480 at 30 degrees, open towards the start.
fn pocket() -> Vec<Brush> {
    let wall = |side: f32| {
        let (sin, cos) = 15.0_f32.to_radians().sin_cos();
        let planes = [
            Plane::new(Vec3::new(-sin, -side * cos, 0.0), -sin * 480.0),
            Plane::new(Vec3::new(0.0, side, 0.0), 160.0),
            Plane::new(Vec3::new(1.0, 0.0, 0.0), 512.0),
            Plane::new(Vec3::new(-1.0, 0.0, 0.0), -256.0),
            Plane::new(Vec3::new(0.0, 0.0, 1.0), 256.0),
            Plane::new(Vec3::new(0.0, 0.0, -1.0), 0.0),
        ];
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    vec![floor(), wall(1.0), wall(-1.0)]
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

/// `box3d` stands on a spring a step long: what is below its capsule is not judged. `box3d+steps` has a foot.
#[test]
fn its_row_says_what_its_body_is() {
    let profile = profile_named("quake3").unwrap();
    let lowest = |mover: &clipmark_movement::MoverKind| mover.solid_bounds(profile).mins.z;
    assert_eq!(lowest(MOVERS[PLAIN]), -24.0 + 18.0);
    assert_eq!(lowest(MOVERS[TUNED]), -24.0);
}

/// Box3D makes no hull of a wall a 64th of a unit thick; a box is made of it instead.
#[test]
fn a_wall_of_a_64th_of_a_unit_stops_it() {
    for mover in MOVERS {
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
