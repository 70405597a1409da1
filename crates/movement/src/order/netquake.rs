//! Quake's order of stages before QuakeWorld (`laws.md` sections 1 and 6; Mattias, *Quakeworld Air Physics*): the
//! jump comes after friction and acceleration, so each landing costs a tick of friction (law L15).

use crate::context::Tick;
use crate::movers::Mover;
use crate::real::Real;
use crate::space::Space;
use crate::stages::{
    accelerate, friction, gravity, ground, jump, nudge, view, water_jump, water_level, water_move, wish,
};
use crate::view::Basis;

pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let level = view::look(t);
    nudge::out_of_solid(t, mover);
    ground::find(t, mover);
    water_level::find(t);
    water_jump::start_at_ledge(t);
    if t.body.velocity.z < S::Real::ZERO {
        t.body.water_jump_seconds = S::Real::ZERO;
    }
    friction::apply(t);
    if t.body.water_level >= 2 {
        jump::press_or_release(t);
        water_move::swim_pressed(t, mover);
    } else {
        move_dry(t, mover, &level);
    }
    water_level::find(t);
}

fn move_dry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    let wish = wish::horizontal(t, level);
    if t.body.grounded {
        accelerate::on_ground(t, &wish);
    } else {
        accelerate::in_air(t, &wish);
    }
    jump::press_or_release(t);
    gravity::pull(t);
    if t.body.grounded {
        mover.walk(t);
    } else {
        mover.fly(t);
    }
}
