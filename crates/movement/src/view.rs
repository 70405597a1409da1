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
    /// Of a tick that has not looked yet.
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
        let [(sp, cp), (sy, cy)] = R::sin_cos_of_degrees([pitch, yaw]);
        Self {
            forward: Vector3::new(cp * cy, cp * sy, -sp),
            right: Vector3::new(sy, -cy, R::ZERO),
        }
    }
}

/// Angles travel as 16 bits in Quake III.
const SHORT_TURN: f64 = 65536.0;
/// Quake III stops the view short of straight up and down, in 1/65536 of a turn.
const PITCH_LIMIT: i16 = 16000;

/// Pitch and yaw in degrees as Quake III's movement sees them: rounded to 16 bits, signed, pitch clamped.
pub(crate) fn as_shorts<R: Real>(pitch: R, yaw: R) -> (R, R) {
    let short = |degrees: R| (degrees.wide() * SHORT_TURN / 360.0) as i64 as i16;
    let degrees = |short: i16| R::nearest(f64::from(short) * (360.0 / SHORT_TURN));
    (
        degrees(short(pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT)),
        degrees(short(yaw)),
    )
}
