//! The rules in which movements differ, as data. The table of constants gives the meaning of a number.

use super::choice::choices;

choices! {
    /// The pipeline: the stages of a tick in their order, the place of gravity, and the matching slide move.
    Order {
        /// Jump, friction, acceleration, gravity, move; ground by a probe.
        QuakeWorld = "quakeworld",
        /// Ground, jump, friction, acceleration, move with gravity averaged in.
        Quake3 = "quake3",
        /// Friction, acceleration, jump, gravity, move; ground by contact in the move.
        NetQuake = "netquake",
        /// Crouching over time, half of gravity, jump, friction, acceleration, move, the other half.
        GoldSrc = "goldsrc",
        /// The same, with the ground carried over and crouching and standing up over time.
        Source = "source",
        /// Half of gravity, jump, friction, acceleration, move, the other half: of no game, for custom profiles.
        HalfSteps = "half-steps",
        /// Keys are the velocity on the ground, and nothing in the air (Darken and Anderegg).
        Direct = "direct",
    }

    /// When gravity enters the velocity.
    GravityRule {
        /// In whole before the move (semi-implicit Euler, law L10).
        BeforeMove = "before",
        /// Half before and half after; velocity is the average while it moves (trapezoid, law L11).
        Averaged = "averaged",
        /// Half before the stages, half after them.
        HalfSteps = "half-steps",
    }

    /// Meaning of a command's movement keys.
    KeyRule {
        /// Speeds in units per second.
        Speeds = "speeds",
        /// Shares, evened out so that a diagonal is no faster, in which the up key counts too (law L8).
        Scaled = "scaled",
    }

    /// Which speed friction looks at.
    FrictionSpeed {
        /// The whole velocity's speed.
        Whole = "whole",
        /// On the ground the horizontal part, so that slopes do not slow.
        HorizontalOnGround = "level",
    }

    /// The probe for a drop ahead that doubles friction.
    EdgeProbe {
        /// Nothing.
        None = "none",
        /// The hull, its origin at foot height.
        Hull = "hull",
        /// A point at foot height.
        Point = "point",
    }

    /// Effect of a jump on the vertical speed.
    JumpRule {
        /// Adds to it.
        Adds = "adds",
        /// Sets it.
        Sets = "sets",
    }

    /// When the jump key counts.
    JumpKey {
        /// Once per press.
        Pressed = "pressed",
        /// As long as it is down.
        Held = "held",
    }

    /// When a body near the ground counts as airborne.
    LeaveRule {
        /// It rises faster than a speed.
        RisesFaster = "rises",
        /// It rises, and leaves the plane below faster than a speed along the normal.
        LeavesPlane = "plane",
        /// The last move met no floor; there is no probe.
        NoContact = "contact",
    }

    /// Where in the body the second of the three probes for liquid is.
    WaistRule {
        /// In the middle of its box.
        BoxCentre = "centre",
        /// Half way, in whole units, from the feet to the eyes.
        HalfwayToEyes = "to eyes",
    }

    /// From which depth on liquid brakes.
    FrictionDepth {
        /// Feet wet, beside ground friction.
        Feet = "feet",
        /// Waist-deep, in place of ground friction.
        Waist = "waist",
    }

    /// The gap that a water jump needs above a ledge.
    LedgeGap {
        /// Nothing that stops a player.
        Clear = "clear",
        /// No solid and no liquid.
        Dry = "dry",
    }

    /// How long ticks are split.
    SplitRule {
        /// Halved, again and again.
        Halved = "halved",
        /// Pieces of the longest length and a rest.
        Chopped = "chopped",
    }
}

impl Order {
    /// Whether its stages read and write [`EngineState`](crate::EngineState).
    #[inline(always)]
    pub(crate) fn carries_engine_state(self) -> bool {
        matches!(self, Self::NetQuake | Self::GoldSrc | Self::Source)
    }
}

/// Friction before a drop: the probe is moved `ahead` along the velocity and swept `drop` down. If that is free,
/// friction counts `factor` times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFriction {
    /// The swept shape.
    pub probe: EdgeProbe,
    /// Units ahead.
    pub ahead: f32,
    /// Units down.
    pub drop: f32,
    /// Factor on friction.
    pub factor: f32,
}

impl EdgeFriction {
    /// None at all.
    pub const NONE: Self = Self::of(EdgeProbe::None, 1.0);

    /// 16 ahead and 34 down, as in every Quake that has it.
    pub const fn of(probe: EdgeProbe, factor: f32) -> Self {
        Self {
            probe,
            ahead: 16.0,
            drop: 34.0,
            factor,
        }
    }
}

/// A speed below which there is no friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crawl {
    /// In units per second.
    pub speed: f32,
    /// Whether the horizontal velocity becomes 0 instead.
    pub stops: bool,
}

impl Crawl {
    /// As in QuakeWorld and Quake III.
    pub const STOPS_BELOW_ONE: Self = Self {
        speed: 1.0,
        stops: true,
    };
}

