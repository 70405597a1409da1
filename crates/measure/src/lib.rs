//! Runs contestants, scores them against the truth and times them in turns.
//!
//! [`compare`] takes a [`Scene`](clipmark_scene::Scene) and gives a [`record::Comparison`]: each contestant is
//! built, plays the script, answers seeded random sweeps that the exact reference judges, and is timed against
//! the others. [`Setting`] and [`Entrant`] are its parts, for benches; [`timing`] and [`referee()`] serve tools that
//! bring their own sweeps.

pub mod agreement;
pub mod answers;
pub mod bar;
mod base;
mod classes;
mod comparison;
mod contestant;
pub mod counterparts;
pub mod detect;
pub mod difference;
mod driver;
mod error;
mod expect;
mod explain;
pub mod laws;
mod machine;
mod marks;
mod oracle;
mod play;
pub mod record;
mod referee;
mod score;
mod setting;
mod solver;
mod stats;
pub mod suite;
mod sweep_times;
pub mod sweeps;
pub mod timing;
mod touching;
mod tutorial;
pub mod uniform;
mod verdict;
pub mod walker;
mod work_times;
mod worst;

pub use comparison::{Options, compare};
pub use contestant::{BACKENDS, BackendKind, Contestant, MOVERS, VARIANTS};
pub use error::MeasureError;
pub use explain::Explained;
pub use machine::this_machine;
pub use oracle::Oracle;
pub use play::{Played, play};
pub use referee::{Refereed, referee};
pub use setting::{Entrant, Setting};

/// Told how far a comparison has come: a stage by name, steps done and steps in all.
pub type Progress<'a> = &'a mut dyn FnMut(&str, u64, u64);
