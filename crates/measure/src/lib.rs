//! Runs contestants, scores them against the truth and times them in turns.
//!
//! [`compare`] takes a [`Scene`](clipmark_scene::Scene) and gives a [`record::Comparison`]: each contestant is
//! built, plays the script, answers seeded random sweeps that the exact reference judges, and is timed against
//! the others. [`timing`] serves tools that time recorded sweeps.

mod comparison;
mod contestant;
mod detect;
mod driver;
mod error;
mod expect;
mod machine;
mod play;
pub mod record;
mod referee;
mod stats;
mod sweeps;
pub mod timing;
mod verdict;

pub use comparison::{Options, compare};
pub use contestant::{BACKENDS, BackendKind, Contestant, MOVERS};
pub use error::MeasureError;
pub use machine::this_machine;
pub use play::{Played, play};
pub use referee::referee;

/// Told how far a comparison has come: a stage by name, steps done and steps in all.
pub type Progress<'a> = &'a mut dyn FnMut(&str, u64, u64);
