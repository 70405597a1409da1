//! Swimming (`docs/laws.md` section 10, `docs/engines.md` sections 3.9 and 4).

use crate::clip::lay_along;
use crate::context::Tick;
use crate::movers::Mover;
use crate::real::{Real, n, upwards};
use crate::space::Space;
use crate::stages::{accelerate, friction, water_jump, wish};
use crate::view::Basis;
use nalgebra::{RealField, Vector3};

/// Quake III: along the floor if there is one, up with the jump key.
pub(crate) fn swim_along<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if water_jump::try_ledge(t) {
        return water_jump::carry(t, mover);
    }
    friction::apply(t);
    let scale = wish::key_scale(t);
    let sinks = scale == S::Real::ZERO;
    let mut wish = if sinks {
        wish::Wish {
            direction: -Vector3::z(),
            speed: n(t.profile.water.sink_speed),
        }
    } else {
        wish::in_space(t, scale * t.cmd.up)
    };
    wish.speed = wish
        .speed
        .min(n(t.profile.max_speed * t.profile.water.swim_scale as f32));
    accelerate::in_water(t, &wish);
    let swims_into = |normal: &Vector3<S::Real>| t.body.velocity.dot(normal) < S::Real::ZERO;
    if let Some(normal) = t.ground.normal.filter(swims_into) {
        t.body.velocity = lay_along(&t.body.velocity, &normal, t.profile.clip_rule);
    }
    mover.swim(t);
}

/// NetQuake and GoldSrc: friction slows, then the speed grows by its lack of the wished one. It does not if that is no more than
/// `least`, in units per second. Says whether it was more.
pub(crate) fn swim_by_speed<S: Space + ?Sized, const DOUBLES: bool>(t: &mut Tick<S>, least: f32) -> bool {
    let p = t.profile;
    let no_keys = [t.cmd.forward, t.cmd.right, t.cmd.rise()] == [S::Real::ZERO; 3];
    let up = if no_keys {
        n(-p.water.sink_speed)
    } else {
        t.cmd.rise()
    };
    t.basis = Basis::of_angles(t.cmd.pitch, t.cmd.yaw);
    let mut wish = wish::WishVelocity::of(t, &t.basis, up).capped();
    wish.speed = S::Real::nearest(wish.speed.wide() * p.water.swim_scale);
    let speed = t.body.velocity.norm();
    let mut slowed = S::Real::ZERO;
    if speed != S::Real::ZERO {
        let lost = t.product::<DOUBLES>(&[], &[speed, n(p.water.friction)]);
        slowed = S::Real::nearest(speed.wide() - lost).max(S::Real::ZERO);
        t.body.velocity *= slowed / speed;
    }
    if wish.speed <= n(least) {
        return false;
    }
    let missing = wish.speed - slowed;
    if missing > S::Real::ZERO {
        let gain = S::Real::nearest(t.product::<DOUBLES>(&[n(p.water.accelerate), wish.speed], &[]));
        t.body.velocity += wish.direction * gain.min(missing);
    }
    true
}

/// A swimmer presses this far further down onto a step than it was raised, in units.
const STEP_PRESS: f32 = 1.0;

/// QuakeWorld: pressed down onto steps.
pub(crate) fn swim_pressed<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let no_keys = [t.cmd.forward, t.cmd.right, t.cmd.up] == [S::Real::ZERO; 3];
    let up = if no_keys {
        n(-t.profile.water.sink_speed)
    } else {
        t.cmd.up
    };
    let mut wish = wish::in_space(t, up);
    wish.speed = S::Real::nearest(wish.speed.wide() * t.profile.water.swim_scale);
    accelerate::in_water(t, &wish);
    press_onto_step(t, mover);
}

/// Moves the body to where it would come, down onto a step that is there.
pub(crate) fn press_onto_step<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    if !M::PRESSED {
        return mover.swim(t);
    }
    let goal = t.body.origin + t.body.velocity * t.dt;
    let above = goal + upwards::<S::Real>(t.profile.step_height + STEP_PRESS);
    let trace = t.trace(above, goal);
    if trace.start_solid || trace.all_solid {
        mover.swim(t);
    } else {
        t.body.origin = trace.end;
    }
}
