//! Worlds that move: which bodies are pushed, and how, an engine's way in a folder each.

pub(crate) mod numbers;
mod posed;
pub mod quake1;
pub mod quake3;
pub(crate) mod sectors;
mod varied;
mod watched;

pub use posed::{Posed, Stepped, TriggerBox};
pub use varied::{AtArrival, PushVariation};
