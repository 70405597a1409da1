//! What this crate's own tests reach; no part of its interface.

pub use crate::body::{Body, SPIKE};
pub use crate::certain::Certain;
pub use crate::corners::corners;
pub use crate::engines::by_rounding::{Crossed, Outcome, Widths, clip};
pub use crate::path::{Inside, Path, ROUNDING};

use crate::path;
use crate::reference::HullReference;
use crate::solid::V;

/// The bodies of a reference, in the order of its solids.
pub fn bodies(reference: &HullReference) -> &[Body] {
    &reference.bodies
}

/// Whether a position is in the interior of some body whose surface is moved out by `offset`, in f64.
pub fn holds(reference: &HullReference, x: &V, offset: f64) -> bool {
    let holds = |body| path::contains(body, reference.rounding, x, offset);
    reference.bodies.iter().any(holds)
}

/// Where a path enters the first of the bodies whose surfaces are moved out by `offset`.
pub fn entry(reference: &HullReference, path: &Path, offset: f64) -> Option<f64> {
    reference.sweep_moved_out(path, offset, |_| false).entry
}

/// Where a path is inside one body, in f64.
pub fn inside(reference: &HullReference, body: usize, path: &Path) -> Inside {
    path::inside(&reference.bodies[body], reference.rounding, path, 0.0)
}

/// The same decided in rational numbers; `None` if the solid has no corners.
pub fn certain(reference: &HullReference, body: usize, path: &Path) -> Option<Certain> {
    Some(reference.exact_of(body)?.decide(reference.rounding, path))
}

/// Corners of a body in rational numbers, and points within it, rounded; `None` if the solid has no corners.
pub fn exact_points(reference: &HullReference, body: usize) -> Option<Vec<V>> {
    Some(reference.exact_of(body)?.f64_points().collect())
}
