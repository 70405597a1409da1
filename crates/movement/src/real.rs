//! The numbers that a movement computes in: f32 as games do, f64 for the reference run.

use crate::trig;
use nalgebra::{RealField, Vector3};

/// A number of a movement. The pipeline is written once for both. So a run in f64 differs from one in f32 only by rounding and
/// by the world's answers. Constants of a profile are f32, exact in both.
pub trait Real: RealField + Copy + Default + From<f32> + Into<f64> {
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// The nearest number of this kind.
    fn nearest(x: f64) -> Self;

    /// Sines and cosines of two angles in degrees. In f32 they are taken in f64 of an angle rounded to f32, and rounded, as
    /// the engines' builds do.
    fn sin_cos_of_degrees(degrees: [Self; 2]) -> [(Self, Self); 2];

    /// Sines and cosines of two angles in degrees, all in these numbers and by the platform's functions (Source). In f32 the
    /// last place may differ between platforms; glibc's are those of the recordings.
    fn plain_sin_cos_of_degrees(degrees: [Self; 2]) -> [(Self, Self); 2];

    /// The same of angles in 65,536ths of a turn.
    fn sin_cos_of_shorts(shorts: [i16; 2]) -> [(Self, Self); 2];

    /// An angle in degrees, in 65,536ths of a turn: rounded towards zero and wrapped.
    fn in_shorts(self) -> i16;

    /// Whether all are numbers and none is larger than a limit.
    fn all_within<const N: usize>(values: [Self; N], limit: f32) -> bool;

    /// Rounded to a whole number, ties to even.
    fn whole(self) -> Self;

    /// The same number in f64.
    fn wide(self) -> f64 {
        self.into()
    }
}

/// A constant of a profile or an engine.
#[inline(always)]
pub(crate) fn n<R: Real>(x: f32) -> R {
    R::from(x)
}

/// Straight up, by `height` units.
#[inline(always)]
pub(crate) fn upwards<R: Real>(height: f32) -> Vector3<R> {
    Vector3::<R>::z() * n::<R>(height)
}

/// Smaller numbers are rounded by adding and taking away 2^23: a float that large has no places after the point.
const PLACES_END: f32 = 8_388_608.0;

const RADIAN: f64 = std::f64::consts::TAU / 360.0;
/// A 65,536th of a turn in degrees.
const SHORT: f64 = 360.0 / 65_536.0;
/// A degree in 65,536ths of a turn, rounded up.
const SHORTS_UP: f64 = (65_536.0_f64 / 360.0).next_up();
/// Degrees up to which rounding up may replace the division. With 2^22 of them a 45th is far more than f64's rounding.
const NEAR_TURNS: f32 = 4_194_304.0;

impl Real for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline(always)]
    fn nearest(x: f64) -> Self {
        x as Self
    }

    #[inline(always)]
    fn sin_cos_of_degrees([a, b]: [Self; 2]) -> [(Self, Self); 2] {
        let radians = |degrees: Self| (f64::from(degrees) * RADIAN) as Self;
        trig::sin_cos([radians(a), radians(b)])
    }

    #[inline(always)]
    fn plain_sin_cos_of_degrees([a, b]: [Self; 2]) -> [(Self, Self); 2] {
        const RADIAN: f32 = std::f32::consts::PI / 180.0;
        [a, b].map(|degrees| (degrees * RADIAN).sin_cos())
    }

    // Degrees of shorts have 22 bits at most, so they need no rounding.
    #[inline(always)]
    fn sin_cos_of_shorts([a, b]: [i16; 2]) -> [(Self, Self); 2] {
        let radians = |short: i16| (f64::from(short) * SHORT * RADIAN) as Self;
        trig::sin_cos_within([radians(a), radians(b)])
    }

    /// Multiplied by a 360th that is rounded up, in place of the division. Whole numbers stay whole. Others are further from
    /// whole than f64's rounding: an f32 has 24 bits and 360 is 45 eighths.
    #[inline(always)]
    fn in_shorts(self) -> i16 {
        if self.abs() < NEAR_TURNS {
            (f64::from(self) * SHORTS_UP) as i64 as i16
        } else {
            f64::from(self).in_shorts()
        }
    }

    /// The sum says it at once of nearly every body, as it does in [`Sweep::check`](clipmark_collision::Sweep::check). It is a
    /// number only if all are.
    #[inline]
    fn all_within<const N: usize>(values: [Self; N], limit: f32) -> bool {
        values.into_iter().fold(0.0, |sum: f32, x| sum + x.abs()) <= limit
            || values.into_iter().all(|x| x.abs() <= limit)
    }

    /// `round_ties_even` to the bit, which without SSE4.1 is a call of a dozen instructions.
    #[inline(always)]
    fn whole(self) -> Self {
        if self.abs() < PLACES_END {
            ((self.abs() + PLACES_END) - PLACES_END).copysign(self)
        } else {
            self
        }
    }
}

impl Real for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn nearest(x: f64) -> Self {
        x
    }

    fn sin_cos_of_degrees(degrees: [Self; 2]) -> [(Self, Self); 2] {
        degrees.map(|x| x.to_radians().sin_cos())
    }

    fn plain_sin_cos_of_degrees(degrees: [Self; 2]) -> [(Self, Self); 2] {
        Self::sin_cos_of_degrees(degrees)
    }

    fn sin_cos_of_shorts(shorts: [i16; 2]) -> [(Self, Self); 2] {
        Self::sin_cos_of_degrees(shorts.map(|x| Self::from(x) * SHORT))
    }

    fn in_shorts(self) -> i16 {
        (self * 65_536.0 / 360.0) as i64 as i16
    }

    fn all_within<const N: usize>(values: [Self; N], limit: f32) -> bool {
        values.into_iter().all(|x| x.abs() <= Self::from(limit))
    }

    fn whole(self) -> Self {
        self.round_ties_even()
    }
}
