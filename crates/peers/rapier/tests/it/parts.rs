//! What moves, as the adapter of every library keeps it.

use clipmark_adapter::{Parts, is_off};
use clipmark_geometry::{Point, Pose, Rotation, Vec3};
use clipmark_movement::MovingPart;

fn pose(x: f32, z: f32, yaw: f32) -> Pose {
    Pose {
        origin: Point::new(x, 0.0, z),
        rotation: Rotation::of_angles(Vec3::new(0.0, yaw, 0.0)),
    }
}

fn moved(moves: &[(Pose, Pose)]) -> Parts<()> {
    let moves = moves.iter().map(|&(from, to)| MovingPart { model: 0, from, to });
    let mut parts = Parts::default();
    parts.follow(&moves.collect::<Vec<_>>(), |_| Ok(())).unwrap();
    parts
}

#[test]
fn a_part_carries_a_place_along_its_turn() {
    let parts = moved(&[(pose(0.0, 0.0, 0.0), pose(2.0, 1.0, 90.0))]);
    let carried = parts.carries(0, &Point::new(100.0, 0.0, 30.0)).unwrap();
    assert!(
        (carried - Vec3::new(-98.0, 100.0, 1.0)).norm() < 1e-3,
        "{carried}"
    );
    assert_eq!(parts.carries(1, &Point::origin()), None);
}

#[test]
fn a_part_that_rests_does_not_move() {
    let (here, turned, there) = (pose(7.3, 0.0, 20.0), pose(7.3, 0.0, 20.1), pose(7.4, 0.0, 20.0));
    let parts = moved(&[(here, here), (here, turned), (here, there)]);
    let moving = [0, 1, 2, 3].map(|part| parts.is_moving(part));
    assert_eq!(moving, [false, true, true, false]);
}

#[test]
fn a_quaternion_and_its_negative_are_one_rotation() {
    let at = [1.0, 2.0, 3.0, 0.5, 0.5, 0.5, 0.5];
    let mut to = at.map(|x| -x);
    to[..3].copy_from_slice(&at[..3]);
    assert!(!is_off(&at, &to, 1e-6));
    to[0] += 1e-3;
    assert!(is_off(&at, &to, 1e-4) && !is_off(&at, &to, 1e-2));
}
