//! Moving parts as data: what a map's maker wrote, and where a mover is at a time.

mod keys;
mod quake3_parts;
mod trajectory;

pub use keys::LeftOut;
pub use quake3_parts::{Corner, Effect, Part, Quake3Part, Quake3Parts, Quake3Trigger, SPREAD};
pub use trajectory::{Motion, Trajectory};
