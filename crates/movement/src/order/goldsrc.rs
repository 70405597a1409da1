//! GoldSrc's order of stages (`docs/engines.md` section 6.3; Chong Jiang Wei, *Half-Life Physics Reference*; measured on
//! `tests/recordings`). It is QuakeWorld's with crouching over time. Half of gravity comes before the move and half after
//! it, so that a jump lies on the true parabola.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::movers::Mover;
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::{
    accelerate, duck, friction, gravity, ground, jump, limit, nudge, view, water_jump, water_level,
    water_move, wish,
};
use crate::view::Basis;
use nalgebra::Vector3;

/// A walk slower than this stops, in units per second.
const WALKS_FROM: f32 = 1.0;
/// A swimmer that wishes for less than this stays where it is, in units per second.
const SWIMS_FROM: f32 = 0.1;

pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let (jumps, ducks) = (t.cmd.jumps(), t.cmd.ducks());
    wish::part_buttons(t);
    wish::crop_keys(t);
    duck::run_down(t);
    let level = view::look(t);
    nudge::out_of_solid(t, mover);
    find_place(t, mover);
    if duck::over_time(t) {
        find_place(t, mover);
    }
    if t.body.water_level <= 1 {
        gravity::pull_first_half(t);
        limit::velocity(t);
    }
    if t.body.timer_msec > S::Real::ZERO {
        water_jump::carry_over_ledge(t);
        mover.fly(t);
        water_level::find_and_name(t);
    } else if t.body.water_level >= 2 {
        swim(t, mover, &level);
    } else {
        move_dry(t, mover, &level);
    }
    t.body.flags.set(MoveFlags::JUMP_HELD, jumps);
    t.body.flags.set(MoveFlags::DUCK_HELD, ducks);
    duck::cut_timer(t);
}

/// How deep in liquid, and whether on the ground, which ends a water jump.
fn find_place<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    water_level::find_and_name(t);
    ground::find(t, mover);
    if t.body.grounded {
        t.body.timer_msec = S::Real::ZERO;
    }
}

fn swim<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    if t.body.water_level == 2 {
        water_jump::start_over_ledge(t, level);
    }
    if t.body.velocity.z < S::Real::ZERO {
        t.body.timer_msec = S::Real::ZERO;
    }
    jump::press_and_crop(t);
    if water_move::swim_by_speed::<S, false>(t, SWIMS_FROM) {
        water_move::press_onto_step(t, mover);
    }
    find_place(t, mover);
}

fn move_dry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    jump::press_and_crop(t);
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
        friction::apply(t);
    }
    limit::velocity(t);
    let wish = wish::horizontal(t, level);
    if t.body.grounded {
        accelerate::on_ground(t, &wish);
        t.body.velocity.z = S::Real::ZERO;
        if t.body.velocity.norm() < n(WALKS_FROM) {
            t.body.velocity = Vector3::zeros();
        } else {
            mover.walk(t);
        }
    } else {
        accelerate::in_air(t, &wish);
        mover.fly(t);
    }
    find_place(t, mover);
    limit::velocity(t);
    if t.body.water_level <= 1 {
        gravity::pull_second_half(t);
        limit::velocity(t);
    }
    if t.body.grounded {
        t.body.velocity.z = S::Real::ZERO;
    }
}
