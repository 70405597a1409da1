//! Friction and acceleration, both times the grip of the surface. The grip is a quarter in the air after a rise.

use crate::context::Tick;
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::wish::Wish;
use nalgebra::{RealField, Vector3};

/// Friction of a body on the ground.
pub(crate) fn rub<S: Space + ?Sized>(t: &mut Tick<S>) {
    let speed = t.body.velocity.norm();
    let crawl = t.profile.crawl;
    if speed < n(crawl.speed) {
        if crawl.stops {
            t.body.velocity = Vector3::new(S::Real::ZERO, S::Real::ZERO, t.body.velocity.z);
        }
        return;
    }
    let friction = n::<S::Real>(t.profile.friction) * t.body.engine.grip;
    let control = speed.max(n(t.profile.stop_speed));
    let left = (speed - control * friction * t.dt).max(S::Real::ZERO);
    // A grip below 0, as in a state from outside, speeds up; a standing body has no direction.
    if left != speed && speed > S::Real::ZERO {
        t.body.velocity *= left / speed;
    }
}

/// Acceleration on the ground.
pub(crate) fn gain_on_ground<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    let rate = n::<S::Real>(t.profile.accelerate);
    let gain = rate * t.dt * wish.speed * t.body.engine.grip;
    along(t, wish, wish.speed, gain);
}

/// Acceleration in the air: the cap limits the speed to reach, not the rate.
pub(crate) fn gain_in_air<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>) {
    let rate = n::<S::Real>(t.profile.air_accelerate);
    let gain = rate * wish.speed * t.dt * t.body.engine.grip;
    let goal = t
        .profile
        .air_wish_cap
        .map_or(wish.speed, |cap| wish.speed.min(n(cap)));
    along(t, wish, goal, gain);
}

fn along<S: Space + ?Sized>(t: &mut Tick<S>, wish: &Wish<S::Real>, goal: S::Real, gain: S::Real) {
    let missing = goal - t.body.velocity.dot(&wish.direction);
    if missing > S::Real::ZERO {
        t.body.velocity += wish.direction * gain.min(missing);
    }
}
