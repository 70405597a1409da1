//! Results as plain data: written by measurement, read by reports, without any backend.
//!
//! A [`Comparison`] goes to `results.json`, except for drawing data: the faces of the world, the normals of contacts
//! and the steps of a solver. These are skipped there, and empty when it is read back. A number that is infinite or
//! none is `null` in JSON and read back as NaN.

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
mod null;
mod outline;
pub mod recorded;
pub mod rules;
pub mod solver;
mod timing;
mod tutorial;
pub mod verdict;
pub mod verdicts;
mod walk;
mod work;

pub use answers::{HullSide, Quantiles, SkinScore, SweepCounts, SweepRecord};
pub use clipmark_rows::each_once;
pub use clipmark_rows::{Made, RULES, Standing, grouped};
pub use comparison::{Comparison, Expected, Left, Machine, SceneFacts};
pub use entry::{BodyBounds, BuildCost, Entry};
pub use keys::Keys;
pub use outline::{Face, FaceKind, MoverFaces, TriggerFacts};
pub use timing::{AnswersDiffer, Timing};
pub use tutorial::{ELSEWHERE, Otherwise, TutorialCost, TutorialCosts};
pub use walk::{DIVERGED, Divergence, Mark, MovementScore, TickRecord};
pub use work::{LeastWork, WorkBin, WorkPerTrace, WorkTimes};
