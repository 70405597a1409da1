//! The patches of a world flattened for tracing: one array of planes, one of facets, one of patch heads.

use super::facets::for_each_facet;
use super::grid::Grid;
use crate::shape::SidePlane;
use clipmark_geometry::{Aabb, Contents, Patch, Point, SurfaceFlags};

/// All patches of a world. The facets of a patch stand together, and so do the planes of a facet.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatchSet {
    pub(crate) heads: Vec<PatchHead>,
    pub(crate) facets: Vec<FacetHead>,
    pub(crate) sides: Vec<SidePlane>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchHead {
    /// Bounds of all facets.
    pub(crate) mins: [f32; 3],
    pub(crate) maxs: [f32; 3],
    pub(crate) first_facet: u32,
    pub(crate) facet_count: u32,
    pub(crate) contents: Contents,
    pub(crate) surface: SurfaceFlags,
}

/// The planes of a facet: its surface, its borders and bevels, its back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacetHead {
    first_side: u32,
    side_count: u32,
}

impl PatchSet {
    pub(crate) fn new(patches: &[Patch]) -> Self {
        let mut set = Self::default();
        for patch in patches {
            let first_facet = set.facets.len() as u32;
            let mut bounds = Aabb::EMPTY;
            for_each_facet(&Grid::of_patch(patch), |sides, outline| {
                bounds = outline.iter().fold(bounds, |b, &p| b.with_point(&Point::from(p)));
                set.facets.push(FacetHead {
                    first_side: set.sides.len() as u32,
                    side_count: sides.len() as u32,
                });
                set.sides.extend_from_slice(sides);
            });
            set.heads.push(PatchHead {
                mins: bounds.mins.into(),
                maxs: bounds.maxs.into(),
                first_facet,
                facet_count: set.facets.len() as u32 - first_facet,
                contents: patch.contents,
                surface: patch.surface,
            });
        }
        set
    }

    #[inline(always)]
    pub(crate) fn facets_of(&self, head: &PatchHead) -> &[FacetHead] {
        let first = head.first_facet as usize;
        &self.facets[first..first + head.facet_count as usize]
    }

    #[inline(always)]
    pub(crate) fn sides_of(&self, facet: &FacetHead) -> &[SidePlane] {
        let first = facet.first_side as usize;
        &self.sides[first..first + facet.side_count as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.heads[..]) + size_of_val(&self.facets[..]) + size_of_val(&self.sides[..])
    }
}

impl PatchHead {
    /// Bounds for a compiled tree.
    pub(crate) fn bounds(&self) -> Aabb {
        Aabb::new(self.mins.into(), self.maxs.into())
    }

    /// Whether the boxes lie apart by more than a facet's outline may be off.
    #[inline(always)]
    pub(crate) fn apart(&self, mins: [f32; 3], maxs: [f32; 3]) -> bool {
        /// In units: the skin, the shared planes' tolerance and rounding together stay far below it.
        const SLACK: f32 = 1.0;
        (0..3).any(|i| mins[i] > self.maxs[i] + SLACK || maxs[i] < self.mins[i] - SLACK)
    }
}
