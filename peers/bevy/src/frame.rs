//! Lengths and axes of avian's world, and what they make of ours.

use bevy::prelude::*;
use clipmark_geometry::{Hull, Rotation, Vec3 as Units};

/// Units in a metre of the people that games show: a player of 56 units is 1.75 m high. A power of two rounds nothing.
pub const UNITS_PER_METRE: f32 = 32.0;

/// How long a unit is in avian's world, and which axis is up in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// 1 u = 1, and `PhysicsLengthUnit` is [`UNITS_PER_METRE`]: avian's way for worlds that are not in metres.
    Units,
    /// 1 u = 1/32, and `PhysicsLengthUnit` is 1.
    Metres,
    /// 1 u = 1/32, and y is up, as Bevy has it: our x stays, our y is its -z.
    MetresYUp,
}

impl Frame {
    /// Avian's length of one unit.
    pub fn of_unit(self) -> f32 {
        match self {
            Self::Units => 1.0,
            Self::Metres | Self::MetresYUp => 1.0 / UNITS_PER_METRE,
        }
    }

    /// Avian's length of one metre: its `PhysicsLengthUnit`.
    pub fn of_metre(self) -> f32 {
        match self {
            Self::Units => UNITS_PER_METRE,
            Self::Metres | Self::MetresYUp => 1.0,
        }
    }

    /// Ours to avian's.
    pub fn to(self, v: &Units) -> Vec3 {
        let v = Vec3::new(v.x, v.y, v.z) * self.of_unit();
        match self {
            Self::Units | Self::Metres => v,
            Self::MetresYUp => Vec3::new(v.x, v.z, -v.y),
        }
    }

    /// Avian's to ours.
    pub fn from(self, v: Vec3) -> Units {
        self.direction(v) / self.of_unit()
    }

    /// A direction of avian's, which has no length, as ours.
    pub fn direction(self, v: Vec3) -> Units {
        match self {
            Self::Units | Self::Metres => Units::new(v.x, v.y, v.z),
            Self::MetresYUp => Units::new(v.x, -v.z, v.y),
        }
    }

    /// A rotation of ours in avian's world.
    pub(crate) fn turned(self, rotation: &Rotation) -> Quat {
        if rotation.is_none() {
            return Quat::IDENTITY;
        }
        let [x, y, z] = rotation.axes().map(|axis| Vec3::new(axis.x, axis.y, axis.z));
        let q = Quat::from_mat3(&Mat3::from_cols(x, y, z)).normalize();
        match self {
            Self::Units | Self::Metres => q,
            Self::MetresYUp => Quat::from_xyzw(q.x, q.z, -q.y, q.w),
        }
    }

    /// What stands a capsule or a cylinder upright: avian's stand along y.
    pub(crate) fn upright(self, hull: &Hull) -> Quat {
        match (self, hull) {
            (Self::Units | Self::Metres, Hull::Capsule { .. } | Hull::Cylinder { .. }) => {
                Quat::from_rotation_x(std::f32::consts::FRAC_PI_2)
            }
            _ => Quat::IDENTITY,
        }
    }
}
