//! Worlds that move: which bodies are pushed, and how, an engine's way in a folder each.

pub(crate) mod met;
pub(crate) mod numbers;
mod playback;
mod posed;
pub mod quake1;
pub mod quake3;
pub(crate) mod sectors;
mod varied;

use crate::body::{Body, WalkerMode};
use crate::movers::MoverLaws;
use crate::setup::Setup;
use clipmark_geometry::{Aabb, Vec3};

pub use playback::{Format, Heading, Note, Playback, PlaybackError, Recorded, RecordedWorld, Step, Turn};
pub use posed::{Posed, Stepped, TriggerBox};
pub use varied::{AtArrival, PushVariation};

/// The bounds that a body's questions in a command hardly ever leave. A world that moves is searched once within them; whoever
/// asks beyond them is answered by a search of its own.
pub(crate) fn reach(body: &Body, setup: &Setup, seconds: f32) -> Aabb {
    /// A step up and down again, probes, and what a command adds to the velocity, in units. Less: some sweeps are searched for
    /// again. More: movers count as near that are not.
    const AROUND: f32 = 48.0;
    let way = body.velocity.norm() * seconds;
    setup
        .hull(false)
        .bounds()
        .translated(&body.origin.coords)
        .grown(way + AROUND)
}

/// A jump pad takes hold of a body. Quake's players find by their ground probe that they leave. The walker's mode is its ground:
/// it leaves as by a jump.
pub(crate) fn throw(body: &mut Body, velocity: Vec3, laws: MoverLaws) {
    body.velocity = velocity;
    if laws == MoverLaws::Walker && velocity.z > 0.0 {
        body.grounded = false;
        (body.walker.mode, body.walker.jumping) = (WalkerMode::Falling, true);
    }
}
