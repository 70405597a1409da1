//! Contestants, a scene made ready to play, its input, one run, and the sweeps asked.

pub(crate) mod base;
pub(crate) mod beginning;
pub(crate) mod built;
pub(crate) mod contestant;
pub(crate) mod floor;
pub mod in_order;
pub(crate) mod input;
pub mod least;
pub(crate) mod lengths;
pub mod moving;
pub(crate) mod play;
pub(crate) mod reference_f32;
pub(crate) mod reference_space;
pub(crate) mod registry;
pub(crate) mod roster;
pub(crate) mod setting;
pub(crate) mod standing;
pub mod sweeps;
pub mod uniform;
pub(crate) mod versions;
pub(crate) mod wander;
pub mod weigh;
