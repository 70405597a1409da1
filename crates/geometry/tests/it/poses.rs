//! Poses and rotations: there and back, and as quaternions.

use clipmark_geometry::{Aabb, Point, Pose, Rotation, Vec3};

#[test]
fn the_quaternion_turns_as_the_axes_do() {
    for [pitch, yaw, roll] in [
        [0.0, 0.0, 0.0],
        [25.0, 0.0, 0.0],
        [0.0, 110.0, 0.0],
        [0.0, 0.0, -40.0],
        [25.0, 110.0, -40.0],
        [-80.0, 200.0, 170.0],
    ] {
        let rotation = Rotation::of_angles(Vec3::new(pitch, yaw, roll));
        let [x, y, z, w] = rotation.quaternion();
        let q = nalgebra::Quaternion::new(w, x, y, z);
        assert!((q.norm() - 1.0).abs() < 1e-6, "{q}");
        let turn = nalgebra::UnitQuaternion::new_unchecked(q);
        for (axis, want) in [Vec3::x(), Vec3::y(), Vec3::z()].iter().zip(rotation.axes()) {
            assert!((turn * axis - want).norm() < 1e-6, "{pitch} {yaw} {roll}: {axis}");
        }
    }
}

#[test]
fn a_quarter_turn_to_the_left_turns_forward_to_left() {
    let pose = Pose {
        origin: Point::new(10.0, 0.0, 0.0),
        rotation: Rotation::of_angles(Vec3::new(0.0, 90.0, 0.0)),
    };
    let there = pose.into_world(&Point::new(2.0, 0.0, 1.0));
    assert!((there - Point::new(10.0, 2.0, 1.0)).norm() < 1e-6, "{there}");
    // Pitch looks down, roll leans to the right.
    let down = Rotation::of_angles(Vec3::new(90.0, 0.0, 0.0));
    assert!((down.axes()[0] + Vec3::z()).norm() < 1e-6);
    let leans = Rotation::of_angles(Vec3::new(0.0, 0.0, 90.0));
    assert!((leans.axes()[2] + Vec3::y()).norm() < 1e-6, "{:?}", leans.axes());
}

#[test]
fn what_is_turned_there_and_back_is_where_it_was() {
    for i in 0..500 {
        let angle = |k: i32| ((i * k) % 361 - 180) as f32 * 0.97;
        let pose = Pose {
            origin: Point::new(angle(3), angle(5), angle(7)),
            rotation: Rotation::of_angles(Vec3::new(angle(11), angle(13), angle(17))),
        };
        let p = Point::new(angle(19), angle(23), angle(29));
        let back = pose.into_world(&pose.into_model(&p));
        assert!((back - p).norm() < 1e-3, "{p} {back}");
        let [x, y, z] = pose.rotation.axes();
        assert!((x.cross(y) - z).norm() < 1e-5);
        // The bounds hold every corner.
        let of = Aabb::new(Point::new(-8.0, -2.0, -4.0), Point::new(1.0, 20.0, 3.0));
        let bounds = pose.bounds(&of).grown(1e-3);
        for corner in [of.mins, of.maxs, Point::new(-8.0, 20.0, 3.0)] {
            assert!(bounds.contains(&pose.into_world(&corner)));
        }
    }
}

#[test]
fn no_turn_changes_no_bit() {
    let v = Vec3::new(-0.0, 3.0, 1e-30);
    let none = Rotation::of_angles(Vec3::new(0.0, -0.0, 0.0));
    assert!(none.is_none() && none.into_model(&v).x.is_sign_negative());
}
