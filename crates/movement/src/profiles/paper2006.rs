//! Darken and Anderegg, *Collision Motion Model Design* (2006): keys are the velocity, at the scale that
//! `docs/walker.md` suggests. Made for the mover `pair`; with `slide` the same velocity is carried by QuakeWorld's slide
//! move.
//!
//! As published: no acceleration, no friction, no control in the air; a held key jumps again (W13). The tick of a jump has no
//! gravity, so a jump rises v0^2/2g + v0 T/2 (W18). Each later move has full gravity before it. Departures: those of the walker
//! (see its file). Water is QuakeWorld's, for the paper has none. With `slide`, the ground is found by QuakeWorld's probe, for
//! the paper has no sweeps.

use super::quakeworld::QUAKEWORLD;
use crate::profile::*;

/// The paper's own movement: keys are the velocity.
pub const PAPER2006: Profile = Profile {
    name: "paper2006",
    order: Order::Direct,
    air_accelerate: 0.0,
    air_wish_cap: None,
    edge_friction: EdgeFriction::NONE,
    jump_rule: JumpRule::Sets,
    jump_key: JumpKey::Held,
    clip_rule: ClipRule {
        overbounce: 1.0,
        zero_below: 0.0,
    },
    moving: MovingRules::NONE,
    ..QUAKEWORLD
};
