//! Quake III Arena without pro mode (VQ3), as released in 1.32: `docs/laws.md` section 1, `docs/engines.md` section 4.
//!
//! The numbers of the water jump and of the eyes are the engine's, from general knowledge of the game.

use crate::profile::*;
use clipmark_collision::TraceRules;

pub(crate) const QUAKE3: Profile = Profile {
    name: "quake3",
    order: Order::Quake3,
    size: PlayerSize {
        half_width: 15.0,
        feet: -24.0,
        top: 32.0,
        crouched_feet: -24.0,
        crouched_top: 16.0,
        eyes: 26.0,
        crouched_eyes: 12.0,
    },
    trace_rules: TraceRules::QUAKE3,
    keys: KeyRule::Scaled,
    full_key: 127.0,
    max_speed: 320.0,
    accelerate: 10.0,
    air_accelerate: 1.0,
    air_wish_cap: None,
    air_stop_accelerate: None,
    air_strafe_accelerate: None,
    air_strafe_speed: None,
    air_control: 0.0,
    friction: 6.0,
    stop_speed: 100.0,
    crawl: Crawl::STOPS_BELOW_ONE,
    friction_speed: FrictionSpeed::HorizontalOnGround,
    edge_friction: EdgeFriction::NONE,
    max_velocity: None,
    gravity: 800.0,
    jump_speed: 270.0,
    jump_rule: JumpRule::Sets,
    jump_key: JumpKey::Pressed,
    jump_crop: JumpCrop::NONE,
    double_jump: DoubleJump {
        speed: 0.0,
        msec: 0.0,
    },
    leaves_ground: LeavesGround {
        rule: LeaveRule::LeavesPlane,
        speed: 10.0,
    },
    ground_probe: GroundProbe {
        depth: 0.25,
        snaps: false,
        snaps_below: 4,
        follow: 0.0,
    },
    walkable_normal: 0.7,
    clip_rule: ClipRule {
        overbounce: 1.001,
        zero_below: 0.0,
    },
    step_height: 18.0,
    step_rising_speed: 0.0,
    duck_scale: 0.25,
    water: WaterRules {
        accelerate: 4.0,
        friction: 1.0,
        friction_from: FrictionDepth::Feet,
        drag: 0.0,
        swim_scale: 0.5,
        sink_speed: 60.0,
        waist: WaistRule::HalfwayToEyes,
        ledge_probe: [30.0, 4.0, 16.0],
        ledge_gap: LedgeGap::Clear,
        jump_speeds: [200.0, 350.0],
        jump_seconds: 2.0,
    },
    walker: WalkerRules::SUGGESTED,
    snap_velocity: true,
    long_tick: LongTick {
        rule: SplitRule::Chopped,
        msec: 66.0,
    },
    repairs: Repairs::NONE,
};
