//! Is a backend's answer about a hull that stands in solids right: its depth, and the surfaces that it touches?
//!
//! Source: the seam. The position test gives the way out of the deepest solid met. It is never shorter than the depth that the
//! nearest plane of the exact body gives. A shorter one leaves the hull in the solid. The contacts of an overlapped solid are its
//! polygons that reach into the hull. So each overlapped solid is among them. Depth and contacts are held to the tolerance of a
//! sweep's answer.
//!
//! Judged are brushes, for backends whose solids are solids. A backend of surfaces notices a solid only where its surface is
//! crossed. A backend's further overlaps (bevels that stand off, a patch) are not judged. Neither is a depth that is too large: a
//! mitred or a merged solid is left by a longer way.

use crate::path::{self, Rounding};
use crate::reference::HullReference;
use crate::solid::{Part, V};
use clipmark_collision::{Contact, Declaration, Penetration, Sidedness};
use clipmark_geometry::Point;

/// Rounding steps of f32 that any answer may be off by. A plane distance carries about three, fraction and end one each. Twice
/// that keeps right answers in, and beyond 2^18 units it exceeds the skins anyway.
const STEPS: f64 = 8.0;

/// The f32 rounding of a distance where coordinates are so large, in units.
pub(crate) fn rounding_at(largest: f32) -> f64 {
    STEPS * f64::from(largest.next_up() - largest)
}

/// The faults of an answer about a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaceVerdict {
    /// How deep the hull is in the deepest brush, in units. 0 where it is in none by more than the tolerance.
    pub depth: f64,
    /// By how much the position test says less, in units; 0 within the tolerance.
    pub too_shallow: f64,
    /// Depth of the deepest brush that has no contact, in units; 0 where each has one.
    pub without_contact: f64,
}

impl PlaceVerdict {
    /// Whether anything is wrong.
    pub fn is_wrong(&self) -> bool {
        self.too_shallow > 0.0 || self.without_contact > 0.0
    }
}

/// Judges a backend's answer about the reference's hull at a place. An unreliable answer is judged as none.
pub fn judge_place(
    reference: &HullReference,
    at: &Point,
    overlap: Option<&Penetration>,
    contacts: &[Contact],
    declaration: &Declaration,
) -> PlaceVerdict {
    let mut v = PlaceVerdict::default();
    if declaration.sidedness != Sidedness::Solid || !at.iter().all(|x| x.is_finite()) {
        return v;
    }
    let b = reference.hull.bounds();
    let largest = at.coords.amax() + b.mins.coords.amax().max(b.maxs.coords.amax());
    let rounding = rounding_at(largest);
    let tolerance = reference.share_of(declaration.rules.skin.into()) + rounding;
    let x: V = at.coords.cast();
    let said = overlap
        .filter(|p| p.status.is_reliable())
        .map_or(0.0, |p| f64::from(p.depth));
    for (body, depth) in reference.brushes_at(&x, tolerance) {
        v.depth = v.depth.max(depth);
        let has_contact = contacts.iter().any(|c| {
            let n: V = c.normal.cast();
            c.distance < 0.0
                && (reference.reach_of(body, &n) - n.dot(&c.point.coords.cast())).abs() <= tolerance
        });
        if !has_contact {
            v.without_contact = v.without_contact.max(depth);
        }
    }
    if v.depth - said > tolerance {
        v.too_shallow = v.depth - said;
    }
    v
}

impl HullReference {
    /// The bodies of brushes that the hull at a position is in deeper than that, each with how deep.
    fn brushes_at(&self, x: &V, deeper: f64) -> Vec<(usize, f64)> {
        let mut found = Vec::new();
        self.tree.near(x, self.reach, |i| {
            let body = &self.bodies[i];
            let depth = match self.rounding {
                Rounding::Disc(r) => -self.disc_distance(i, r, x),
                rounding => -path::signed_distance(body, rounding, x, 0.0).distance,
            };
            if depth > deeper && matches!(self.part_of(i), Part::Brush(_)) {
                found.push((i, depth));
            }
            self.reach
        });
        found
    }

    /// How far a solid reaches along a direction.
    fn reach_of(&self, body: usize, n: &V) -> f64 {
        let corners = self.solids[body].vertices.iter();
        corners.map(|c| n.dot(c)).fold(f64::NEG_INFINITY, f64::max)
    }
}
