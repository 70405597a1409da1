//! One sweep against the facets of one patch.
//!
//! Source: `docs/engines.md` section 1, "Box/capsule sweep" and "Point sweep". For a box a facet is a thin convex solid, entered
//! by the rules of a brush. It is one-sided: a path may pass from its back. A point asks for the crossing with the surface alone,
//! and compares it with the borders without any tolerance. Aimed at a seam to the last bit it may slip between two facets, as in
//! the engine.

use super::set::{FacetHead, PatchHead, PatchSet};
use crate::clip::{BrushSweep, Clip, NOTHING_KEPT, Skin, clip_to_brush};
use crate::lanes::Sides;
use crate::shape::MovingShape;
use crate::side_plane::SidePlane;
use clipmark_hierarchy::lanes::{Lanes3, per_axis};

/// Where a sweep meets a facet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacetHit {
    /// Number of the facet in its patch; 0 when one facet alone was asked.
    pub(crate) facet: u32,
    /// Which of its sides.
    pub(crate) side: u32,
    pub(crate) fraction: f32,
    /// The plane met, moved out by the hull.
    pub(crate) plane: SidePlane,
}

/// A sweep of a hull's centre against facets, and the work that it took.
pub(crate) struct FacetSweep<'a, S> {
    pub(crate) shape: &'a S,
    pub(crate) start: [f32; 3],
    pub(crate) end: [f32; 3],
    /// Start and end in every lane.
    pub(crate) lanes: (&'a Lanes3, &'a Lanes3),
    pub(crate) skin: Skin,
    pub(crate) facets_tested: u64,
    pub(crate) planes_tested: u64,
}

impl<S: MovingShape> FacetSweep<'_, S> {
    /// Bounds of the hull's path up to a fraction. A facet met before lies within.
    fn bounds(&self, to: f32) -> ([f32; 3], [f32; 3]) {
        let half = self.shape.half();
        let (a, b) = (self.start, self.end);
        let end = per_axis(|i| a[i] + to * (b[i] - a[i]));
        (
            per_axis(|i| a[i].min(end[i]) - half[i]),
            per_axis(|i| a[i].max(end[i]) + half[i]),
        )
    }
}

impl PatchSet {
    /// The first facet met before `before`, of those met together the first in the patch.
    #[inline(always)]
    pub(crate) fn clip<S: MovingShape>(
        &self,
        head: &PatchHead,
        sweep: &mut FacetSweep<S>,
        before: f32,
    ) -> Option<FacetHit> {
        let (mins, maxs) = sweep.bounds(before);
        if head.bounds.apart(mins, maxs) {
            return None;
        }
        let mut best = None;
        let mut fraction = before;
        for (i, facet) in self.facets_of(head).iter().enumerate() {
            if facet.bounds.apart(mins, maxs) {
                continue;
            }
            let hit = self.clip_to_facet(facet, sweep, fraction);
            if let Some(hit) = hit {
                fraction = hit.fraction;
                best = Some(FacetHit {
                    facet: i as u32,
                    ..hit
                });
            }
        }
        best
    }

    /// Where a facet is met before `before`.
    #[inline(always)]
    pub(crate) fn clip_to_facet<S: MovingShape>(
        &self,
        facet: &FacetHead,
        sweep: &mut FacetSweep<S>,
        before: f32,
    ) -> Option<FacetHit> {
        sweep.facets_tested += 1;
        if S::IS_POINT {
            cross_facet(sweep, self.sides_of(facet), before)
        } else {
            self.enter_facet(sweep, facet, before)
        }
    }

    #[inline(always)]
    fn enter_facet<S: MovingShape>(
        &self,
        sweep: &mut FacetSweep<S>,
        facet: &FacetHead,
        before: f32,
    ) -> Option<FacetHit> {
        let planes = &mut sweep.planes_tested;
        let asked = BrushSweep {
            start: sweep.lanes.0,
            end: sweep.lanes.1,
            skin: sweep.skin,
            before,
        };
        // Its surface, which keeps out most paths that come near it, is in the first group.
        let groups = (self.lanes_of(facet), 0);
        let mut kept = NOTHING_KEPT;
        let clip = clip_to_brush(sweep.shape, groups, &asked, &mut kept, planes);
        let Clip::Enters { fraction, side } = clip else {
            return None;
        };
        let sides = self.sides_of(facet);
        (side + 1 < sides.len() && fraction < before).then(|| FacetHit {
            facet: 0,
            side: side as u32,
            fraction,
            plane: sweep.shape.moved_out(&sides.get(side)),
        })
    }

    /// Whether the shape touches or overlaps a facet.
    pub(crate) fn overlaps<S: MovingShape>(&self, head: &PatchHead, shape: &S, at: [f32; 3]) -> bool {
        let (mins, maxs) = shape.bounds_at(at);
        !head.bounds.apart(mins, maxs)
            && self
                .facets_of(head)
                .iter()
                .any(|f| self.overlaps_facet(f, shape, at))
    }

    /// Whether the shape touches or overlaps this facet.
    pub(crate) fn overlaps_facet<S: MovingShape>(&self, facet: &FacetHead, shape: &S, at: [f32; 3]) -> bool {
        let (mins, maxs) = shape.bounds_at(at);
        let inside = |side: SidePlane| shape.distance(&side, at) <= 0.0;
        !facet.bounds.apart(mins, maxs) && self.sides_of(facet).iter().all(inside)
    }
}

#[inline(always)]
fn cross_facet<S: MovingShape>(sweep: &mut FacetSweep<S>, sides: Sides, before: f32) -> Option<FacetHit> {
    let mut borders = sides.iter();
    let surface = borders.next()?;
    sweep.planes_tested += 1;
    let (d1, d2) = sweep.shape.distances(&surface, sweep.start, sweep.end);
    let crossing = Some(d1 / (d1 - d2)).filter(|&f| d1 > 0.0 && f > 0.0 && f <= before)?;
    for border in borders {
        sweep.planes_tested += 1;
        let (b1, b2) = sweep.shape.distances(&border, sweep.start, sweep.end);
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
    let fraction = (((f64::from(d1) - sweep.skin.width) / f64::from(d1 - d2)) as f32).max(0.0);
    // On ways of millions of units the skin is less than a step of the fraction. Nothing is met at the end.
    (fraction < 1.0).then_some(FacetHit {
        facet: 0,
        side: 0,
        fraction,
        plane: surface,
    })
}