/// A run that is faster than a jump may be is slowed as it jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpCrop {
    /// Faster than this many times the greatest speed; `None` for no limit.
    pub above: Option<f32>,
    /// To this share of it.
    pub to: f64,
}

impl JumpCrop {
    /// None.
    pub const NONE: Self = Self { above: None, to: 1.0 };
}

/// A second jump soon after the first rises higher.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleJump {
    /// Its gain, in units per second.
    pub speed: f32,
    /// How soon, in milliseconds; 0 for never.
    pub msec: f32,
}

/// When a body near the ground counts as airborne.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeavesGround {
    /// The rule.
    pub rule: LeaveRule,
    /// Its speed in units per second.
    pub speed: f32,
}

/// How the ground is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundProbe {
    /// How far down.
    pub depth: f32,
    /// Whether the body is put where the probe ends.
    pub snaps: bool,
    /// Only in liquid shallower than this level; 4 for any.
    pub snaps_below: u8,
    /// After a walk, ground this far below is stepped down to (Source); 0 for none.
    pub follow: f32,
}

/// How velocity is clipped against planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipRule {
    /// The part into the plane is taken off this many times.
    pub overbounce: f32,
    /// Components smaller than this become zero afterwards, in units per second.
    pub zero_below: f32,
}

/// Movement in liquids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterRules {
    /// Acceleration, as a multiple of the wanted speed.
    pub accelerate: f32,
    /// Friction per level of depth.
    pub friction: f32,
    /// From which depth on it counts.
    pub friction_from: FrictionDepth,
    /// Share of speed lost per level of depth and second, in the game's code on top of friction (order `netquake`).
    pub drag: f32,
    /// Wanted speed as a share of the maximum.
    pub swim_scale: f64,
    /// Sinking speed without keys.
    pub sink_speed: f32,
    /// Where waist-deep begins.
    pub waist: WaistRule,
    /// A water jump looks for a wall this far ahead, this high, and for a gap this much higher.
    pub ledge_probe: [f32; 3],
    /// The required gap.
    pub ledge_gap: LedgeGap,
    /// Horizontal and vertical speed of a water jump.
    pub jump_speeds: [f32; 2],
    /// How long it lasts, in seconds.
    pub jump_seconds: f32,
}

/// Numbers of the two-cylinder walker alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkerRules {
    /// Height of the knees over the feet, where the two cylinders meet.
    pub knee_height: f32,
    /// How far the lower cylinder reaches below the feet (the paper's delta).
    pub reach: f32,
    /// Speed down surfaces too steep to stand on, in units per second (`literal`, `intended`).
    pub slide_speed: f32,
    /// Friction of a slide, per second (`improved`).
    pub slide_friction: f32,
    /// Falling is no faster than this, in units per second.
    pub terminal_speed: f32,
}

impl WalkerRules {
    /// `docs/walker.md`: the suggested values at Quake's scale.
    pub const SUGGESTED: Self = Self {
        knee_height: 18.0,
        reach: 4.0,
        slide_speed: 320.0,
        slide_friction: 0.0,
        terminal_speed: 2000.0,
    };
}

/// Treatment of long ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongTick {
    /// How they are split.
    pub rule: SplitRule,
    /// Longer ones are, in milliseconds.
    pub msec: f32,
}

/// Repairs of known defects, each off in a faithful run (`docs/failures.md` sections B and C).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repairs {
    /// Velocity is clipped against the ground before a jump adds to it, so that no jump is low (law L16).
    pub clip_before_jump: bool,
    /// The direction of a crease is made a unit vector, so that a crease costs no speed (law L23).
    pub normalised_crease: bool,
    /// A plane met twice in a move nudges the body off instead of making a crease with itself.
    pub duplicate_plane_guard: bool,
    /// A landing keeps only the speed along the ground, so that nothing bounces (law L25).
    pub no_overbounce: bool,
    /// A player that a turning mover leaves behind keeps its view, which turned all the same (Quake III).
    pub view_stays_behind: bool,
    /// A body that stands on a rider is carried with him; unrepaired, two stacked players block a lift for ever.
    pub carries_stacks: bool,
    /// A rider that a tilting mover cuts into is put on top of it; unrepaired, the mover stands still under him
    /// (Quake III).
    pub lifts_riders: bool,
}

impl Repairs {
    /// As shipped.
    pub const NONE: Self = Self {
        clip_before_jump: false,
        normalised_crease: false,
        duplicate_plane_guard: false,
        no_overbounce: false,
        view_stays_behind: false,
        carries_stacks: false,
        lifts_riders: false,
    };
    /// All of them.
    pub const ALL: Self = Self {
        clip_before_jump: true,
        normalised_crease: true,
        duplicate_plane_guard: true,
        no_overbounce: true,
        view_stays_behind: true,
        carries_stacks: true,
        lifts_riders: true,
    };
}
