//! Challenge ProMode (CPM), a page beside Quake III: `docs/laws.md` sections 1, 3, 4 and 12. It is that engine's movement with
//! other numbers (`CPM` in `quake3.rs`), and with three rules in the air.
//!
//! Friction is the published CPM1's, 8; DeFRaG's CPM has 6: `Custom(base: "cpm", changes: {"friction": 6})`.
//!
//! Provenance: players' texts describe it (ix, *Promode movement: Art meets Science*; swelt's guide to the movement). One key
//! alone steers in the air, two keys do not. How fast it steers is the formula in circulation, which goes back to the developers'
//! notes, with its constant of 150. No source text of the game was read and no run of it is recorded, so laws alone judge it.
//! Quake III's step move finds the ledge of a double jump, in the air up to 370 units per second of rise.

use crate::clip::unit;
use crate::context::Tick;
use crate::primitives::Wish;
use crate::real::{Real, n};
use crate::space::Space;
use nalgebra::{RealField, Vector3};

/// The turn's own factor, in units per second squared for an air control of 1.
const TURN_GAIN: f32 = 32.0;

/// The rate of acceleration in the air, and the wish: stronger against the motion, and with sideways keys alone, whose wanted
/// speed is limited.
#[inline(always)]
pub(super) fn air_rate<S: Space + ?Sized>(t: &Tick<S>, mut wish: Wish<S::Real>) -> (f32, Wish<S::Real>) {
    let p = t.profile;
    let mut rate = p.air_accelerate;
    if let Some(stop) = p.air_stop_accelerate
        && t.body.velocity.dot(&wish.direction) < S::Real::ZERO
    {
        rate = stop;
    }
    if t.cmd.forward == S::Real::ZERO && t.cmd.right != S::Real::ZERO {
        rate = p.air_strafe_accelerate.unwrap_or(rate);
        wish.speed = p
            .air_strafe_speed
            .map_or(wish.speed, |most| wish.speed.min(n(most)));
    }
    (rate, wish)
}

/// A lone forward or back key turns the horizontal velocity towards the wish and keeps its size.
///
/// Let θ be the angle between velocity v and wish, below 90 degrees. v turns in one tick by δ: tan δ = k sin θ / (v + k cos θ), k
/// = 32 C cos²θ T. C is the profile's `air_control`.
pub(super) fn turn_in_air<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
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
    let k = n::<S::Real>(TURN_GAIN * t.profile.air_control) * cos * cos * t.dt;
    // The legs of the triangle whose angle the velocity turns by.
    let turned = unit(&(ahead * (speed + k * cos) + left * (k * sin))).0 * speed;
    t.body.velocity = Vector3::new(turned.x, turned.y, v.z);
}

/// A jump soon after the last one rises faster.
pub(super) fn double_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    let double = t.profile.double_jump;
    if double.msec > 0.0 {
        if t.body.double_jump_msec > S::Real::ZERO {
            t.body.velocity.z += n::<S::Real>(double.speed);
        }
        t.body.double_jump_msec = n(double.msec);
    }
}

pub(super) fn run_down_double_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.double_jump_msec != S::Real::ZERO {
        t.body.double_jump_msec = (t.body.double_jump_msec - t.cmd.msec).max(S::Real::ZERO);
    }
}
