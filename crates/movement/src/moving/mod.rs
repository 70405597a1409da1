//! Moving parts as data: the map maker's text, and a mover's place at a time.

mod keys;
mod made;
mod quake1_parts;
mod quake3_parts;
mod trajectory;

pub use keys::LeftOut;
pub(crate) use keys::forward;
pub use made::{Made, MadeMotion};
pub use quake1_parts::{Quake1Corner, Quake1Effect, Quake1Kind, Quake1Part, Quake1Parts, Quake1Trigger};
pub use quake3_parts::{Corner, Effect, Part, Quake3Part, Quake3Parts, Quake3Trigger, SPREAD};
pub use trajectory::{Motion, Trajectory};
