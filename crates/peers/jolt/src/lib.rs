//! Jolt Physics as a contestant: its shape casts behind seam 1, its `CharacterVirtual` behind seam 2.
//!
//! Source: Jolt 5.6 through the safe wrapper `oxijolt`, its documentation and its samples. Nothing here is `unsafe`: the
//! wrapper's `PhysicsWorld` is `Sync` for queries, and each character owns a world of its own.
//!
//! | contestant | set up as |
//! |---|---|
//! | `jolt` | Jolt's documentation teaches a new user: default settings throughout |
//! | `jolt:tuned` | its best user would: [`Settings::TUNED`], each setting with its reason |
//!
//! One unit is 1/32 m: Jolt's tolerances assume metres, and its wrapper refuses shapes that reach farther than 2,000 m
//! from their middle, and speeds beyond 500 m/s. `docs/libraries.md` has the settings, the rules and what was found.

mod casts;
mod character;
mod question;
mod settings;
mod world;

pub use settings::Settings;
pub use world::Jolt;

use clipmark_adapter::{Backend, PLAIN, TUNED, controller, registration};
use clipmark_collision::Registration;
use clipmark_movement::MoverKind;

/// Its casts. A mask other than a player's allocates its list of layers, and position tests allocate their hits, as the wrapper
/// does.
pub type JoltBackend = Backend<Jolt>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] = [&registration::<Jolt, PLAIN>(), &registration::<Jolt, TUNED>()];

/// Its controllers.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Jolt, PLAIN>(), &controller::<Jolt, TUNED>()];
