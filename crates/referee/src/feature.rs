//! What a hull meets: a face, an edge or a corner of a solid, or only the planes that a map gives a brush.
//!
//! Quake III's compilers store bevels with each brush. So a box sweep need only move planes out (`docs/engines.md` section 1). A
//! bevel may stand off its brush, or a bevel that the hull needs may be missing. Then the planes moved out bound more than the
//! Minkowski sum. Stops there are phantoms by exact geometry, and the map's doing.

use crate::laid::Lying;
use crate::reference::{ExactContact, HullReference};
use crate::solid::{Edge, HalfSpace, Part, Solid, V};

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

/// How a brush's planes in the map, bevels among them, bound more than the brush as a hull meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenPlanes {
    /// A bevel stands off the brush.
    StandOff,
    /// A bevel that the hull would need is missing. The planes leave a spike, though each is laid on the brush.
    LackBevel,
}

/// Normals with a product above this are one, f32's rounding and compilers' text included. Smaller: a solver's normal is taken
/// for a plane's; larger: a plane's own is not known again.
const SAME_PLANE: f64 = 0.999_999;

impl HullReference {
    /// Why a position is within the given planes of some bevelled brush, each moved out by the hull's extent along its normal. It
    /// is within them where it is at most `offset` in front of each. The plane of this normal stopped there and must be among
    /// them. It is `None` where the whole way is held to be solid. The answer is `None` where the position is farther.
    pub(crate) fn within_given_planes(&self, x: &V, normal: Option<&V>, offset: f64) -> Option<GivenPlanes> {
        let holds = |s: &Solid, height: &dyn Fn(&HalfSpace) -> f64| {
            let lying = Lying::at(s, &self.hull, *x);
            let front = |p: &HalfSpace| match &s.laid {
                Some(_) => lying.gap(&p.normal, height(p)),
                None => p.normal.dot(x) - height(p) - self.core.mirrored_support(&p.normal) - self.radius,
            };
            s.sides.iter().all(|p| front(p) <= offset)
        };
        let has = |s: &Solid, n: &V| s.sides.iter().any(|p| p.normal.dot(n) > SAME_PLANE);
        let named = |s: &&Solid| s.bevelled && normal.is_none_or(|n| has(s, n));
        let of = || self.solids.iter().filter(named);
        if of().any(|s| holds(s, &|p| s.support(&p.normal))) {
            return Some(GivenPlanes::LackBevel);
        }
        let as_given = of().any(|s| holds(s, &|p| p.height));
        as_given.then_some(GivenPlanes::StandOff)
    }
}
