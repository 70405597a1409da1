//! Acceleration along the wish (laws L4-L9). It looks only at the speed along the wish, which is why turning
//! while strafing gains speed.

use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::wish::Wish;
use nalgebra::RealField;

/// On the ground; on slick ground and after a blow as in the air, with gravity.
#[inline(always)]
pub(crate) fn on_ground<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    run::<S, false>(t, wish);
}

/// NetQuake: the same, the gain reckoned in doubles.
pub(crate) fn on_ground_in_doubles<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    run::<S, true>(t, wish);
}

#[inline(always)]
fn run<S: Space + ?Sized, const DOUBLES: bool>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    let slips = t.ground.slick || t.body.flags.contains(crate::MoveFlags::KNOCKBACK_TIMER);
    let rate = if slips {
        t.profile.air_accelerate
    } else {
        t.profile.accelerate
    };
    let gain = if DOUBLES {
        S::Real::nearest(t.product::<true>(&[n(rate)], &[wish.speed]))
    } else {
        n::<S::Real>(rate) * t.dt * wish.speed
    };
    along(t, wish, gain, wish.speed);
    if slips {
        t.body.velocity.z -= n::<S::Real>(t.profile.gravity) * t.dt;
    }
}

/// In the air. A cap limits the speed to reach, but not the rate at which it is reached. The wanted speed of sideways keys alone
/// (CPM) limits both.
#[inline(always)]
pub(crate) fn in_air<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    fly::<S, false>(t, wish);
}

/// NetQuake: the same, the gain reckoned in doubles.
pub(crate) fn in_air_in_doubles<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    fly::<S, true>(t, wish);
}

#[inline(always)]
fn fly<S: Space + ?Sized, const DOUBLES: bool>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    let p = t.profile;
    let mut wish = *wish;
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
    let rate = n::<S::Real>(rate);
    // Engines with a cap multiply in another order, which f32 tells apart.
    let (gain, goal) = match p.air_wish_cap {
        Some(cap) if DOUBLES => {
            let gain = t.product::<true>(&[rate, wish.speed], &[]);
            (S::Real::nearest(gain), wish.speed.min(n(cap)))
        }
        Some(cap) => (rate * wish.speed * t.dt, wish.speed.min(n(cap))),
        None => (rate * t.dt * wish.speed, wish.speed),
    };
    along(t, &wish, gain, goal);
}

/// In liquid.
pub(crate) fn in_water<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    let gain = n::<S::Real>(t.profile.water.accelerate) * t.dt * wish.speed;
    along(t, wish, gain, wish.speed);
}

#[inline(always)]
fn along<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>, most: S::Real, goal: S::Real) {
    if t.body.water_jump_seconds > S::Real::ZERO {
        return;
    }
    let missing = goal - t.body.velocity.dot(&wish.direction);
    if missing > S::Real::ZERO {
        t.body.velocity += wish.direction * most.min(missing);
    }
}
