//! The keys' wish. All three together are scaled down to the fastest speed, the up key included. A body that stands
//! crouched asks for a third.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::wish::Wish;
use nalgebra::{ComplexField, RealField, Vector3};

/// Scales the keys down to the fastest speed.
pub(crate) fn crop<S: Space + ?Sized>(t: &mut Tick<S>) {
    let most = n::<S::Real>(t.profile.max_speed);
    // The command's up key is the jump button, unless that is a key of its own.
    let (f, r, u) = (t.cmd.forward, t.cmd.right, t.cmd.rise());
    let squares = f * f + r * r + u * u;
    if squares > most * most {
        scale(t, most / squares.sqrt());
    }
}

/// Scales the keys of a body that stands crouched.
pub(crate) fn crop_crouched<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.grounded && t.body.flags.contains(MoveFlags::DUCKED) {
        scale(t, S::Real::nearest(t.profile.duck_scale));
    }
}

fn scale<S: Space + ?Sized>(t: &mut Tick<S>, by: S::Real) {
    t.cmd.forward *= by;
    t.cmd.right *= by;
    if t.cmd.buttons.is_some() || t.cmd.up < S::Real::ZERO {
        t.cmd.up *= by;
    }
}

/// Unit vector and length. The divisor is larger than the length by the smallest step of its numbers at 1, so that none is
/// divided by 0.
pub(crate) fn unit<R: Real>(v: &Vector3<R>) -> (Vector3<R>, R) {
    let length = v.norm();
    (v * (R::ONE / (length + R::default_epsilon())), length)
}

/// The horizontal wish of a body on the ground. A level view is unit already.
pub(crate) fn on_ground<S: Space + ?Sized>(t: &Tick<S>) -> Wish<S::Real> {
    let flat = |v: &Vector3<S::Real>| {
        if v.z == S::Real::ZERO {
            *v
        } else {
            unit(&Vector3::new(v.x, v.y, S::Real::ZERO)).0
        }
    };
    horizontal(t, flat(&t.basis.forward), flat(&t.basis.right))
}

/// The horizontal wish of a body in the air.
pub(crate) fn in_air<S: Space + ?Sized>(t: &Tick<S>) -> Wish<S::Real> {
    let flat = |v: &Vector3<S::Real>| unit(&Vector3::new(v.x, v.y, S::Real::ZERO)).0;
    horizontal(t, flat(&t.basis.forward), flat(&t.basis.right))
}

fn horizontal<S: Space + ?Sized>(
    t: &Tick<S>,
    forward: Vector3<S::Real>,
    right: Vector3<S::Real>,
) -> Wish<S::Real> {
    let asked = forward * t.cmd.forward + right * t.cmd.right;
    of(t, &Vector3::new(asked.x, asked.y, S::Real::ZERO))
}

/// Direction and speed of a wanted velocity, no faster than the fastest speed.
pub(crate) fn of<S: Space + ?Sized>(t: &Tick<S>, asked: &Vector3<S::Real>) -> Wish<S::Real> {
    let (direction, speed) = unit(asked);
    Wish {
        direction,
        speed: speed.min(n(t.profile.max_speed)),
    }
}
