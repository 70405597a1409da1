//! Where a model is and how it is turned.
//!
//! Source: the directions of a view (pitch, yaw, roll) as Quake's games define them, and `docs/engines.md`.

use crate::{Aabb, Point, Vec3};
use std::num::NonZeroU32;

/// Where a model is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Place of the model's origin in the world, in units.
    pub origin: Point,
    /// How it is turned about its origin.
    pub rotation: Rotation,
}

/// A model at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Index in [`World::models`](crate::World::models). One model may be placed several times.
    pub model: usize,
    /// Where.
    pub pose: Pose,
}

/// Number of a placement in a moving world, from 0. An `Option` of it takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacementId(NonZeroU32);

/// A rotation, as Quake's games write it: pitch (down is positive), yaw (left is positive), roll, in degrees.
///
/// The axes equal the games' to the bit. Sines and cosines are in f64 of f32 radians, rounded to f32; their products are in f32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    angles: Vec3,
    /// The model's axes x, y, z in the world.
    axes: [Vec3; 3],
}

impl PlacementId {
    /// The placement of that index; the last number of all stands for every index beyond it.
    pub fn of_index(index: usize) -> Self {
        let number = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MAX))
    }

    /// Its index.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Its bits, for hashes; no placement has 0.
    pub fn bits(self) -> u32 {
        self.0.get()
    }
}

impl Pose {
    /// Where the map's maker drew it.
    pub const HOME: Self = Self {
        origin: Point::new(0.0, 0.0, 0.0),
        rotation: Rotation::NONE,
    };

    /// Moved there and not turned.
    pub fn at(origin: Point) -> Self {
        Self {
            origin,
            rotation: Rotation::NONE,
        }
    }

    /// The bounds that Quake's games give a placed model. A model that is not turned moves its bounds; a turned one gets a cube
    /// around the origin that holds every rotation.
    pub fn bounds(&self, of: &Aabb) -> Aabb {
        if self.rotation.is_none() {
            return of.translated(&self.origin.coords);
        }
        let far = of.mins.coords.abs().sup(&of.maxs.coords.abs()).norm();
        Aabb::new(self.origin, self.origin).grown(far)
    }

    /// A point of the world in the model's frame.
    #[inline]
    pub fn into_model(&self, p: &Point) -> Point {
        Point::from(self.rotation.into_model(&(p - self.origin)))
    }

    /// A point of the model's frame in the world.
    #[inline]
    pub fn into_world(&self, p: &Point) -> Point {
        self.origin + self.rotation.into_world(&p.coords)
    }
}

impl Rotation {
    /// Not turned.
    pub const NONE: Self = Self {
        angles: Vec3::new(0.0, 0.0, 0.0),
        axes: [
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.0, 1.0, 0.0),
            Vec3::new(0.0, 0.0, 1.0),
        ],
    };

    /// Turned by pitch, yaw and roll, in degrees.
    pub fn of_angles(angles: Vec3) -> Self {
        if angles == Vec3::zeros() {
            return Self::NONE;
        }
        let turns = angles.map(|degrees| {
            let radians = (f64::from(degrees) * (std::f64::consts::TAU / 360.0)) as f32;
            let (sin, cos) = f64::from(radians).sin_cos();
            (sin as f32, cos as f32)
        });
        let [(sp, cp), (sy, cy), (sr, cr)] = [turns.x, turns.y, turns.z];
        let forward = Vec3::new(cp * cy, cp * sy, -sp);
        let left = Vec3::new(sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp);
        let up = Vec3::new(cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp);
        Self {
            angles,
            axes: [forward, left, up],
        }
    }

    /// Pitch, yaw and roll in degrees, as given.
    pub fn angles(&self) -> Vec3 {
        self.angles
    }

    /// The model's axes x, y and z in the world: unit vectors to rounding.
    pub fn axes(&self) -> &[Vec3; 3] {
        &self.axes
    }

    /// Whether the model's z axis stays the world's.
    pub fn is_upright(&self) -> bool {
        self.axes[2].z == 1.0
    }

    /// The rotation as a quaternion (x, y, z, w), as physics libraries take it: roll about x, then pitch about y, then yaw about z.
    pub fn quaternion(&self) -> [f32; 4] {
        if self.is_none() {
            return [0.0, 0.0, 0.0, 1.0];
        }
        let [pitch, yaw, roll] = <[f32; 3]>::from(self.angles).map(|degrees| degrees.to_radians() / 2.0);
        let ((sp, cp), (sy, cy), (sr, cr)) = (pitch.sin_cos(), yaw.sin_cos(), roll.sin_cos());
        [
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
            cr * cp * cy + sr * sp * sy,
        ]
    }

    /// Whether all angles are 0.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.angles == Vec3::zeros()
    }

    /// A direction of the world in the model's frame.
    #[inline]
    pub fn into_model(&self, v: &Vec3) -> Vec3 {
        if self.is_none() {
            return *v;
        }
        let along = |axis: &Vec3| v.x * axis.x + v.y * axis.y + v.z * axis.z;
        let [x, y, z] = &self.axes;
        Vec3::new(along(x), along(y), along(z))
    }

    /// A direction of the model's frame in the world.
    #[inline]
    pub fn into_world(&self, v: &Vec3) -> Vec3 {
        if self.is_none() {
            return *v;
        }
        let [x, y, z] = &self.axes;
        let part = |i: usize| v.x * x[i] + v.y * y[i] + v.z * z[i];
        Vec3::new(part(0), part(1), part(2))
    }
}

impl Default for Rotation {
    fn default() -> Self {
        Self::NONE
    }
}
