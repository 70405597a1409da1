//! Units to Rapier's lengths and back: a power of two, so that nothing is rounded.

use clipmark_geometry::Vec3;
use rapier3d::prelude::Vector;

/// Metres of one unit: a player of 56 u is 1.75 m high. Rapier's constants assume metres: grounds are felt for 0.05 m.
pub(crate) const METRE: f32 = 1.0 / 32.0;

/// Units to metres.
pub(crate) fn metres(v: &Vec3) -> Vector {
    (v * METRE).into()
}

/// Metres to units.
pub(crate) fn units(v: Vector) -> Vec3 {
    direction(v) / METRE
}

/// A direction, which has no unit.
pub(crate) fn direction(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
