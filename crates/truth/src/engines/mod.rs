//! Models of the original engines: the answers that an engine's own rule allows for a sweep.
//!
//! A model is a plain loop in f64 over all solids, without a tree. It shares no code with a backend. f32 rounds an engine's
//! comparisons, so a model knows for each comparison both ways that rounding may turn it. It says of an answer whether the
//! engine could have given it: ties are a set, not an order. `crates/truth/tests/it/engines.rs` holds each model against
//! answers recorded from its engine.

pub(crate) mod by_rounding;
mod clip_hulls;
mod clip_walk;
mod merged;
mod of_world;
mod quake3;

pub use clip_hulls::QuakeClipHulls;
pub(crate) use merged::Merged;
pub(crate) use of_world::Engines;
pub use quake3::{Geometric, Quake3};
