//! A movement as data.

mod choice;
mod moving_rules;
mod rules;

pub use choice::Choice;
pub use moving_rules::{ArrivalRule, FrameOrder, MovingRules, PushRule};
pub use rules::{
    ClipRule, Crawl, DoubleJump, EdgeFriction, EdgeProbe, FrictionDepth, FrictionSpeed, GravityRule,
    GroundProbe, JumpCrop, JumpKey, JumpRule, KeyRule, LeaveRule, LeavesGround, LedgeGap, LongTick, Order,
    Repairs, SplitRule, WaistRule, WalkerRules, WaterRules,
};

use clipmark_collision::TraceRules;
use clipmark_geometry::{Aabb, Point};

/// A movement, as data: constants, rules and the order of the stages. Speeds in units per second,
/// accelerations and frictions per second, lengths in units. Unit, origin, effect and range of each constant are
/// in [`CONSTANTS`](crate::CONSTANTS).
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
    /// Meaning of the movement keys.
    pub keys: KeyRule,
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
    /// Acceleration in the air against the motion, where it differs.
    pub air_stop_accelerate: Option<f32>,
    /// Acceleration in the air with sideways keys alone, where it differs.
    pub air_strafe_accelerate: Option<f32>,
    /// Wanted speed in the air with sideways keys alone, where it differs.
    pub air_strafe_speed: Option<f32>,
    /// How readily forward or back keys alone turn the velocity in the air (CPM); 0 for not at all.
    pub air_control: f32,
    /// Ground friction.
    pub friction: f32,
    /// Below this speed friction acts as if at it.
    pub stop_speed: f32,
    /// Below which speed there is no friction.
    pub crawl: Crawl,
    /// Which speed friction looks at.
    pub friction_speed: FrictionSpeed,
    /// Whether friction doubles before a drop.
    pub edge_friction: EdgeFriction,
    /// No component of the velocity is larger, where there is a limit (orders `netquake`, `goldsrc`).
    pub max_velocity: Option<f32>,
    /// Downward acceleration, units per second squared.
    pub gravity: f32,
    /// Vertical speed of a jump.
    pub jump_speed: f32,
    /// Effect of a jump on the vertical speed.
    pub jump_rule: JumpRule,
    /// When the jump key counts.
    pub jump_key: JumpKey,
    /// Effect of a jump on a run that is too fast.
    pub jump_crop: JumpCrop,
    /// A second jump soon after the first.
    pub double_jump: DoubleJump,
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
    /// In the air, steps are taken while rising no faster than this (order `quake3`).
    pub step_rising_speed: f32,
    /// Wanted speed while crouched, as a share of the maximum.
    pub duck_scale: f64,
    /// Movement in liquids.
    pub water: WaterRules,
    /// Numbers of the two-cylinder walker alone.
    pub walker: WalkerRules,
    /// Whether velocity is rounded to whole units per second at the end of each tick.
    pub snap_velocity: bool,
    /// Treatment of long ticks.
    pub long_tick: LongTick,
    /// How a world that moves is played.
    pub moving: MovingRules,
    /// Repairs of known defects.
    pub repairs: Repairs,
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
    /// Height of the feet, crouched.
    pub crouched_feet: f32,
    /// Height of the top, crouched; equal to `top` where there is no crouching.
    pub crouched_top: f32,
    /// Height of the eyes, standing.
    pub eyes: f32,
    /// Height of the eyes, crouched.
    pub crouched_eyes: f32,
}

impl Profile {
    /// Bounds of the player relative to its origin.
    pub fn bounds(&self, ducked: bool) -> Aabb {
        let s = self.size;
        let (feet, top) = if ducked {
            (s.crouched_feet, s.crouched_top)
        } else {
            (s.feet, s.top)
        };
        Aabb::new(
            Point::new(-s.half_width, -s.half_width, feet),
            Point::new(s.half_width, s.half_width, top),
        )
    }

    /// When gravity enters: a matter of the order.
    pub fn gravity_rule(&self) -> GravityRule {
        match self.order {
            Order::Quake3 => GravityRule::Averaged,
            Order::GoldSrc | Order::Source | Order::HalfSteps => GravityRule::HalfSteps,
            Order::QuakeWorld | Order::NetQuake | Order::Direct => GravityRule::BeforeMove,
        }
    }

    /// The same with all repairs on, for `NAME:ideal`.
    #[must_use]
    pub const fn ideal(self, name: &'static str) -> Self {
        Self {
            name,
            repairs: Repairs::ALL,
            ..self
        }
    }
}

impl Choice for TraceRules {
    fn names(&self) -> &'static [&'static str] {
        &["quake3", "quakeworld", "netquake", "goldsrc", "tutorial"]
    }
    fn chosen(&self) -> &'static str {
        self.name
    }
    fn choose(&mut self, name: &str) -> bool {
        Self::named(name).map(|rules| *self = rules).is_some()
    }
}
