//! Between this workspace's f32 and parry's numbers.

use super::Real;
use super::parry::math::Vector;
use clipmark_geometry::Vec3;

pub(super) fn real(x: f32) -> Real {
    Real::from(x)
}

pub(super) fn vector(v: &Vec3) -> Vector {
    v.cast::<Real>().into()
}

#[allow(
    clippy::unnecessary_cast,
    reason = "one of the two kinds of numbers is f32 already"
)]
pub(super) fn single(x: Real) -> f32 {
    x as f32
}

pub(super) fn vec3(v: Vector) -> Vec3 {
    Vec3::new(single(v.x), single(v.y), single(v.z))
}
