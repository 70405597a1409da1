//! A moving world's report to a program that plays it.

use crate::command::UserCmd;
use crate::facts::TickFacts;
use crate::setup::Setup;
use clipmark_geometry::{Aabb, Hull, Vec3};

/// A mover where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed {
    /// Number among the game's entities.
    pub number: i32,
    /// Index of its model among the world's.
    pub model: usize,
    /// Where it is, in units.
    pub origin: Vec3,
    /// How it is turned: pitch, yaw and roll in degrees.
    pub angles: Vec3,
}

/// Where a trigger acts on a player's box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriggerBox {
    /// Its class among a map's entities, or the part that it sets going: `door trigger`, `lift trigger`.
    pub class: &'static str,
    /// Its box; where it has brushes, the box around them.
    pub bounds: Aabb,
}

impl TriggerBox {
    pub(crate) const DOOR: &str = "door trigger";
    pub(crate) const LIFT: &str = "lift trigger";
    pub(crate) const PUSH: &str = "trigger_push";
    pub(crate) const TELEPORT: &str = "trigger_teleport";
    pub(crate) const USE: &str = "trigger_multiple";
}

/// A player's command, played.
#[derive(Clone, Copy, Debug)]
pub struct Stepped {
    /// The command as the movement got it: movers and teleporters turn the view.
    pub command: UserCmd,
    /// Questions and hits of the tick.
    pub facts: TickFacts,
}

/// The part of a living body that must stay out of solids, standing and crouched. The upper half of the two-cylinder walker.
pub(crate) fn solids(setup: &Setup) -> [Hull; 2] {
    [false, true].map(|ducked| {
        let bounds = setup.mover().solid_bounds_of(&setup.profile, ducked);
        setup.shape().hull(bounds)
    })
}

/// A mover that finds its own ground stands on the surface this much below its feet, in units. Its part that stays out of solids
/// meets it there. Too small: rounding leaves it without ground. Too large: it rides a part that it hovers over.
pub(crate) const BELOW_FEET: f32 = 1.0;
