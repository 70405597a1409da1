//! Half-Life (GoldSrc): `laws.md` sections 1, 3 to 5; Chong Jiang Wei, *Half-Life Physics Reference*, as
//! summarised there.
//!
//! Departures, where those texts are silent: crouching is at once, not over 0.4 s; water, the water jump and edge
//! friction are QuakeWorld's; ladders, long jump, stamina and the crouch's noclip fixes are left out; at most 50 ms
//! a tick as in QuakeWorld. On the ground a crouching body keeps its feet, in the air its middle.

use super::quakeworld::QUAKEWORLD;
use crate::profile::*;

pub(crate) const GOLDSRC: Profile = Profile {
    name: "goldsrc",
    order: Order::GoldSrc,
    size: PlayerSize {
        half_width: 16.0,
        feet: -36.0,
        top: 36.0,
        crouched_feet: -18.0,
        crouched_top: 18.0,
        eyes: 28.0,
        crouched_eyes: 12.0,
    },
    // sqrt(2 * 800 * 45): a jump of 45 units.
    jump_speed: 268.328_16,
    jump_rule: JumpRule::Sets,
    ground_probe: GroundProbe {
        depth: 2.0,
        snaps: true,
        follow: 0.0,
    },
    duck_scale: 0.333,
    ..QUAKEWORLD
};
