//! Backend: brush tracing through a BSP tree, as in Quake III.
//!
//! [`BspBackend`] walks the map's own tree, or one compiled here for worlds made of shapes, and clips the
//! sweep against the planes of each brush, moved outwards by the hull. It is the reference that every Quake
//! player's hands know: on a compiled map its answers are meant to be the engine's, bit for bit.
//!
//! Curved patches are made into flat facets when the world is built. They are one-sided and have no inside: a
//! sweep that starts in one is not start-solid. When a box or capsule meets one, the distance of the plane
//! reported is that of the plane moved out by the hull, as in the engine; for brushes it is the plane's own.

mod backend;
mod bevels;
mod brush_set;
mod clip;
mod compile;
mod contacts;
mod patch;
mod position;
mod shape;
mod top;
mod tree;
mod walk;

pub use backend::BspBackend;
