//! Source: the base movement of Valve's SDK of 2013, at the settings of the recordings (`docs/engines.md` section 6.4).
//!
//! Departures are listed in `order/source.rs`. Surf servers change one number:
//! `Custom(base: "source:css", changes: {"air_accelerate": 100})`.

use super::quakeworld::QUAKEWORLD;
use crate::profile::*;

pub(crate) const SOURCE: Profile = Profile {
    name: "source",
    order: Order::Source,
    size: PlayerSize {
        half_width: 16.0,
        feet: 0.0,
        top: 72.0,
        crouched_feet: 0.0,
        crouched_top: 36.0,
        eyes: 64.0,
        crouched_eyes: 28.0,
    },
    crawl: Crawl {
        speed: 0.1,
        stops: false,
    },
    edge_friction: EdgeFriction::NONE,
    // sqrt(2 * 800 * 45): a jump of 45 units.
    jump_speed: 268.328_16,
    jump_rule: JumpRule::Adds,
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
    // The engine's constant, a third to eight places.
    duck_scale: 0.333_333_34,
    water: WaterRules {
        swim_scale: 0.8,
        ledge_probe: [24.0, 8.0, 0.0],
        jump_speeds: [50.0, 256.0],
        ..QUAKEWORLD.water
    },
    moving: MovingRules::NONE,
    ..QUAKEWORLD
};
