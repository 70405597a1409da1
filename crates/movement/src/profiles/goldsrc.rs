//! Half-Life (GoldSrc): `docs/engines.md` section 6.3; Chong Jiang Wei, *Half-Life Physics Reference*; measured on
//! `tests/recordings`. On their clip hulls every recorded tick comes out to the last digit.
//!
//! Departures: a body in a solid is nudged as in QuakeWorld; the engine waits and tries places from a table. Ladders, long jump,
//! damage and view punches are left out. Commands are at most 50 ms long, as its server plays them.

use super::quakeworld::QUAKEWORLD;
use crate::profile::*;
use clipmark_collision::TraceRules;

pub(crate) const GOLDSRC: Profile = Profile {
    name: "goldsrc",
    order: Order::GoldSrc,
    trace_rules: TraceRules::GOLDSRC,
    size: PlayerSize {
        half_width: 16.0,
        feet: -36.0,
        top: 36.0,
        crouched_feet: -18.0,
        crouched_top: 18.0,
        eyes: 28.0,
        crouched_eyes: 12.0,
    },
    crawl: Crawl {
        speed: 0.1,
        stops: false,
    },
    max_velocity: Some(2000.0),
    // sqrt(2 * 800 * 45): a jump of 45 units.
    jump_speed: 268.328_16,
    jump_rule: JumpRule::Sets,
    jump_crop: JumpCrop {
        above: Some(1.7),
        to: 0.65,
    },
    ground_probe: GroundProbe {
        depth: 2.0,
        snaps: true,
        snaps_below: 2,
        follow: 0.0,
    },
    duck_scale: 0.333,
    water: WaterRules {
        friction: 4.0,
        swim_scale: 0.8,
        jump_speeds: [50.0, 225.0],
        ..QUAKEWORLD.water
    },
    moving: MovingRules::NONE,
    ..QUAKEWORLD
};
