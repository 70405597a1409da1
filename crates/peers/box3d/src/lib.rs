//! Box3D as a contestant: its shape casts behind seam 1, its mover queries behind seam 2.
//!
//! Source: Box3D through the safe wrapper `boxddd`, its headers and its sample of a character mover. Nothing here is `unsafe`.
//!
//! | contestant | set up as |
//! |---|---|
//! | `box3d` | its documentation and its sample teach a new user, in metres |
//! | `box3d:tuned` | its best user would: [`Settings::TUNED`], each setting with its reason. Its controller is `box3d+steps` |
//!
//! A world of Box3D's stays on its thread (the wrapper's `World` is not `Send`): each thread that asks builds its own from one
//! plan, on its first question (`world`). The length unit of Box3D belongs to the process and stays one metre; what differs is
//! how many metres a unit is ([`Settings::metres`]). `docs/libraries.md` has the settings, the rules and what was found.

mod backend;
mod bodies;
mod cast;
mod mover;
mod moving;
mod near;
mod plan;
mod query;
mod question;
mod registered;
mod settings;
mod stairs;
mod world;

pub use backend::Box3dBackend;
pub use mover::{BOX3D_CONTROLLER, BOX3D_STEPS_CONTROLLER, MOVERS};
pub use registered::{BOX3D, REGISTERED, TUNED};
pub use settings::Settings;
