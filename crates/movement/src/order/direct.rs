//! Darken and Anderegg's motion model, *Collision Motion Model Design* (2006), steps 1 to 7. On the ground the keys are the
//! velocity. In the air it is the last tick's velocity, and falling. A jump sets its vertical part.

use crate::context::Tick;
use crate::movers::Mover;
use crate::space::Space;
use crate::stages::{gravity, ground, jump, nudge, view, water_level, water_move, wish};
use crate::view::Basis;

pub(crate) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    let level = view::look(t);
    nudge::out_of_solid(t, mover);
    ground::find(t, mover);
    water_level::find(t);
    if t.body.water_level >= 2 {
        jump::press_or_release(t);
        water_move::swim_pressed(t, mover);
    } else {
        move_dry(t, mover, &level);
    }
    ground::find(t, mover);
    water_level::find(t);
}

fn move_dry<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    if t.body.grounded {
        let wish = wish::horizontal(t, level);
        t.body.velocity = wish.direction * wish.speed;
    }
    jump::press_or_release(t);
    if t.body.grounded {
        mover.walk(t);
    } else {
        if !t.jumped {
            gravity::pull(t);
        }
        mover.fly(t);
    }
}
