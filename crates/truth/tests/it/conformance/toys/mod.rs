//! Backends made for tests: a sound one, and ones with known faults.
pub(crate) mod broken;
pub(crate) mod clean;
mod parts;
pub(crate) mod unbevelled;
