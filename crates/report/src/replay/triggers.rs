//! Triggers for the 3-D replay: boxes that stay where they are.

use super::FARTHEST;
use clipmark_rows::drawn::Comparison;
use serde::Serialize;

/// A trigger, for the page.
#[derive(Serialize)]
pub(super) struct Head<'a> {
    class: &'a str,
    /// Low and high corner.
    bounds: [[f32; 3]; 2],
}

/// The triggers that have a place to be drawn at.
pub(super) fn heads(comparison: &Comparison) -> Vec<Head<'_>> {
    let drawn = comparison.triggers.iter().map(|t| Head {
        class: &t.class,
        bounds: [t.mins, t.maxs],
    });
    drawn
        .filter(|t| t.bounds.as_flattened().iter().all(|x| x.abs() <= FARTHEST))
        .collect()
}
