//! NVIDIA PhysX as a contestant: its scene queries behind seam 1, its character controllers behind seam 2.
//!
//! Source: PhysX 5.1.3, which the bindings `physx-sys` bundle, its guide and its samples. The bindings are raw C++: the modules
//! that call them are `unsafe`, and each block says why it is sound.
//!
//! | contestant | set up as |
//! |---|---|
//! | `physx` | its documentation teaches a new user: default settings, a box like the player's |
//! | `physx:tuned` | its best user would: [`Settings::TUNED`], each setting with its reason |
//!
//! One unit is 1/32 m: PhysX's defaults assume metres. `docs/libraries.md` has the settings, the rules and what was found.

mod body;
mod callbacks;
mod casts;
mod character;
mod geometry;
mod query;
mod question;
mod scene;
mod sdk;
mod settings;

pub use scene::Scene;
pub use settings::{Press, Settings};

use clipmark_adapter::{Backend, PLAIN, TUNED, controller, registration};
use clipmark_collision::Registration;
use clipmark_movement::MoverKind;

/// Its casts.
pub type PhysxBackend = Backend<Scene>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] =
    [&registration::<Scene, PLAIN>(), &registration::<Scene, TUNED>()];

/// Its controllers.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Scene, PLAIN>(), &controller::<Scene, TUNED>()];

/// What tests of PhysX's own interface reach: a process has one factory.
#[doc(hidden)]
pub mod inner {
    pub use crate::sdk::{Sdk, sdk};
}
