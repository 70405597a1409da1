//! Courses for Jolt's controllers: those of all libraries, and one of steep stairs.
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../../../tests/course.rs"]
mod shared;

use clipmark_adapter::TUNED;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Brush, World};
pub(crate) use clipmark_jolt::JoltBackend as Library;
pub(crate) use shared::*;

/// Jolt as its best user sets it up.
pub(crate) fn library(world: &World, rules: TraceRules) -> Library {
    Library::build(world, rules, TUNED).unwrap()
}

/// Twelve steps of 16 from x = 100, each 24 deep, on a floor, and a landing.
pub(crate) fn steep_stairs() -> Vec<Brush> {
    let step = |i: u8| {
        let (low, rise) = (100.0 + 24.0 * f32::from(i), 16.0 * f32::from(i + 1));
        let high = if i == 11 { 4000.0 } else { low + 24.0 };
        block([low, -128.0, 0.0], [high, 128.0, rise])
    };
    (0..12).map(step).chain([floor()]).collect()
}
