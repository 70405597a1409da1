//! The two-cylinder walker of Darken and Anderegg, *Collision Motion Model Design* (2006), in three variants.
//!
//! Two upright hulls on one axis. The upper one, from the knees to the top, never overlaps the world at an accepted place. The
//! lower one, from the knees to a little below the feet, usually does, and tells the ground. Nothing here knows the pipeline: a
//! wanted velocity carries a [`Motion`] through the answers of a [`Probe`].

mod attempt;
pub(crate) mod bounds;
mod footing;
mod improved;
mod obstacles;
mod paper;
mod probe;
mod slopes;
mod terms;

pub(crate) use probe::Probe;
pub(crate) use terms::{Terms, upper_bounds};

use crate::body::WalkerState;
use crate::space::Space;
use clipmark_geometry::{Point, Vec3};

/// How much of the paper's text is put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As printed, except for the parts that cannot run: W1 to W3.
    Literal,
    /// As meant: W1 to W5, W12, W16, W19 and W20.
    Intended,
    /// With its known problems repaired.
    Improved,
}

/// The data that a walker moves: place, velocity and the state between ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) at: Point,
    pub(crate) velocity: Vec3,
    pub(crate) state: WalkerState,
}

/// Carries a motion by its wanted velocity for `dt` seconds; on return the velocity is the rest of it.
pub(crate) fn carry<S: Space + ?Sized>(probe: &mut Probe<S>, terms: &Terms, motion: &mut Motion, dt: f32) {
    match terms.variant {
        Variant::Literal | Variant::Intended => paper::carry(probe, terms, motion, dt),
        Variant::Improved => improved::carry(probe, terms, motion, dt),
    }
}
