//! The shared sources with parry3d-f64.
#![allow(
    clippy::duplicate_mod,
    reason = "one source for both of parry's crates, as parry itself has it"
)]

pub(super) use parry3d_f64 as parry;
use std::f64::consts::FRAC_PI_2 as QUARTER_TURN;

use super::StockUse;

/// parry's numbers.
pub(super) type Real = f64;

#[path = "alone.rs"]
mod alone;
#[path = "backend.rs"]
pub(super) mod backend;
#[path = "body.rs"]
mod body;
#[path = "counted.rs"]
mod counted;
#[path = "group.rs"]
mod group;
#[path = "numbers.rs"]
mod numbers;
#[path = "solids.rs"]
mod solids;
#[path = "sweep_toi.rs"]
mod sweep_toi;

/// The contestant's name; only one of the uses takes part in f64.
fn name(_: StockUse) -> &'static str {
    "bvh:f64"
}
