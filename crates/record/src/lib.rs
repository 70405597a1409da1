//! Results as plain data: written by measurement, read by reports, without any backend.
//!
//! A [`Comparison`] is a scene's run: its results as rows, and what drawings and the replay need besides.

mod answers;
pub mod case;
pub mod causes;
pub mod classes;
mod comparison;

pub mod counts;
pub mod drawing;
mod entry;
pub mod faults;
pub mod findings;
pub mod graded;
pub mod held;
mod keys;
pub mod limits;
mod outline;
pub mod rules;
pub mod solver;
mod timing;
mod tutorial;
mod walk;
mod work;

pub use answers::{HullSide, SkinScore, SweepCounts, SweepRecord};
pub use clipmark_rows::{Made, RULES, Standing, grouped};
pub use comparison::{Comparison, Expected, Left, SceneFacts};
pub use entry::{BodyBounds, BuildCost, Entry};
pub use keys::Keys;
pub use outline::{Face, FaceKind, MoverFaces, TriggerFacts};
pub use timing::{AnswersDiffer, Timing};
pub use tutorial::{ELSEWHERE, Otherwise, TutorialCost, TutorialCosts};
pub use walk::{DIVERGED, Divergence, Mark, MovementScore, TickRecord};
pub use work::{LeastWork, WorkBin, WorkPerTrace, WorkTimes};

/// A scene's run, as results name it.
pub const STUDY: &str = "scene";
/// The fact with the hash over the state after every tick.
pub const STATES: &str = "states";
/// The fact of how much of a map's floor a run walked, and how often the player died.
pub const WALKED: &str = "walked";
/// The fact of what a backend does not collide with.
pub const LEFT_OUT: &str = "left out";
