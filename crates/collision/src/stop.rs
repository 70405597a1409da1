//! Where a library's cast stops, once it is backed off from the surface by a skin.

/// Smallest cosine between path and normal that a gap is kept at. Below it more than 32 skins of the path would go.
const STEEPEST: f32 = 1.0 / 32.0;

/// How far along a path to back off, so that a gap is kept along the normal; `into` is the cosine between path and normal.
pub fn back_off(gap: f32, into: f32) -> f32 {
    gap / into.max(STEEPEST)
}

/// The fraction of a stop after this share of the path. A stop just short of the end must not round up to "nothing met"; a NaN is not a
/// place.
pub fn stop_fraction(share: f32) -> f32 {
    if share.is_finite() {
        share.min(1.0_f32.next_down())
    } else {
        0.0
    }
}
