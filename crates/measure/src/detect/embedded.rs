//! F20, penetration history: how deep the hull is in solids after each tick.

use crate::play::Played;
use clipmark_truth::HullReference;

/// Depth after each tick in units, exact; 0 when free.
pub(crate) fn depths(played: &Played, truth: &HullReference) -> Vec<f64> {
    let depth = |origin: &clipmark_geometry::Point| {
        truth
            .signed_distance(&origin.cast())
            .map_or(0.0, |d| (-d.distance).max(0.0))
    };
    played
        .states
        .iter()
        .skip(1)
        .map(|body| depth(&body.origin))
        .collect()
}
