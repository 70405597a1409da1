//! Backend: brush tracing through a BSP tree, as in Quake III.
//!
//! [`BspBackend`] walks the map's own tree, or one compiled here for worlds made of shapes, and clips the sweep against
//! the planes of each brush, moved outwards by the hull. On a compiled map its answers are meant to be the engine's, bit
//! for bit.
//!
//! [`TutorialBackend`] does the same by the letter of a published tutorial, so that its errors can be measured;
//! [`build`] chooses between the two by the rules. [`compiled`] is the world with bevels and a tree, as a map's
//! compiler would leave it.
//!
//! Curved patches are made into flat facets when the world is built. They are one-sided and have no inside: a
//! sweep that starts in one is not start-solid. When a box or capsule meets one, the distance of the plane
//! reported is that of the plane moved out by the hull, as in the engine; for brushes it is the plane's own.

#[cfg(test)]
mod agreement;
mod backend;
mod brush_set;
mod build;
mod cast;
mod cells;
mod clip;
mod compile;
mod compiled;
mod contacts;
mod cover;
mod face;
mod hierarchy;
mod lanes;
mod order;
mod patch;
mod position;
mod registered;
mod shape;
mod sweep;
mod tree;
mod tutorial;
mod walk;

pub use backend::BspBackend;
pub use build::build;
pub use compiled::compiled;
pub use registered::{BSP, REGISTERED, TUTORIAL};
pub use tutorial::{TutorialBackend, TutorialRepairs};
