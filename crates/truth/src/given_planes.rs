//! What a tracer meets that clips a hull against a map's planes as they are given, and that is not there.
//!
//! Quake III's compilers store bevels with each brush, so that a box sweep need only move planes out (`docs/engines.md`
//! section 1). Where a bevel stands off its brush, or one that the hull would need is missing, the planes moved out bound
//! more than the Minkowski sum: stops there are phantoms by exact geometry, and the map's doing.

use crate::reference::HullReference;
use crate::solid::{HalfSpace, Part, Solid, V};

/// How the planes that a map gives a brush, bevels among them, bound more than the brush as a hull meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenPlanes {
    /// A bevel stands off the brush.
    StandOff,
    /// A bevel that the hull would need is missing: the planes leave a spike, though each is laid on the brush.
    LackBevel,
}

/// Normals with a product above this are one, f32's rounding and compilers' text included. Smaller: a solver's normal is taken
/// for a plane's; larger: a plane's own is not known again.
const SAME: f64 = 0.999_999;

impl HullReference {
    /// Whether a position is no farther than `offset` in front of any plane that the map gives a bevelled brush, each moved
    /// out by the hull's extent along its normal: whoever clips against these planes is in the brush there, though the hull
    /// need not be.
    pub(crate) fn behind_given_planes(&self, body: usize, x: &V, offset: f64) -> bool {
        let s = &self.solids[body];
        s.bevelled && s.sides.iter().all(|p| self.ahead(p, x) <= offset)
    }

    /// Whether whoever clips against given planes starts a sweep in a brush that the map gives them, and ends it there too where that
    /// is asked; planes are moved out by `offset` besides.
    pub(crate) fn is_held_by_given_planes(&self, start: &V, end: Option<&V>, offset: f64) -> bool {
        let holds = |i: usize, x: &V| self.behind_given_planes(i, x, offset);
        (0..self.solids.len()).any(|i| {
            let is_brush = matches!(self.part_of(i), Part::Brush(_));
            is_brush && holds(i, start) && end.is_none_or(|end| holds(i, end))
        })
    }

    /// Whether a facet's plane of this normal decides a stop: the position is behind all planes of the facet, each moved out by hull
    /// and skin, and as far as the skin from that one; or nearer, where the sweep does not move. Its back is none.
    pub(crate) fn is_stopped_by_facet(
        &self,
        body: usize,
        x: &V,
        normal: &V,
        [skin, tolerance]: [f64; 2],
        moves: bool,
    ) -> bool {
        let decides = |p: &HalfSpace| {
            let gap = self.ahead(p, x) - skin;
            self.is_edge(body, &p.normal, normal) && gap <= tolerance && (gap >= -tolerance || !moves)
        };
        self.behind_given_planes(body, x, skin + tolerance) && self.solids[body].sides.iter().any(decides)
    }

    /// How far a position is in front of a plane that is moved out by the hull.
    fn ahead(&self, p: &HalfSpace, x: &V) -> f64 {
        p.normal.dot(x) - p.height - self.core.mirrored_support(&p.normal) - self.radius
    }

    /// Whether a position in a facet, as the planes bound it that a piece of a patch is clipped against, is no farther than
    /// `offset` from one of them that has this normal, all moved out by the hull's extent. Its back is none.
    pub(crate) fn is_at_edge_of_facet(&self, body: usize, x: &V, normal: &V, offset: f64) -> bool {
        let mut sides = self.solids[body].sides.iter();
        self.behind_given_planes(body, x, offset)
            && sides.any(|p| self.is_edge(body, &p.normal, normal) && self.ahead(p, x).abs() <= offset)
    }

    /// Whether a position is no farther than `offset` from a plane of the piece itself, as the hull meets it, that has this
    /// normal. Its back is none.
    pub(crate) fn is_at_edge_of_piece(&self, body: usize, x: &V, normal: &V, offset: f64) -> bool {
        let mut planes = self.bodies[body].planes.iter();
        planes.any(|p| self.is_edge(body, &p.normal, normal) && (p.distance(x) - self.reach).abs() <= offset)
    }

    fn is_edge(&self, body: usize, plane: &V, normal: &V) -> bool {
        let is_back = |front: &V| front.dot(plane) <= -SAME;
        plane.dot(normal) > SAME && !self.bodies[body].front.as_ref().is_some_and(is_back)
    }

    /// Why a position, stopped at by a plane of this normal (none where the whole way is held to be solid), is no farther
    /// than `offset` in front of all the planes that the map gives some bevelled brush, that plane among them, each moved
    /// out by the hull's extent along its normal; `None` where it is.
    pub(crate) fn within_given_planes(&self, x: &V, normal: Option<&V>, offset: f64) -> Option<GivenPlanes> {
        let holds = |s: &Solid, height: &dyn Fn(&HalfSpace) -> f64| {
            let reach = |p: &HalfSpace| height(p) + self.core.mirrored_support(&p.normal) + self.radius;
            s.sides.iter().all(|p| p.normal.dot(x) - reach(p) <= offset)
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
