//! The shared sources with parry3d: f32, as its users have it.
#![allow(
    clippy::duplicate_mod,
    reason = "one source for both of parry's crates, as parry itself has it"
)]

pub(super) use parry3d as parry;
use std::f32::consts::FRAC_PI_2 as QUARTER_TURN;

use super::StockUse;

/// parry's numbers.
pub(super) type Real = f32;

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

/// The name of a use's contestant.
fn name(how: StockUse) -> &'static str {
    match how {
        StockUse::Hulls => "bvh:stock",
        StockUse::TimeOfImpact => "bvh:toi",
        StockUse::Mesh => "bvh:mesh",
    }
}
