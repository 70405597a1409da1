//! The two-cylinder walker's promises and the measurements, as plain data.

use crate::{Comparison, Made, Mark, null};
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
    /// The paper's known problems, drawn.
    pub problems: Vec<Problem>,
    /// Two ticks of a walk that shakes, if one does.
    pub shaking: Option<Shaking>,
    /// Walks that break a promise, to be seen in 3-D.
    #[serde(skip)]
    pub replays: Vec<Replayed>,
}

/// All contestants on one course at one tick rate, to be seen in 3-D.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The course.
    pub course: String,
    /// Ticks a second.
    pub hz: f32,
    /// World, bodies, states and the moments of broken promises; nothing else of it is filled in.
    pub shown: Comparison,
}

/// Where a walk breaks promises, one moment each, in the order of [`Outcome::broken`].
pub type Moments = Vec<Mark>;

/// One of the paper's known problems, side by side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Name for files: `known-problem-1`.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Course and tick rate.
    pub caption: String,
    /// Name and unit of the axes.
    pub axes: [String; 2],
    /// Each contestant's curve.
    pub curves: Vec<Curve>,
}

/// One contestant's curve.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Curve {
    /// The contestant.
    pub contestant: String,
    /// Points of the curve.
    #[serde(deserialize_with = "null::nan")]
    pub points: Vec<[f64; 2]>,
}

/// Two ticks of a walk that shakes, with the places that the paper's walker tries in each. Positions are the body's origin, in
/// units.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shaking {
    /// The course.
    pub course: String,
    /// The walker.
    pub contestant: String,
    /// Ticks a second.
    pub hz: f32,
    /// Where the body was after the ticks around these.
    pub path: Vec<[f64; 3]>,
    /// One tick and the next.
    pub ticks: [ShakeTick; 2],
}

/// One tick of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShakeTick {
    /// Its number, from 0.
    pub tick: usize,
    /// Where the body is before it: the paper's p0.
    pub from: [f64; 3],
    /// The mode there.
    pub mode: String,
    /// The places tried, in order; the last is taken.
    pub tried: Vec<TriedPlace>,
}

/// A place that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriedPlace {
    /// The step of the paper's list that makes it: 7 (p1), 13 (p2), 16 (the body stays). `None` for a place that the list lacks.
    pub step: Option<u8>,
    /// The place as the step makes it.
    pub asked: [f64; 3],
    /// The place at the height that the paper's TestPosition gives it.
    pub at: [f64; 3],
    /// The mode there.
    pub mode: String,
    /// The upper cylinder fits there, and the tick ends with it.
    pub taken: bool,
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

impl WalkerResults {
    /// The contestant's walk on a course that breaks most, the lowest rate first. `None` where no walk breaks a promise.
    pub fn worst(&self, course: &str, contestant: &str) -> Option<&CourseWalk> {
        let own = self
            .rows
            .iter()
            .filter(|r| r.course == course && r.contestant == contestant);
        let broken = |row: &&CourseWalk| row.outcome.broken().len();
        // Among equals `max_by_key` takes the last.
        own.rev().max_by_key(broken).filter(|row| broken(row) > 0)
    }
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
