//! Air control of the Promode: a forward or back key held alone turns the horizontal velocity towards the wish and
//! keeps its size.
//!
//! Source: the rule as it is commonly published for CPM, as a formula: with d the direction of the horizontal velocity v
//! and w the wish, d' is along v d + k w, k = 32 C (d . w)^2 T, only while d . w > 0. C is the profile's `air_control`.

use crate::clip::unit;
use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::wish::Wish;
use nalgebra::Vector3;

/// The formula's own factor, in units per second squared for a C of 1.
const GAIN: f32 = 32.0;

pub(crate) fn turn<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    let zero = S::Real::ZERO;
    let one_way = t.cmd.right == zero && t.cmd.forward != zero;
    if t.profile.air_control == 0.0 || !one_way || wish.speed == zero {
        return;
    }
    let v = t.body.velocity;
    let (direction, speed) = unit(&Vector3::new(v.x, v.y, zero));
    let with = direction.dot(&wish.direction);
    if with <= zero {
        return;
    }
    let k = n::<S::Real>(GAIN * t.profile.air_control) * with * with * t.dt;
    let turned = unit(&(direction * speed + wish.direction * k)).0 * speed;
    t.body.velocity = Vector3::new(turned.x, turned.y, v.z);
}
