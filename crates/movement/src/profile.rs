//! A movement as data: its numbers, and the rules that scenes may change. The table of constants gives the meaning of a number;
//! what only one engine does is code, in its file under `engines/`.

use crate::real::{Real, n};
use clipmark_collision::TraceRules;
use clipmark_geometry::{Aabb, Point};

/// A movement, as data: the engine whose tick runs, its numbers, and the rules that scenes change. Speeds in units per second,
/// accelerations and frictions per second, lengths in units. Unit, origin, effect and range of each constant are
/// in [`CONSTANTS`](crate::CONSTANTS).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Name, as in scenes and on the command line.
    pub name: &'static str,
    /// The engine whose tick runs.
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
    /// In the air, acceleration stops when the speed along the wish reaches this (all orders but `quake3`).
    pub air_wish_cap: Option<f32>,
    /// Acceleration in the air against the motion, where it differs (order `quake3`).
    pub air_stop_accelerate: Option<f32>,
    /// Acceleration in the air with sideways keys alone, where it differs (order `quake3`).
    pub air_strafe_accelerate: Option<f32>,
    /// Wanted speed in the air with sideways keys alone, where it differs (order `quake3`).
    pub air_strafe_speed: Option<f32>,
    /// How readily forward or back keys alone turn the velocity in the air (CPM, order `quake3`); 0 for not at all.
    pub air_control: f32,
    /// Ground friction.
    pub friction: f32,
    /// Below this speed friction acts as if at it.
    pub stop_speed: f32,
    /// Below this speed there is no friction; in the orders `quakeworld` and `quake3` the body stops instead.
    pub crawl_speed: f32,
    /// How much friction grows before a drop.
    pub edge_friction: EdgeFriction,
    /// No component of the velocity is larger, where there is a limit (orders `netquake`, `goldsrc`).
    pub max_velocity: Option<f32>,
    /// Downward acceleration, units per second squared.
    pub gravity: f32,
    /// Vertical speed of a jump.
    pub jump_speed: f32,
    /// Effect of a jump on the vertical speed.
    pub jump_rule: JumpRule,
    /// Effect of a jump on a run that is too fast (order `goldsrc`).
    pub jump_crop: JumpCrop,
    /// A second jump soon after the first (order `quake3`).
    pub double_jump: DoubleJump,
    /// A body near the ground that rises faster is airborne; in the order `quake3`, one that leaves the plane below faster.
    pub leaves_ground_speed: f32,
    /// How far down ground is looked for.
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
    /// Longer ticks are split, in milliseconds: halved again and again, or in the order `quake3` chopped.
    pub long_tick_msec: f32,
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

    /// Height of the eyes at rest, standing or crouched.
    pub(crate) fn eyes(&self, ducked: bool) -> f32 {
        if ducked {
            self.size.crouched_eyes
        } else {
            self.size.eyes
        }
    }

    /// When gravity enters: a matter of the order.
    pub fn gravity_rule(&self) -> GravityRule {
        match self.order {
            Order::Quake3 => GravityRule::Averaged,
            Order::GoldSrc | Order::Source => GravityRule::HalfSteps,
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

impl Order {
    /// Whether its ticks read and write [`EngineState`](crate::EngineState).
    #[inline(always)]
    pub(crate) fn carries_engine_state(self) -> bool {
        matches!(self, Self::NetQuake | Self::GoldSrc | Self::Source)
    }
}

/// Friction before a drop: a probe is moved `ahead` along the velocity and swept `drop` down. If that is free, friction counts
/// `factor` times (orders `netquake`, `quakeworld`, `goldsrc`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFriction {
    /// Units ahead.
    pub ahead: f32,
    /// Units down.
    pub drop: f32,
    /// Factor on friction.
    pub factor: f32,
}

impl EdgeFriction {
    /// None at all.
    pub const NONE: Self = Self {
        ahead: 16.0,
        drop: 34.0,
        factor: 1.0,
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

impl DoubleJump {
    /// None.
    pub const NONE: Self = Self {
        speed: 0.0,
        msec: 0.0,
    };
}

/// How far down ground is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundProbe {
    /// For a body to stand on it.
    pub depth: f32,
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
    /// Share of speed lost per level of depth and second, in the game's code on top of friction (order `netquake`).
    pub drag: f32,
    /// Wanted speed as a share of the maximum.
    pub swim_scale: f64,
    /// Sinking speed without keys.
    pub sink_speed: f32,
    /// A water jump looks for a wall this far ahead, this high, and for a gap this much higher.
    pub ledge_probe: [f32; 3],
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

impl FrameOrder {
    /// Both, as a controller has them whose library's documentation moves it before the parts ([`MoverKind::in_frames`]).
    ///
    /// [`MoverKind::in_frames`]: crate::MoverKind::in_frames
    pub const BOTH: [Self; 2] = [Self::PlayersFirst, Self::WorldFirst];
}

/// How a world that moves is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingRules {
    /// How a mover moves whom it pushes.
    pub push: PushRule,
    /// The part that moves first in a frame: world or players.
    pub frame: FrameOrder,
    /// Treatment of the last rounding as a mover arrives.
    pub arrival: ArrivalRule,
    /// A way that takes less than this is done at once, in seconds (push rules `places` and `sweeps`).
    pub at_once: f32,
    /// The world moves in steps of at least this long, in seconds (frame order `world`).
    pub least_step: f64,
}

impl MovingRules {
    /// No world that moves.
    pub const NONE: Self = Self {
        push: PushRule::Nobody,
        frame: FrameOrder::WorldFirst,
        arrival: ArrivalRule::Jumps,
        at_once: 0.0,
        least_step: 0.0,
    };
    /// Quake III.
    pub const QUAKE3: Self = Self {
        push: PushRule::Teams,
        ..Self::NONE
    };
    /// QuakeWorld.
    pub const QUAKEWORLD: Self = Self {
        push: PushRule::Places,
        arrival: ArrivalRule::Pushes,
        at_once: 0.03,
        least_step: 0.03,
        ..Self::NONE
    };
    /// Quake of 1996.
    pub const NETQUAKE: Self = Self {
        push: PushRule::Sweeps,
        frame: FrameOrder::PlayersFirst,
        at_once: 0.1,
        ..Self::NONE
    };
}

/// When gravity enters the velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GravityRule {
    /// In whole before the move (semi-implicit Euler, law L10).
    BeforeMove,
    /// Half before and half after; velocity is the average while it moves (trapezoid, law L11).
    Averaged,
    /// Half at the tick's start, half at its end.
    HalfSteps,
}

/// A rule that is one of a few named ones.
pub trait Choice {
    /// All names, in the order of the variants.
    fn names(&self) -> &'static [&'static str];
    /// The name of the one chosen.
    fn chosen(&self) -> &'static str;
    /// Chooses by name; `false` (and no change) for a name that is not among them.
    fn choose(&mut self, name: &str) -> bool;
}

