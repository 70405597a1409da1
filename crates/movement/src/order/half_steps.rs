//! The order of stages of Source (`docs/laws.md` sections 1 and 5). It is QuakeWorld's with half of gravity before and half
//! after, so that a jump lies on the true parabola. A jump replaces the effect of the first half.

use crate::context::Tick;
use crate::movers::Mover;
use crate::real::Real;
use crate::space::Space;
use crate::stages::{
    accelerate, duck, friction, gravity, ground, jump, nudge, view, water_jump, water_level, water_move, wish,
};
use crate::view::Basis;

pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let level = view::look(t);
    nudge::out_of_solid(t, mover);
    ground::find(t, mover);
    duck::stand_or_crouch(t);
    water_level::find_and_name(t);
    water_jump::start_at_ledge(t);
    if t.body.velocity.z < S::Real::ZERO {
        t.body.water_jump_seconds = S::Real::ZERO;
    }
    if t.body.water_level >= 2 {
        jump::press_or_release(t);
        friction::apply(t);
        water_move::swim_pressed(t, mover);
        ground::find(t, mover);
    } else {
        move_dry(t, mover, &level);
    }
    water_level::find_and_name(t);
}

fn move_dry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    gravity::pull_second_half(t);
    jump::press_or_release(t);
    if t.jumped {
        gravity::pull_second_half(t);
    }
    let wish = wish::horizontal_or_crouched(t, level);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
        friction::apply(t);
        accelerate::on_ground(t, &wish);
        mover.walk(t);
        ground::follow_down(t, mover);
    } else {
        accelerate::in_air(t, &wish);
        mover.fly(t);
    }
    ground::find(t, mover);
    gravity::pull_second_half(t);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
    }
}
