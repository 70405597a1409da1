//! The movements that ship, from `laws.md` section 1 and `quake-engines.md`; the constants of the recordings
//! are those of their README.

use crate::profile::{
    ClipRule, EdgeFriction, GravityRule, GroundProbe, JumpRule, LeavesGround, LongTick, Order, PlayerSize,
    Profile, WaterRules,
};
use clipmark_collision::TraceRules;

/// Quake III Arena without pro mode (VQ3), as released in 1.32.
pub(crate) const QUAKE3: Profile = Profile {
    name: "quake3",
    order: Order::Quake3,
    size: PlayerSize {
        half_width: 15.0,
        feet: -24.0,
        top: 32.0,
        crouched_top: 16.0,
        eyes: 26.0,
        crouched_eyes: 12.0,
    },
    trace_rules: TraceRules::QUAKE3,
    full_key: 127.0,
    max_speed: 320.0,
    accelerate: 10.0,
    air_accelerate: 1.0,
    air_wish_cap: None,
    friction: 6.0,
    stop_speed: 100.0,
    edge_friction: EdgeFriction::None,
    gravity: 800.0,
    gravity_rule: GravityRule::Averaged,
    jump_speed: 270.0,
    jump_rule: JumpRule::Sets,
    leaves_ground: LeavesGround::LeavesPlane(10.0),
    ground_probe: GroundProbe {
        depth: 0.25,
        snaps: false,
    },
    walkable_normal: 0.7,
    clip_rule: ClipRule::Overbounce(1.001),
    step_height: 18.0,
    duck_scale: 0.25,
    water: WaterRules {
        accelerate: 4.0,
        friction: 1.0,
        swim_scale: 0.5,
        sink_speed: 60.0,
        ledge_probe: [30.0, 4.0, 16.0],
        jump_speeds: [200.0, 350.0],
        jump_seconds: 2.0,
    },
    snap_velocity: true,
    long_tick: LongTick::ChoppedAt(66.0),
};

/// QuakeWorld as released in 1999.
pub(crate) const QUAKEWORLD: Profile = Profile {
    name: "quakeworld",
    order: Order::QuakeWorld,
    size: PlayerSize {
        half_width: 16.0,
        feet: -24.0,
        top: 32.0,
        crouched_top: 32.0,
        eyes: 22.0,
        crouched_eyes: 22.0,
    },
    trace_rules: TraceRules::QUAKEWORLD,
    full_key: 400.0,
    max_speed: 320.0,
    accelerate: 10.0,
    air_accelerate: 10.0,
    air_wish_cap: Some(30.0),
    friction: 4.0,
    stop_speed: 100.0,
    edge_friction: EdgeFriction::Hull {
        ahead: 16.0,
        drop: 34.0,
        factor: 2.0,
    },
    gravity: 800.0,
    gravity_rule: GravityRule::BeforeMove,
    jump_speed: 270.0,
    jump_rule: JumpRule::Adds,
    leaves_ground: LeavesGround::RisesFaster(180.0),
    ground_probe: GroundProbe {
        depth: 1.0,
        snaps: true,
    },
    walkable_normal: 0.7,
    clip_rule: ClipRule::ZeroBelow(0.1),
    step_height: 18.0,
    duck_scale: 1.0,
    water: WaterRules {
        accelerate: 10.0,
        friction: 4.0,
        swim_scale: 0.7,
        sink_speed: 60.0,
        ledge_probe: [24.0, 8.0, 24.0],
        jump_speeds: [50.0, 310.0],
        jump_seconds: 2.0,
    },
    snap_velocity: false,
    long_tick: LongTick::HalvedAbove(50.0),
};

/// All of them.
pub const ALL: [&Profile; 2] = [&QUAKE3, &QUAKEWORLD];

/// The movement of that name.
pub fn named(name: &str) -> Option<&'static Profile> {
    ALL.into_iter().find(|p| p.name == name)
}
