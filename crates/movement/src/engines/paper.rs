//! Darken and Anderegg's motion model, *Collision Motion Model Design* (2006), steps 1 to 7. On the ground the keys are the
//! velocity, at the scale that `docs/walker.md` suggests. In the air it is the last tick's velocity, and falling. A jump sets its
//! vertical part. Made for the mover `pair`; with `slide` the same velocity is carried by QuakeWorld's slide move.
//!
//! As published: no acceleration, no friction, no control in the air; a held key jumps again (W13). The tick of a jump has no
//! gravity, so a jump rises v0^2/2g + v0 T/2 (W18). Each later move has full gravity before it. Departures: those of the walker
//! (see its file). Water is QuakeWorld's, for the paper has none. With `slide`, the ground is found by QuakeWorld's probe, for
//! the paper has no sweeps.

use super::quakeworld::{self, QUAKEWORLD, apply_gravity, find_ground};
use crate::body::MoveFlags;
use crate::context::Tick;
use crate::movers::Mover;
use crate::primitives::{WAIST, nudge_out_of_solid};
use crate::profile::*;
use crate::real::Real;
use crate::space::Space;
use crate::view::Basis;

/// The paper's own movement: keys are the velocity.
pub const PAPER2006: Profile = Profile {
    name: "paper2006",
    order: Order::Direct,
    air_accelerate: 0.0,
    air_wish_cap: None,
    edge_friction: EdgeFriction::NONE,
    jump_rule: JumpRule::Sets,
    clip_rule: ClipRule {
        overbounce: 1.0,
        zero_below: 0.0,
    },
    moving: MovingRules::NONE,
    ..QUAKEWORLD
};

pub(super) fn run<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    t.basis = Basis::of_angles(t.cmd.pitch, t.cmd.yaw);
    let level = t.basis.level();
    nudge_out_of_solid::<S, M>(t);
    find_ground(t, mover);
    t.body.water_level = quakeworld::water_level(t).0;
    if t.body.water_level >= WAIST {
        press_jump(t);
        quakeworld::swim(t, mover);
    } else {
        walk_or_fall(t, mover, &level);
    }
    find_ground(t, mover);
    t.body.water_level = quakeworld::water_level(t).0;
}

fn walk_or_fall<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M, level: &Basis<S::Real>) {
    if t.body.grounded {
        let wish = quakeworld::wish(t, level, S::Real::ZERO);
        t.body.velocity = wish.direction * wish.speed;
    }
    press_jump(t);
    if t.body.grounded {
        mover.walk(t);
    } else {
        if !t.jumped {
            apply_gravity(t);
        }
        mover.fly(t);
    }
}

/// The jump button; held down, it jumps again.
fn press_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    quakeworld::press_jump(t, MoveFlags::empty());
}
