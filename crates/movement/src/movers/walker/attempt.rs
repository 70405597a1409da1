//! A step that the improved walker tries, and the gap that it keeps.

use clipmark_geometry::Vec3;

/// Gap kept from obstacles, in units: a quarter of Quake III's skin. Smaller is lost to rounding far from the
/// origin, larger shows.
pub(super) const GAP: f32 = 1.0 / 32.0;

/// A step that is tried.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) wanted: Vec3,
    pub(super) velocity: Vec3,
    pub(super) dt: f32,
    pub(super) standing: bool,
}
