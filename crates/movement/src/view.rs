//! The directions that a view and its keys stand for.

use crate::clip::unit;
use crate::real::Real;
use nalgebra::Vector3;

/// The directions of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis<R: Real = f32> {
    /// Where it looks: unit.
    pub forward: Vector3<R>,
    /// To its right: unit, horizontal.
    pub right: Vector3<R>,
}

impl<R: Real> Basis<R> {
    /// The view of a tick that has not looked yet.
    #[inline]
    pub(crate) fn unset() -> Self {
        Self {
            forward: Vector3::x(),
            right: -Vector3::y(),
        }
    }

    /// From pitch (positive down) and yaw in degrees.
    #[inline(always)]
    pub fn of_angles(pitch: R, yaw: R) -> Self {
        Self::of_sines(R::sin_cos_of_degrees([pitch, yaw]))
    }

    /// The same in plain arithmetic (Source).
    pub(crate) fn of_plain_angles(pitch: R, yaw: R) -> Self {
        Self::of_sines(R::plain_sin_cos_of_degrees([pitch, yaw]))
    }

    /// From pitch and yaw in degrees as Quake III's movement sees them: as 16 bits, pitch clamped.
    #[inline(always)]
    pub(crate) fn of_shorts(pitch: R, yaw: R) -> Self {
        let pitch = pitch.in_shorts().clamp(-PITCH_LIMIT, PITCH_LIMIT);
        Self::of_sines(R::sin_cos_of_shorts([pitch, yaw.in_shorts()]))
    }

    /// From pitch, yaw and roll in degrees.
    pub(crate) fn of_model(angles: &Vector3<R>) -> Self {
        let [(sp, cp), (sy, cy)] = R::sin_cos_of_degrees([angles.x, angles.y]);
        let [(sr, cr), _] = R::sin_cos_of_degrees([angles.z, R::ZERO]);
        Self {
            forward: Vector3::new(cp * cy, cp * sy, -sp),
            right: Vector3::new(-sr * sp * cy + cr * sy, -sr * sp * sy - cr * cy, -sr * cp),
        }
    }

    /// The same without its part up or down, unit again.
    #[inline(always)]
    pub(crate) fn level(&self) -> Self {
        let flat = |v: &Vector3<R>| unit(&Vector3::new(v.x, v.y, R::ZERO)).0;
        Self {
            forward: flat(&self.forward),
            right: flat(&self.right),
        }
    }

    #[inline(always)]
    fn of_sines([(sp, cp), (sy, cy)]: [(R, R); 2]) -> Self {
        Self {
            forward: Vector3::new(cp * cy, cp * sy, -sp),
            right: Vector3::new(sy, -cy, R::ZERO),
        }
    }
}

/// Quake III stops the view short of straight up and down, in 1/65536 of a turn.
const PITCH_LIMIT: i16 = 16000;
