//! How a NetQuake player's model is turned; keys are understood by it on foot. It has a third of the view's pitch, its yaw, and a
//! roll by the previous tick's sideways speed.
//!
//! Source: `tests/recordings/README.md`, "Engine facts". So looking up or down shortens the forward key's way, and sideways speed
//! shortens the side keys' way.

use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use crate::view::Basis;
use nalgebra::{ComplexField, Vector3};

/// Roll at full sideways speed, in degrees (cl_rollangle).
const ROLL: f32 = 2.0;
/// Sideways speed at which it is full, in units per second (cl_rollspeed).
const FULL_AT: f32 = 200.0;
/// The model rolls this many times the view's roll.
const MODEL_ROLLS: f32 = 4.0;
/// The model's pitch is this part of the view's.
const PITCH_PART: f32 = 3.0;

pub(crate) fn follow_view<S: Space + ?Sized>(t: &mut Tick<S>) {
    let before = Basis::of_lean(&t.body.engine.lean);
    let side = t.body.velocity.dot(&before.right);
    let sign = if side < S::Real::ZERO {
        -S::Real::ONE
    } else {
        S::Real::ONE
    };
    let size = side.abs();
    let roll = if size < n(FULL_AT) {
        size * n(ROLL) / n(FULL_AT)
    } else {
        n(ROLL)
    };
    // Null is added to the view first, which rids it of negative zeros.
    let pitch = -(t.cmd.pitch + S::Real::ZERO) / n(PITCH_PART);
    t.body.engine.lean = Vector3::new(pitch, t.cmd.yaw + S::Real::ZERO, roll * sign * n(MODEL_ROLLS));
}
