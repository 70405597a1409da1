//! Source, with the numbers of Counter-Strike: Source where games differ: `docs/laws.md` sections 1 and 5; Ryan Liptak,
//! *Source vs GoldSrc Movement: Downward Slopes*, on staying on the ground.
//!
//! Departures, where those texts are silent: a crouched body is half as high (games differ) and as slow as
//! GoldSrc's, at once and with its feet kept, in the air too; water and the water jump are QuakeWorld's; the
//! crease is QuakeWorld's, not normalised; stamina, ladders and the speed cap of games are left out. Surf servers change
//! one number: `Custom(base: "source", changes: {"air_accelerate": 100})`.

use super::quakeworld::QUAKEWORLD;
use crate::profile::*;

pub(crate) const SOURCE: Profile = Profile {
    name: "source",
    order: Order::HalfSteps,
    size: PlayerSize {
        half_width: 16.0,
        feet: 0.0,
        top: 72.0,
        crouched_feet: 0.0,
        crouched_top: 36.0,
        eyes: 64.0,
        crouched_eyes: 28.0,
    },
    max_speed: 250.0,
    accelerate: 5.0,
    stop_speed: 75.0,
    edge_friction: EdgeFriction::NONE,
    // sqrt(2 * 800 * 57): a jump of 57 units.
    jump_speed: 301.993_38,
    jump_rule: JumpRule::Sets,
    leaves_ground: LeavesGround {
        rule: LeaveRule::RisesFaster,
        speed: 140.0,
    },
    ground_probe: GroundProbe {
        depth: 2.0,
        snaps: false,
        snaps_below: 4,
        follow: 18.0,
    },
    clip_rule: ClipRule {
        overbounce: 1.0,
        zero_below: 0.0,
    },
    duck_scale: 0.333,
    ..QUAKEWORLD
};
