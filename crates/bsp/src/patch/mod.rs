//! Curved patches: made into facets when the world is built, swept against as thin convex solids.

mod clip;
mod set;

pub(crate) use clip::FacetSweep;
pub(crate) use set::PatchSet;