/// An enum of plain variants that is a [`Choice`].
macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ })+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl Choice for $name {
            fn names(&self) -> &'static [&'static str] {
                &[$($text),+]
            }
            fn chosen(&self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
            fn choose(&mut self, name: &str) -> bool {
                match name { $($text => *self = Self::$variant,)+ _ => return false }
                true
            }
        }
    )+ };
}

choices! {
    /// The engine whose tick runs: its steps in their order, the place of gravity, and the matching slide move.
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
        /// Keys are the velocity on the ground, and nothing in the air (Darken and Anderegg).
        Direct = "direct",
    }

    /// Effect of a jump on the vertical speed.
    JumpRule {
        /// Adds to it.
        Adds = "adds",
        /// Sets it.
        Sets = "sets",
    }

    /// How a mover moves whom it pushes.
    PushRule {
        /// Nobody: this movement plays no world that moves.
        Nobody = "nobody",
        /// A team of movers is one; whom it carries or would overlap is placed, and turned with it.
        Teams = "teams",
        /// Each mover by itself; whom it carries or would overlap is placed.
        Places = "places",
        /// Each mover by itself; whom it carries or would overlap is swept, with the mover taken out of the world.
        Sweeps = "sweeps",
    }

    /// The part that moves first in a frame: world or players.
    FrameOrder {
        /// The world, then players.
        WorldFirst = "world",
        /// Players, then the world.
        PlayersFirst = "players",
    }

    /// Treatment of the last rounding as a mover arrives.
    ArrivalRule {
        /// It jumps there and carries nobody.
        Jumps = "jumps",
        /// It pushes over that way too, where it is more than a 64th of a unit.
        Pushes = "pushes",
    }
}

impl JumpRule {
    /// The vertical speed after a jump of that speed.
    #[inline(always)]
    pub(crate) fn rise<R: Real>(self, before: R, speed: f32) -> R {
        match self {
            Self::Adds => before + n::<R>(speed),
            Self::Sets => n(speed),
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
