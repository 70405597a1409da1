//! One sweep against the facets of one patch.
//!
//! Source: `quake-engines.md` section 1, "Box/capsule sweep" and "Point sweep". For a box a facet is a thin
//! convex solid, entered by the rules of a brush; being one-sided, it lets pass what would come in by its
//! back. A point asks for the crossing with the surface alone.

use super::set::{PatchHead, PatchSet};
use crate::clip::{Clip, Skin, clip_to_brush};
use crate::shape::{MovingShape, SidePlane};

/// Where a sweep meets a facet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacetHit {
    pub(crate) fraction: f32,
    /// The plane met, moved out by the hull.
    pub(crate) plane: SidePlane,
}

impl PatchSet {
    /// The first facet met before `before`, of those met together the first in the patch.
    #[inline(always)]
    pub(crate) fn clip<S: MovingShape>(
        &self,
        head: &PatchHead,
        shape: &S,
        (start, end): ([f32; 3], [f32; 3]),
        skin: Skin,
        before: f32,
        planes: &mut u64,
    ) -> Option<FacetHit> {
        let mut best = None;
        let mut fraction = before;
        for facet in self.facets_of(head) {
            let sides = self.sides_of(facet);
            let hit = if S::IS_POINT {
                cross_facet(shape, sides, start, end, skin, fraction, planes)
            } else {
                enter_facet(shape, sides, start, end, skin, fraction, planes)
            };
            if let Some(hit) = hit {
                fraction = hit.fraction;
                best = Some(hit);
            }
        }
        best
    }

    /// Whether the shape touches or overlaps a facet.
    pub(crate) fn overlaps<S: MovingShape>(&self, head: &PatchHead, shape: &S, at: [f32; 3]) -> bool {
        let half = shape.half();
        let mins = std::array::from_fn(|i| at[i] - half[i]);
        let maxs = std::array::from_fn(|i| at[i] + half[i]);
        let inside = |side: &SidePlane| shape.distance(side, at) <= 0.0;
        !head.apart(mins, maxs)
            && self
                .facets_of(head)
                .iter()
                .any(|f| self.sides_of(f).iter().all(inside))
    }
}

#[inline(always)]
fn enter_facet<S: MovingShape>(
    shape: &S,
    sides: &[SidePlane],
    start: [f32; 3],
    end: [f32; 3],
    skin: Skin,
    before: f32,
    planes: &mut u64,
) -> Option<FacetHit> {
    let Clip::Enters { fraction, side } = clip_to_brush(shape, sides, start, end, skin, planes) else {
        return None;
    };
    (side + 1 < sides.len() && fraction < before).then(|| FacetHit {
        fraction,
        plane: shape.moved_out(&sides[side]),
    })
}

#[inline(always)]
fn cross_facet<S: MovingShape>(
    shape: &S,
    sides: &[SidePlane],
    start: [f32; 3],
    end: [f32; 3],
    skin: Skin,
    before: f32,
    planes: &mut u64,
) -> Option<FacetHit> {
    let (surface, borders) = sides.split_first()?;
    *planes += 1;
    let (d1, d2) = shape.distances(surface, start, end);
    let crossing = Some(d1 / (d1 - d2)).filter(|&f| d1 > 0.0 && f > 0.0 && f <= before)?;
    for border in borders {
        *planes += 1;
        let (b1, b2) = shape.distances(border, start, end);
        let at = b1 / (b1 - b2);
        let ahead = at > 0.0;
        let outside = if b1 > 0.0 {
            !ahead || at > crossing
        } else {
            ahead && at < crossing
        };
        if outside {
            return None;
        }
    }
    let fraction = (((f64::from(d1) - skin.width) / f64::from(d1 - d2)) as f32).max(0.0);
    Some(FacetHit {
        fraction,
        plane: *surface,
    })
}
