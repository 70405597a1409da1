//! Quake as released in 1996, before QuakeWorld: `docs/engines.md` section 6.1; measured on `tests/recordings`. On their clip
//! hulls every recorded tick comes out to the last digit.
//!
//! Ground is the surface that a move touches; there is no probe. Gravity may fail to carry a body through the skin in one
//! tick (g T^2 < 1/32 u, that is beyond 160 Hz). Then the body counts as airborne every other tick or more. Products with the
//! tick's length are doubles. The game's own code (drag, jumps, water jumps) is part of the tick.

use super::quakeworld::QUAKEWORLD;
use crate::profile::*;
use clipmark_collision::TraceRules;

pub(crate) const NETQUAKE: Profile = Profile {
    name: "netquake",
    order: Order::NetQuake,
    trace_rules: TraceRules::NETQUAKE,
    crawl: Crawl {
        speed: 0.0,
        stops: false,
    },
    friction_speed: FrictionSpeed::HorizontalOnGround,
    edge_friction: EdgeFriction::of(EdgeProbe::Point, 2.0),
    max_velocity: Some(2000.0),
    leaves_ground: LeavesGround {
        rule: LeaveRule::NoContact,
        speed: 0.0,
    },
    ground_probe: GroundProbe {
        depth: 0.0,
        snaps: false,
        snaps_below: 4,
        follow: 0.0,
    },
    water: WaterRules {
        drag: 0.8,
        jump_speeds: [50.0, 225.0],
        ..QUAKEWORLD.water
    },
    // A frame never counts for more.
    long_tick: LongTick {
        rule: SplitRule::Halved,
        msec: 100.0,
    },
    moving: MovingRules::NETQUAKE,
    ..QUAKEWORLD
};
