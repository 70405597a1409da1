//! The stages of a tick in their order, one file per engine.

pub(crate) mod quake3;
pub(crate) mod quakeworld;
