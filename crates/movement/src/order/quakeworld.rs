//! QuakeWorld's order of stages (`docs/engines.md` section 3, `docs/laws.md` section 1).

use crate::context::Tick;
use crate::movers::Mover;
use crate::real::Real;
use crate::space::Space;
use crate::stages::{
    accelerate, friction, gravity, ground, jump, nudge, view, water_jump, water_level, water_move, wish,
};
use crate::view::Basis;

#[inline(always)]
pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let level = view::look(t);
    nudge::out_of_solid(t, mover);
    ground::find(t, mover);
    water_level::find_and_name(t);
    water_jump::start_at_ledge(t);
    if t.body.velocity.z < S::Real::ZERO {
        t.body.water_jump_seconds = S::Real::ZERO;
    }
    jump::press_or_release(t);
    friction::apply(t);
    if t.body.water_level >= 2 {
        water_move::swim_pressed(t, mover);
    } else {
        move_dry(t, mover, &level);
    }
    ground::find(t, mover);
    water_level::find_and_name(t);
}

#[inline(always)]
fn move_dry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    let wish = wish::horizontal(t, level);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
        accelerate::on_ground(t, &wish);
        gravity::pull(t);
        mover.walk(t);
    } else {
        accelerate::in_air(t, &wish);
        gravity::pull(t);
        mover.fly(t);
    }
}
