//! The part of a solid that is met: a face, an edge or a corner, and how large the solid is.

use crate::reference::{ExactContact, HullReference};
use crate::solid::{Edge, Part, Solid, V};

/// A normal within this of another, as the length of their difference, is the same; of an edge, its sine. Far above
/// rounding, far below f32's resolution of directions.
const SAME: f64 = 1e-7;
/// A corner within this of the furthest along a normal is where the contact is, in units.
const REACHED: f64 = 1e-5;

/// The part of a solid that a hull meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A face, with anything of the hull.
    Face,
    /// An edge, with an edge, a face or the roundness of the hull.
    Edge,
    /// A corner, with a face or the roundness of the hull.
    Corner,
}

impl HullReference {
    /// The part of its solid that a contact is at: of several normals the simplest counts.
    pub fn feature(&self, contact: &ExactContact) -> Option<Feature> {
        let solid = self.solid(contact.part)?;
        contact.normals.iter().map(|n| feature(solid, n)).min()
    }

    /// The longest side of the box around a solid, in units.
    pub fn extent(&self, part: Part) -> Option<f64> {
        let solid = self.solid(part)?;
        let (mut lo, mut hi) = (V::repeat(f64::INFINITY), V::repeat(f64::NEG_INFINITY));
        for v in &solid.vertices {
            lo = lo.inf(v);
            hi = hi.sup(v);
        }
        Some((hi - lo).amax())
    }

    /// All solids, in the order of their parts.
    pub fn solids(&self) -> &[Solid] {
        &self.solids
    }

    /// A solid as it stands in this reference.
    pub fn solid(&self, part: Part) -> Option<&Solid> {
        self.body_of(part).map(|i| &self.solids[i])
    }
}

fn feature(solid: &Solid, n: &V) -> Feature {
    if solid.faces.iter().any(|f| (f.normal - n).norm() < SAME) {
        return Feature::Face;
    }
    let reach = solid.support(n);
    let met = |e: &Edge| e.along.dot(n).abs() < SAME && n.dot(&e.at) > reach - REACHED;
    if solid.edges.iter().any(met) {
        Feature::Edge
    } else {
        Feature::Corner
    }
}
