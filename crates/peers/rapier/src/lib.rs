//! Rapier 0.36.1 beside the workspace's own: its casts as a backend, its character controller as a mover.
//!
//! | contestant | casts | controller |
//! |---|---|---|
//! | `rapier` | as its documentation shows them | as its documentation shows it, with the game's slopes and steps |
//! | `rapier:tuned` | as its best user would set them up | the same |
//!
//! `settings.rs` says what is set, and why; `docs/libraries.md` has the same with measurements. Rapier assumes metres: its world
//! is built at 1 u = 1/32 m.

mod casts;
mod character;
mod question;
mod settings;
mod world;

pub use settings::Settings;
pub use world::Rapier;

use clipmark_adapter::{Backend, PLAIN, TUNED, controller, registration};
use clipmark_collision::Registration;
use clipmark_movement::MoverKind;

/// Its casts.
pub type RapierBackend = Backend<Rapier>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] =
    [&registration::<Rapier, PLAIN>(), &registration::<Rapier, TUNED>()];

/// Its controllers.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Rapier, PLAIN>(), &controller::<Rapier, TUNED>()];
