//! Hits at nothing of a tracer that clips a hull against a map's planes as they are given.
//!
//! Quake III's compilers store bevels with each brush. So a box sweep need only move planes out (`docs/engines.md` section 1). A
//! bevel may stand off its brush, or a bevel that the hull needs may be missing. Then the planes moved out bound more than the
//! Minkowski sum. Stops there are phantoms by exact geometry, and the map's doing.

use crate::laid::Lying;
use crate::reference::HullReference;
use crate::solid::{HalfSpace, Solid, V};

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
const SAME: f64 = 0.999_999;

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
        let has = |s: &Solid, n: &V| s.sides.iter().any(|p| p.normal.dot(n) > SAME);
        let named = |s: &&Solid| s.bevelled && normal.is_none_or(|n| has(s, n));
        let of = || self.solids.iter().filter(named);
        if of().any(|s| holds(s, &|p| s.support(&p.normal))) {
            return Some(GivenPlanes::LackBevel);
        }
        let as_given = of().any(|s| holds(s, &|p| p.height));
        as_given.then_some(GivenPlanes::StandOff)
    }
}
