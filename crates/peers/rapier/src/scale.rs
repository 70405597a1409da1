//! Units to Rapier's lengths and back: a power of two, so that nothing is rounded.

use clipmark_geometry::Vec3;
use rapier3d::prelude::Vector;

/// How long a unit is in Rapier's world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale(f32);

impl Scale {
    /// 1 u = 1/32 m: a player of 56 u is 1.75 m high. Rapier's constants assume metres: grounds are felt for 0.05 m.
    pub const METRES: Self = Self(1.0 / 32.0);
    /// 1 u = 1 m: who ports a game without converting.
    pub const NATIVE: Self = Self(1.0);

    /// Rapier's length of one unit.
    pub const fn metre(self) -> f32 {
        self.0
    }

    /// Units to metres.
    pub(crate) fn metres(self, v: &Vec3) -> Vector {
        (v * self.0).into()
    }

    /// Metres to units.
    pub(crate) fn units(self, v: Vector) -> Vec3 {
        direction(v) / self.0
    }
}

/// A direction, which has no unit.
pub(crate) fn direction(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
