//! NetQuake's order of stages (`docs/engines.md` section 6.1; measured on `tests/recordings`). Friction and acceleration come
//! first, by the ground and the liquid of the tick before. Then comes the game's code with its drag and jump, so each landing
//! costs a tick of friction (law L15). Gravity and the move come last. Ground is the surface that the move touches.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::movers::Mover;
use crate::real::Real;
use crate::space::Space;
use crate::stages::{
    accelerate, drag, friction, gravity, ground, jump, lean, limit, nudge, water_jump, water_level,
    water_move, wish,
};

pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    // The frame's length is a double; the move alone takes it as a float.
    t.seconds = t.cmd.double_seconds();
    t.dt = S::Real::nearest(t.seconds);
    ground::find(t, mover);
    lean::follow_view(t);
    if t.body.flags.contains(MoveFlags::WATER_JUMP) {
        water_jump::hold(t);
    } else if t.body.water_level >= 2 {
        water_move::swim_by_speed::<S, true>(t, 0.0);
    } else {
        run_or_fly(t);
    }
    drag::apply(t);
    if t.body.water_level == 2 {
        water_jump::start_before_wall(t);
    }
    jump::press_after_running(t);
    limit::velocity(t);
    water_level::find_and_name(t);
    if t.body.water_level <= 1 && !t.body.flags.contains(MoveFlags::WATER_JUMP) {
        gravity::pull_in_doubles(t);
    }
    nudge::to_last_free(t, mover);
    if t.body.grounded {
        mover.walk(t);
    } else {
        mover.fly(t);
    }
    t.body.engine.clock += t.seconds;
}

fn run_or_fly<S: Space + ?Sized>(t: &mut Tick<S>) {
    let wish = wish::by_model(t);
    if t.body.grounded {
        friction::apply_in_doubles(t);
        accelerate::on_ground_in_doubles(t, &wish.uncapped());
    } else {
        accelerate::in_air_in_doubles(t, &wish.capped());
    }
}
