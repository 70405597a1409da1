use clipmark_collision::TraceRules;
use clipmark_geometry::{Aabb, Point};

/// A movement, as data: constants, rules and the order of the stages. Speeds in units per second,
/// accelerations and frictions per second, lengths in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Name, as in scenes and on the command line.
    pub name: &'static str,
    /// Order of the stages.
    pub order: Order,
    /// Bounds of the player.
    pub size: PlayerSize,
    /// Trace rules that this movement was made for.
    pub trace_rules: TraceRules,
    /// A key held fully, in the measure of [`UserCmd`](crate::UserCmd).
    pub full_key: f32,
    /// Wanted speed is capped at this.
    pub max_speed: f32,
    /// Acceleration on the ground, as a multiple of the wanted speed.
    pub accelerate: f32,
    /// Acceleration in the air, as a multiple of the wanted speed.
    pub air_accelerate: f32,
    /// In the air, acceleration stops when the speed along the wish reaches this.
    pub air_wish_cap: Option<f32>,
    /// Ground friction.
    pub friction: f32,
    /// Below this speed friction acts as if at it.
    pub stop_speed: f32,
    /// Whether friction doubles before a drop.
    pub edge_friction: EdgeFriction,
    /// Downward acceleration, units per second squared.
    pub gravity: f32,
    /// When gravity enters the velocity.
    pub gravity_rule: GravityRule,
    /// Vertical speed of a jump.
    pub jump_speed: f32,
    /// What a jump does to the vertical speed.
    pub jump_rule: JumpRule,
    /// When a body near the ground counts as airborne.
    pub leaves_ground: LeavesGround,
    /// How the ground is looked for.
    pub ground_probe: GroundProbe,
    /// Surfaces with a normal z of at least this can be stood on.
    pub walkable_normal: f32,
    /// How velocity is clipped against planes.
    pub clip_rule: ClipRule,
    /// Highest step.
    pub step_height: f32,
    /// Wanted speed while crouched, as a share of the maximum.
    pub duck_scale: f32,
    /// Movement in liquids.
    pub water: WaterRules,
    /// Whether velocity is rounded to whole units per second at the end of each tick.
    pub snap_velocity: bool,
    /// What becomes of long ticks.
    pub long_tick: LongTick,
}

/// Order of the stages of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Jump, friction, acceleration, gravity, move.
    QuakeWorld,
    /// Ground, jump, friction, acceleration, move with gravity averaged in.
    Quake3,
}

/// Bounds of a player relative to its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSize {
    /// Half the width in x and y.
    pub half_width: f32,
    /// Height of the feet.
    pub feet: f32,
    /// Height of the top, standing.
    pub top: f32,
    /// Height of the top, crouched; equal to `top` where there is no crouching.
    pub crouched_top: f32,
    /// Height of the eyes, standing.
    pub eyes: f32,
    /// Height of the eyes, crouched.
    pub crouched_eyes: f32,
}

/// Whether friction doubles before a drop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeFriction {
    /// It does not.
    None,
    /// The hull, moved `ahead` units along the velocity with its origin at foot height, is swept `drop` units
    /// down; friction is multiplied by `factor` if that is free.
    Hull {
        /// Units ahead.
        ahead: f32,
        /// Units down.
        drop: f32,
        /// Factor on friction.
        factor: f32,
    },
}

/// When gravity enters the velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GravityRule {
    /// Before the move (semi-implicit Euler, law L10).
    BeforeMove,
    /// Half before and half after (trapezoid, law L11).
    Averaged,
}

/// What a jump does to the vertical speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpRule {
    /// Adds to it.
    Adds,
    /// Sets it.
    Sets,
}

/// When a body near the ground counts as airborne.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeavesGround {
    /// It rises faster than this.
    RisesFaster(f32),
    /// It rises, and leaves the plane below faster than this along the normal.
    LeavesPlane(f32),
}

/// How the ground is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundProbe {
    /// How far down.
    pub depth: f32,
    /// Whether the body is put where the probe ends.
    pub snaps: bool,
}

/// How velocity is clipped against planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClipRule {
    /// Components smaller than this become zero.
    ZeroBelow(f32),
    /// The part into the plane is taken off this many times.
    Overbounce(f32),
}

/// Movement in liquids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterRules {
    /// Acceleration, as a multiple of the wanted speed.
    pub accelerate: f32,
    /// Friction per level of depth.
    pub friction: f32,
    /// Wanted speed as a share of the maximum.
    pub swim_scale: f32,
    /// Sinking speed without keys.
    pub sink_speed: f32,
    /// A water jump looks for a wall this far ahead, this high, and for a gap this much higher.
    pub ledge_probe: [f32; 3],
    /// Horizontal and vertical speed of a water jump.
    pub jump_speeds: [f32; 2],
    /// How long it lasts, in seconds.
    pub jump_seconds: f32,
}

/// What becomes of long ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LongTick {
    /// Longer ones are halved, again and again; milliseconds.
    HalvedAbove(f32),
    /// Pieces of this length and a rest; milliseconds.
    ChoppedAt(f32),
}

impl Profile {
    /// Bounds of the player relative to its origin.
    pub fn bounds(&self, ducked: bool) -> Aabb {
        let s = self.size;
        let top = if ducked { s.crouched_top } else { s.top };
        Aabb::new(
            Point::new(-s.half_width, -s.half_width, s.feet),
            Point::new(s.half_width, s.half_width, top),
        )
    }
}
