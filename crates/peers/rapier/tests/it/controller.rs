//! Rapier's character controller as a mover, where our part of it has a say.

use crate::course::Course;
use crate::shared_controllers::Expected;
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3};
use clipmark_rapier::MOVERS;
use clipmark_rapier::inner::clipped;

/// `rapier` floats by its offset, 0.56 units.
pub(crate) const EXPECTED: [Expected; 2] = [
    Expected {
        mover: MOVERS[PLAIN],
        off_floor: 0.7,
        off_speed: 3.2,
        climbs: &[4.0, 8.0, 16.0],
        too_high: &[20.0],
        jumps: 48.3..49.2,
        gap: -0.05..1.0,
    },
    Expected {
        mover: MOVERS[TUNED],
        off_floor: 0.2,
        off_speed: 3.2,
        climbs: &[16.0],
        too_high: &[20.0],
        jumps: 48.33..48.73,
        gap: -0.05..1.0,
    },
];

/// Two slabs of 8,192 by 8,192 by 128 that meet in a groove: each rises at 20 degrees to its side, and the groove falls at 10
/// degrees towards +x. Scene `11-v-groove`, 20 degrees, falling 10, of the suite.
fn groove() -> Vec<Brush> {
    let slab = |side: f32| {
        let out = Vec3::new(0.163_175_91, side * 0.342_020_15, 0.925_416_6);
        let down = Vec3::new(0.984_807_7, 0.0, -0.173_648_18);
        let across = Vec3::new(-side * 0.059_391_175, 0.939_692_6, -side * 0.336_824_1);
        let planes = [
            Plane::new(out, 0.0),
            Plane::new(-out, 128.0),
            Plane::new(down, 4096.0),
            Plane::new(-down, 4096.0),
            Plane::new(across, 4096.0),
            Plane::new(-across, 4096.0),
        ];
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    vec![slab(-1.0), slab(1.0)]
}

/// A cast down from an eighth of a unit above the groove may find the ground 18 units lower, inside of a slab
/// (`own_api.rs`). Who believes it is put there.
#[test]
fn tuned_it_is_not_put_into_the_ground_by_a_cast_that_lost_it() {
    let mut course = Course::new(MOVERS[TUNED], groove());
    course.body.origin = Point::new(0.0, 0.0, 56.734_593);
    let mut lowest_step = 0.0_f32;
    let mut last = course.body.origin.z;
    course.watch(
        625,
        |tick| (if tick < 125 { 0.0 } else { 1.0 }, 0.0, 0.0),
        |body| {
            lowest_step = lowest_step.min(body.origin.z - last);
            last = body.origin.z;
        },
    );
    // It falls a second, at most by gravity, and then runs downhill at 10 degrees.
    assert!(lowest_step > -8.0, "it sank by {} in a tick", -lowest_step);
}

#[test]
fn planes_take_their_part_creases_lead_and_three_stop() {
    let wanted = Vec3::new(100.0, 50.0, -20.0);
    assert_eq!(clipped(wanted, &[]), wanted);
    let floor_and_wall = [Vec3::z(), -Vec3::x()];
    assert_eq!(clipped(wanted, &floor_and_wall), Vec3::new(0.0, 50.0, 0.0));
    // Two walls that meet at 60 degrees leave only the way along their crease.
    let (sin, cos) = 60f32.to_radians().sin_cos();
    let walls = [Vec3::new(-cos, sin, 0.0), Vec3::new(-cos, -sin, 0.0)];
    let left = clipped(Vec3::new(100.0, 0.0, 7.0), &walls);
    assert!(left.xy().norm() < 1e-4 && left.z == 7.0, "{left}");
    let shut = [walls[0], walls[1], -Vec3::z()];
    assert!(clipped(Vec3::new(100.0, 0.0, 7.0), &shut).norm() < 1e-4);
    // What it leaves does not slow it.
    assert_eq!(clipped(wanted, &[Vec3::x()]), wanted);
}
