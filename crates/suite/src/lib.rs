//! The scene suite: families of scenes, their players' facts, and the contestants. Nothing is timed.
//!
//! A [`Suite`] is a family and its parameters, expanded into ordinary scenes over cases, movements, ticks and places.
//! [`Suite::load`] reads a file of `scenes/suite/`, [`Suite::variants`] names every scene it stands for, and
//! [`Suite::scene`] makes one of them. [`plan`] lists the scenes to play. A caller plays the [`Task`]s in any order and on
//! any number of threads, and keeps the cells in a [`journal`]. [`SuiteRun::from_cells`](clipmark_record::suite::SuiteRun::from_cells) sums
//! them up.

mod ask;
mod budget;
mod case;
mod cell;
pub mod controllers;
mod error;
pub mod exemptions;
mod family;
pub mod files;
pub mod folder;
pub mod journal;
pub mod known;
mod lawful;
mod model;
mod plan;
mod profile_facts;
mod read;
pub mod runner;
mod solids;
mod variant;
pub mod walker;

pub use error::SuiteError;
pub use model::Suite;
pub use plan::{Chosen, Task, Wanted, plan};
pub use profile_facts::ProfileFacts;
pub use variant::{Effort, Variant};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::budget::check;
    pub use crate::controllers::checks::Measures;
}
