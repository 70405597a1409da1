//! The stages that only Source has, or has by rules of its own (`docs/engines.md` section 6.4).

pub(crate) mod duck;
pub(crate) mod gravity;
pub(crate) mod ground;
pub(crate) mod jump;
pub(crate) mod keys;
pub(crate) mod speed;
pub(crate) mod stuck;
pub(crate) mod water;
