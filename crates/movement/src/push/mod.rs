//! Worlds that move: which bodies are pushed, and how, an engine's way in a folder each.

pub(crate) mod numbers;
mod posed;
pub mod quake1;
pub mod quake3;
pub(crate) mod sectors;
mod varied;
mod watched;

use crate::body::{Body, WalkerMode};
use crate::movers::MoverLaws;
use clipmark_geometry::Vec3;

pub use posed::{Posed, Stepped, TriggerBox};
pub use varied::{AtArrival, PushVariation};

/// A jump pad takes hold of a body. Quake's players find by their ground probe that they leave. The walker's mode is its ground: it
/// leaves as by a jump.
pub(crate) fn throw(body: &mut Body, velocity: Vec3, laws: MoverLaws) {
    body.velocity = velocity;
    if laws == MoverLaws::Walker && velocity.z > 0.0 {
        body.grounded = false;
        (body.walker.mode, body.walker.jumping) = (WalkerMode::Falling, true);
    }
}
