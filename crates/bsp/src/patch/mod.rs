//! Curved patches: made into facets when the world is built, swept against as thin convex solids.

mod bevels;
mod clip;
mod facet;
mod facets;
mod open;
mod outline;
mod planes;
mod set;
mod vector;

pub(crate) use clip::Way;
pub(crate) use set::{Bounds, PatchSet};
