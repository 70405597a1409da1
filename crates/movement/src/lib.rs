//! The shared player movement pipeline, its profiles and its movers.
//!
//! A [`Profile`] says by which engine's constants and in which order. A [`MoverKind`] says how a body with a wanted velocity is
//! carried through one tick (the second seam). [`tick`] moves one [`Body`] by one [`UserCmd`] through whatever the world
//! ([`Space`]) answers. An engine's tick is one file under `engines`.
//!
//! ```
//! use clipmark_bsp::BspBackend;
//! use clipmark_collision::{TraceRules, Work};
//! use clipmark_geometry::{Brush, Contents, Point, World};
//! use clipmark_movement::{Body, OwnMover, Setup, UserCmd, profile_named, tick};
//!
//! let floor = Brush::from_box(Point::new(-1e4, -1e4, -64.0), Point::new(1e4, 1e4, 0.0), Contents::SOLID)?;
//! let space = BspBackend::build(&World::of_brushes("floor", vec![floor]), TraceRules::QUAKE3)?;
//! let profile = *profile_named("quake3").expect("a profile of this crate");
//! let setup = Setup::new(profile, OwnMover::Slide, &space);
//!
//! // Two seconds of running along +x from rest, in ticks of 8 ms.
//! let mut body = Body::at(Point::new(0.0, 0.0, 24.125));
//! let run = UserCmd { msec: 8.0, forward: profile.full_key, ..UserCmd::default() };
//! for _ in 0..250 {
//!     tick(&space, &setup, &mut body, &run, &mut Work::silent())?;
//! }
//! assert!(body.grounded);
//! // Quake III's running speed.
//! assert!((body.velocity.x - 320.0).abs() < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod clip;
mod command;
mod constants;
mod context;
mod engine_state;
mod engines;
mod facts;
mod fly_move;
mod movers;
pub mod moving;
mod primitives;
mod profile;
mod real;
pub mod recording;
mod setup;
mod shape;
mod space;
pub mod strafe;
mod tick;
mod trig;
mod variation;
mod view;

pub use body::{Body, MoveFlags, WalkerMode, WalkerState};
pub use command::{Buttons, CommandError, UserCmd};
pub use constants::{CONSTANTS, Constant, ProfileError, Value, custom};
pub use context::Listener;
pub use engine_state::EngineState;
pub use engines::{ALL as PROFILES, PAPER2006, named as profile_named};
pub use facts::TickFacts;
pub use movers::{
    Carried, Controller, ControllerWorld, MOVERS, Move, MoverKind, MoverLaws, MovingPart, Notes, OwnMover,
    Placed, Setting, Variant as WalkerVariant, Wanted, Way,
};
pub use profile::{
    ArrivalRule, Choice, ClipRule, DoubleJump, EdgeFriction, FrameOrder, GravityRule, GroundProbe, JumpCrop,
    JumpRule, MovingRules, Order, PlayerSize, Profile, PushRule, Repairs, WalkerRules, WaterRules,
};
pub use real::Real;
pub use setup::Setup;
pub use shape::ShapeKind;
pub use space::Space;
pub use tick::{Player, TickInput, TickSpace, tick, tick_anywhere};
pub use variation::{After, Ended, Variation};
pub use view::Basis;

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::movers::walker::bounds::{Bounds, MOST, SAME};
    pub use crate::moving::Numbers;
    pub use crate::moving::sectors::Sectors;
    pub use crate::trig::sin_cos;
}
