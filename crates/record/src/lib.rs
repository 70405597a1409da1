//! Results as plain data: written by measurement, read by reports, without any backend.
//!
//! A [`Comparison`] is all that a page shows of a scene's run. Its [results](Comparison::results) are the rows of it, which go to
//! files.

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
pub mod recorded;
mod rows;
pub mod rules;
pub mod solver;
mod timing;
mod tutorial;
pub mod verdict;
mod walk;
mod work;

pub use answers::{HullSide, Quantiles, SkinScore, SweepCounts, SweepRecord};
pub use clipmark_rows::{Made, RULES, Standing, grouped};
pub use comparison::{Comparison, Expected, Left, Machine, SceneFacts};
pub use entry::{BodyBounds, BuildCost, Entry};
pub use keys::Keys;
pub use outline::{Face, FaceKind, MoverFaces, TriggerFacts};
pub use rows::{LEFT_OUT, STATES, STUDY};
pub use timing::{AnswersDiffer, Timing};
pub use tutorial::{ELSEWHERE, Otherwise, TutorialCost, TutorialCosts};
pub use walk::{DIVERGED, Divergence, Mark, MovementScore, TickRecord};
pub use work::{LeastWork, WorkBin, WorkPerTrace, WorkTimes};
