//! Units to metres and back: a power of two, so that nothing is rounded.

use clipmark_geometry::{Point, Rotation, Vec3 as Units};
use oxijolt::{Quat, RVec3, Vec3};

/// Metres of one unit: a player of 56 units is 1.75 m tall. Jolt's tolerances (1e-4 m in casts, 1e-3 m and a padding of 0.02 m in
/// its character) are those of people in metres.
pub(crate) const METRE: f32 = 1.0 / 32.0;

/// Jolt's shapes stand along y; turns them upright along z.
pub(crate) const UPRIGHT: Quat = Quat::from_xyzw(
    std::f32::consts::FRAC_1_SQRT_2,
    0.0,
    0.0,
    std::f32::consts::FRAC_1_SQRT_2,
);

/// A rotation of the movement's.
pub(crate) fn turned(rotation: &Rotation) -> Quat {
    let [x, y, z, w] = rotation.quaternion();
    Quat::from_xyzw(x, y, z, w)
}

/// A length, displacement or velocity in metres.
pub(crate) fn metres(v: &Units) -> Vec3 {
    Vec3::new(v.x * METRE, v.y * METRE, v.z * METRE)
}

/// A position in metres.
pub(crate) fn place(v: &Units) -> RVec3 {
    RVec3::new(v.x * METRE, v.y * METRE, v.z * METRE)
}

/// A position in units.
pub(crate) fn point(v: RVec3) -> Point {
    Point::new(v.x / METRE, v.y / METRE, v.z / METRE)
}

/// A direction, which has no unit.
pub(crate) fn direction(v: Vec3) -> Units {
    Units::new(v.x, v.y, v.z)
}
