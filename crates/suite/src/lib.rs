//! The scene suite: families of scenes, courses, and the runner that plays them.
//!
//! A [`Suite`] is a family and its parameters, expanded into ordinary scenes over cases, movements, ticks and places.
//! [`Suite::load`] reads a file of `scenes/suite/`, [`Suite::variants`] names every scene it stands for, and
//! [`Suite::scene`] makes one of them. [`plan`] lists the scenes to play. Families and courses of controllers are groups
//! ([`runner::Group`]) that one runner plays into rows.

mod ask;
mod budget;
mod case;
mod cell;
pub mod controllers;
mod error;
mod families;
mod family;
pub mod files;
mod model;
mod played;
mod prelude;
mod profile_facts;
mod read;
pub mod runner;
mod solids;
mod variant;

pub use clipmark_measure::{catch_panic, hush_caught_panics};
pub use error::SuiteError;
pub use families::{EFFORT, SceneGroup, Wanted, names, plan, read_exempt};
pub use model::Suite;
pub use profile_facts::ProfileFacts;
pub use variant::{Effort, Variant};

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::budget::check;
    pub use crate::controllers::checks::Measures;
}
