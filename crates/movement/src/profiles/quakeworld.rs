//! QuakeWorld as released in 1999: `docs/laws.md` section 1, `docs/engines.md` section 3. Mia Ivy, *Quake's Player
//! Movement* (2023), with the corrections listed there.

use crate::profile::*;
use clipmark_collision::TraceRules;

/// The engine compares floats with the double 0.7, which lies between two floats: this is the next above it.
pub(super) const ABOVE_SEVEN_TENTHS: f32 = 0.7_f32.next_up();

pub(crate) const QUAKEWORLD: Profile = Profile {
    name: "quakeworld",
    order: Order::QuakeWorld,
    size: PlayerSize {
        half_width: 16.0,
        feet: -24.0,
        top: 32.0,
        crouched_feet: -24.0,
        crouched_top: 32.0,
        eyes: 22.0,
        crouched_eyes: 22.0,
    },
    trace_rules: TraceRules::QUAKEWORLD,
    keys: KeyRule::Speeds,
    full_key: 400.0,
    max_speed: 320.0,
    accelerate: 10.0,
    air_accelerate: 10.0,
    air_wish_cap: Some(30.0),
    air_stop_accelerate: None,
    air_strafe_accelerate: None,
    air_strafe_speed: None,
    air_control: 0.0,
    friction: 4.0,
    stop_speed: 100.0,
    crawl: Crawl::STOPS_BELOW_ONE,
    friction_speed: FrictionSpeed::Whole,
    edge_friction: EdgeFriction::of(EdgeProbe::Hull, 2.0),
    max_velocity: None,
    gravity: 800.0,
    jump_speed: 270.0,
    jump_rule: JumpRule::Adds,
    jump_key: JumpKey::Pressed,
    jump_crop: JumpCrop::NONE,
    double_jump: DoubleJump {
        speed: 0.0,
        msec: 0.0,
    },
    leaves_ground: LeavesGround {
        rule: LeaveRule::RisesFaster,
        speed: 180.0,
    },
    ground_probe: GroundProbe {
        depth: 1.0,
        snaps: true,
        snaps_below: 4,
        follow: 0.0,
    },
    walkable_normal: ABOVE_SEVEN_TENTHS,
    clip_rule: ClipRule {
        overbounce: 1.0,
        zero_below: 0.1,
    },
    step_height: 18.0,
    step_rising_speed: 0.0,
    duck_scale: 1.0,
    water: WaterRules {
        accelerate: 10.0,
        friction: 4.0,
        friction_from: FrictionDepth::Waist,
        drag: 0.0,
        swim_scale: 0.7,
        sink_speed: 60.0,
        waist: WaistRule::BoxCentre,
        ledge_probe: [24.0, 8.0, 24.0],
        ledge_gap: LedgeGap::Dry,
        jump_speeds: [50.0, 310.0],
        jump_seconds: 2.0,
    },
    walker: WalkerRules::SUGGESTED,
    snap_velocity: false,
    long_tick: LongTick {
        rule: SplitRule::Halved,
        msec: 50.0,
    },
    moving: MovingRules::QUAKEWORLD,
    repairs: Repairs::NONE,
};
