//! Air control of the Promode: a lone forward or back key turns the horizontal velocity towards the wish and keeps its size.
//!
//! Provenance: players' texts describe it (ix, *Promode movement: Art meets Science*; swelt's guide to the movement). One key
//! alone steers in the air, two keys do not. How fast it steers is the formula in circulation, which goes back to the developers'
//! notes (`docs/laws.md`, section 13). No source text of the game was read and no run of it is recorded, so laws alone judge it.
//!
//! Let θ be the angle between velocity v and wish, below 90 degrees. v turns in one tick by δ: tan δ = k sin θ / (v + k cos θ), k
//! = 32 C cos²θ T. C is the profile's `air_control`.

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
    let (ahead, speed) = unit(&Vector3::new(v.x, v.y, zero));
    let left = Vector3::new(-ahead.y, ahead.x, zero);
    let (cos, sin) = (ahead.dot(&wish.direction), left.dot(&wish.direction));
    if cos <= zero {
        return;
    }
    let k = n::<S::Real>(GAIN * t.profile.air_control) * cos * cos * t.dt;
    // The legs of the triangle whose angle the velocity turns by.
    let turned = unit(&(ahead * (speed + k * cos) + left * (k * sin))).0 * speed;
    t.body.velocity = Vector3::new(turned.x, turned.y, v.z);
}
