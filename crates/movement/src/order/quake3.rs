//! Quake III's order of stages (`docs/engines.md` section 4, `docs/laws.md` section 1).

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::movers::Mover;
use crate::real::Real;
use crate::space::Space;
use crate::stages::{
    accelerate, air_control, duck, friction, ground, jump, snap, timers, view, water_jump, water_level,
    water_move, wish,
};
use crate::view::Basis;
use nalgebra::Vector3;

#[inline(always)]
pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let level = view::look_in_shorts(t);
    jump::release(t);
    wish::note_direction(t);
    water_level::find(t);
    duck::stand_or_crouch(t);
    ground::find(t, mover);
    timers::run_down(t);
    if t.body.flags.contains(MoveFlags::WATER_JUMP_TIMER) {
        water_jump::carry(t, mover);
    } else if t.body.water_level > 1 {
        water_move::swim_along(t, mover);
    } else if t.ground.walkable {
        walk(t, mover, &level);
    } else {
        fly(t, mover, &level);
    }
    ground::find(t, mover);
    water_level::find(t);
    snap::velocity(t);
}

// Compiled into the run, as flight is: passing a view along the ground in memory costs a wait.
#[inline(always)]
fn walk<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    let swims_off = |normal: Vector3<S::Real>| t.basis.forward.dot(&normal) > S::Real::ZERO;
    if t.body.water_level > 2 && t.ground.normal.is_some_and(swims_off) {
        return water_move::swim_along(t, mover);
    }
    if jump::try_jump(t) {
        return if t.body.water_level > 1 {
            water_move::swim_along(t, mover)
        } else {
            fly(t, mover, level)
        };
    }
    friction::apply(t);
    let wish = wish::along_ground(t, level);
    accelerate::on_ground(t, &wish);
    mover.walk(t);
}

#[inline(always)]
fn fly<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    friction::apply(t);
    let wish = wish::horizontal(t, level);
    accelerate::in_air(t, &wish);
    air_control::turn(t, &wish);
    mover.fly(t);
}
