//! Clipping of velocities along planes (laws L17, L23), and its overbounce.

use crate::profile::ClipRule;
use crate::real::{Real, n};
use nalgebra::Vector3;

/// Takes the part that points into a plane from a velocity, by the profile's rule. The result may still point
/// slightly in (by rounding) or out (by the overbounce).
#[inline(always)]
pub(crate) fn clip_velocity<R: Real>(v: &Vector3<R>, normal: &Vector3<R>, rule: ClipRule) -> Vector3<R> {
    let into = v.dot(normal);
    let overbounce = n::<R>(rule.overbounce);
    // Divided on the way out, so that leaving a plane also keeps a thousandth of the speed along the normal.
    let back = if into < R::ZERO {
        into * overbounce
    } else {
        into / overbounce
    };
    let along = v - normal * back;
    if rule.zero_below == 0.0 {
        return along;
    }
    let smallest = n::<R>(rule.zero_below);
    along.map(|x| if x > -smallest && x < smallest { R::ZERO } else { x })
}

/// Unit vector and length; a null vector stays null.
#[inline(always)]
pub(crate) fn unit<R: Real>(v: &Vector3<R>) -> (Vector3<R>, R) {
    let length = v.norm();
    if length > R::ZERO {
        (v * (R::ONE / length), length)
    } else {
        (Vector3::zeros(), R::ZERO)
    }
}

/// The same with Quake III's length: the square times the reciprocal of the root. f32 distinguishes it from the root.
#[inline(always)]
pub(crate) fn unit_by_product<R: Real>(v: &Vector3<R>) -> (Vector3<R>, R) {
    let square = v.norm_squared();
    if square > R::ZERO {
        let reciprocal = R::ONE / square.sqrt();
        (v * reciprocal, square * reciprocal)
    } else {
        (Vector3::zeros(), R::ZERO)
    }
}

/// A velocity turned along a plane by clipping it; its speed is kept.
#[inline(always)]
pub(crate) fn lay_along<R: Real>(v: &Vector3<R>, normal: &Vector3<R>, rule: ClipRule) -> Vector3<R> {
    let speed = v.norm();
    let along = clip_velocity(v, normal, rule);
    // On level ground clipping takes nothing away, and the length is known before it is done.
    let length = if along == *v { speed } else { along.norm() };
    if length > R::ZERO {
        along * (R::ONE / length) * speed
    } else {
        // Nothing is left, but the signs of its zeros.
        along * speed
    }
}
