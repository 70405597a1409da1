//! Jolt Physics as a contestant: its shape casts behind seam 1, its `CharacterVirtual` behind seam 2.
//!
//! Source: Jolt 5.6 through the safe wrapper `oxijolt`, its documentation and its samples. Nothing here is `unsafe`: the
//! wrapper's `PhysicsWorld` is `Sync` for queries, and each controller owns a world of its own.
//!
//! | contestant | set up as |
//! |---|---|
//! | `jolt` | Jolt's documentation teaches a new user: default settings throughout |
//! | `jolt:tuned` | its best user would: [`Settings::TUNED`], each setting with its reason |
//!
//! One unit is 1/32 m: Jolt's tolerances assume metres, and its wrapper refuses shapes beyond 2,000 m and speeds
//! beyond 500 m/s. `docs/libraries.md` has the settings, the rules and what was found.

mod backend;
mod bodies;
mod cast;
mod controller;
mod moving;
mod question;
mod registered;
mod scale;
mod settings;
mod solids;

pub use backend::JoltBackend;
pub use controller::{JOLT_CONTROLLER, JOLT_TUNED_CONTROLLER, MOVERS};
pub use registered::{JOLT, REGISTERED, TUNED};
pub use settings::Settings;
