//! Units to a library's lengths and back. The length of a unit is a power of two, so that nothing is rounded.

use clipmark_geometry::Vec3;

/// Metres of one unit where a library assumes metres: a player of 56 u is 1.75 m tall.
pub const METRE: f32 = 1.0 / 32.0;

/// A position, displacement or velocity in lengths of which a unit has `length`.
#[inline]
pub fn scaled(v: &Vec3, length: f32) -> [f32; 3] {
    [v.x * length, v.y * length, v.z * length]
}

/// A position, displacement or velocity in units again.
#[inline]
pub fn in_units(v: impl Into<[f32; 3]>, length: f32) -> Vec3 {
    direction(v) / length
}

/// A direction, which has no unit.
#[inline]
pub fn direction(v: impl Into<[f32; 3]>) -> Vec3 {
    Vec3::from(v.into())
}
