//! Rapier 0.36.1 beside the workspace's own: its casts as a backend, its character controller as a mover.
//!
//! | contestant | casts | controller |
//! |---|---|---|
//! | `rapier` | as its documentation shows them | as its documentation shows it, told the game's slopes and steps |
//! | `rapier:tuned` | as its best user would set them up | the same |
//!
//! [`CASTS`], [`DOCUMENTED`] and [`TUNED`] say what is set, and why; `docs/libraries.md` has the same with measurements. Rapier
//! assumes metres: its world is built at 1 u = 1/32 m.

mod backend;
mod body;
mod controller;
mod face;
mod library;
mod question;
mod registered;
mod scale;
mod settings;

pub use backend::{Casts, RapierBackend};
pub use registered::{MOVERS, RAPIER, RAPIER_CONTROLLER, REGISTERED, TUNED as TUNED_CASTS, TUNED_CONTROLLER};
pub use settings::{CASTS, DOCUMENTED, TUNED};
