//! The two-cylinder walker's promises and the measurements, as plain data.

use crate::{Made, null};
use serde::{Deserialize, Serialize};

/// All walks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WalkerResults {
    /// Version of this program.
    pub version: String,
    /// Its origin.
    pub made: Made,
    /// The movement.
    pub profile: String,
    /// One for each course, contestant and tick rate.
    pub rows: Vec<CourseWalk>,
}

/// One walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CourseWalk {
    /// The course.
    pub course: String,
    /// The walker: `cylinder:literal`, `bsp+pair`.
    pub contestant: String,
    /// Ticks a second.
    #[serde(deserialize_with = "null::nan")]
    pub hz: f32,
    /// Its result.
    pub outcome: Outcome,
}

/// The measures of a walk for the promises.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// RMS of the motion that turns back under one wish of the player, in units (F19).
    #[serde(deserialize_with = "null::nan")]
    pub shake: f64,
    /// Share of settled ticks that turn back (F19).
    #[serde(deserialize_with = "null::nan")]
    pub alternation: f64,
    /// Time stuck, in seconds (F17).
    #[serde(deserialize_with = "null::nan")]
    pub stuck_seconds: f64,
    /// Ticks that rose against nothing walkable (F22).
    pub climbs: u32,
    /// By how much in all, in units.
    #[serde(deserialize_with = "null::nan")]
    pub climbed: f64,
    /// Deepest that the upper hull was in a solid after a tick, in units (F20).
    #[serde(deserialize_with = "null::nan")]
    pub deepest: f64,
    /// The further goal, in words with its figure; empty without one.
    pub goal: String,
    /// Whether that came of it.
    pub reached: Option<bool>,
}

/// Upper limits that the improved walker is held to.
pub mod bars {
    /// Shake: the gap that it keeps, in units.
    pub const SHAKE: f64 = 1.0 / 32.0;
    /// Alternation.
    pub const ALTERNATION: f64 = 0.05;
    /// Depth of the upper hull, in units: f32 rounding at the coordinates of maps.
    pub const DEPTH: f64 = 0.002;
}

impl Outcome {
    /// The promises that this walk breaks.
    pub fn broken(&self) -> Vec<&'static str> {
        let checks = [
            (self.shake > bars::SHAKE, "shake"),
            (self.alternation > bars::ALTERNATION, "alternation"),
            (self.stuck_seconds > 0.0, "stuck"),
            (self.climbs > 0, "climbs"),
            (self.deepest > bars::DEPTH, "in a solid"),
            (self.reached == Some(false), "goal"),
        ];
        checks
            .iter()
            .filter(|(bad, _)| *bad)
            .map(|(_, what)| *what)
            .collect()
    }
}
