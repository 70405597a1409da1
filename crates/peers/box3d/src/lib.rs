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
//! how many metres a unit is (`PLAIN` and `TUNED` in `settings.rs`). `docs/libraries.md` has the settings, the rules and what was
//! found.

mod body;
mod casts;
mod character;
mod near;
mod parts;
mod query;
mod question;
mod settings;
mod stairs;
mod world;

pub use settings::Settings;
pub use world::Box3d;

use clipmark_adapter::{Backend, PLAIN, TUNED, controller, registration};
use clipmark_collision::Registration;
use clipmark_movement::MoverKind;

/// Its casts. The wrapper takes the moving shape by value, so each cast allocates it.
pub type Box3dBackend = Backend<Box3d>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] =
    [&registration::<Box3d, PLAIN>(), &registration::<Box3d, TUNED>()];

/// Its controllers: `box3d` and `box3d+steps`.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Box3d, PLAIN>(), &controller::<Box3d, TUNED>()];
