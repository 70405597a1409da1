//! Backends made for tests: a sound one, and ones with known faults.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

pub mod broken;
pub mod clean;
mod parts;
pub mod unbevelled;
