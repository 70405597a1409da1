//! Source's order of stages (`docs/engines.md` section 6.4). Ground is carried over from the tick before and crouching takes
//! time. Half of gravity comes before the move and half after it.
//!
//! That section does not cover water and the water jump; they follow general knowledge of the games. Ladders, moving ground,
//! the duck jump of single player and falling damage are left out.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::movers::Mover;
use crate::real::Real;
use crate::space::Space;
use crate::stages::source::{duck, gravity, ground, jump, keys, speed, stuck, water};
use crate::stages::view;

#[inline(always)]
pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let (jumps, ducks) = (t.cmd.jumps(), t.cmd.ducks());
    play(t, mover);
    // Whatever the stages made of them, the next tick compares with the keys of this one.
    t.body.flags.set(MoveFlags::JUMP_HELD, jumps);
    t.body.flags.set(MoveFlags::DUCK_HELD, ducks);
}

#[inline(always)]
fn play<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    keys::crop(t);
    view::look_as_source(t);
    duck::run_down(t);
    let number = t.body.engine.ticks;
    t.body.engine.ticks = number.wrapping_add(1);
    if stuck::is_stuck(t, mover, number) {
        return;
    }
    ground::carry_over(t, mover);
    keys::crop_crouched(t);
    duck::crouch_or_stand(t, mover);
    if !water::swims(t) {
        gravity::pull_half(t);
    }
    if t.body.timer_msec != S::Real::ZERO {
        water::leap(t, mover);
    } else if t.body.water_level >= water::WAIST {
        swim(t, mover);
    } else {
        move_dry(t, mover);
    }
}

fn swim<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    water::start_leap(t);
    jump::press(t);
    water::swim(t, mover);
    ground::find(t, mover);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
    }
}

#[inline(always)]
fn move_dry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    jump::press(t);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
        speed::rub(t);
    }
    gravity::limit(t);
    if t.body.grounded {
        let wish = keys::on_ground(t);
        t.body.velocity.z = S::Real::ZERO;
        speed::gain_on_ground(t, &wish);
        t.body.velocity.z = S::Real::ZERO;
        mover.walk(t);
    } else {
        let wish = keys::in_air(t);
        speed::gain_in_air(t, &wish);
        mover.fly(t);
    }
    ground::find(t, mover);
    gravity::limit(t);
    if !water::swims(t) {
        gravity::pull_half(t);
    }
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
    }
}
