//! The patches of a world flattened for tracing: one array of planes, one of facets, one of patch heads.

use crate::lanes::{SideLanes, Sides, push_lanes};
use crate::side_plane::{SidePlane, array, dot};
use clipmark_geometry::{Aabb, Contents, Patch, SurfaceFlags, TooFine};

/// No patch is made into facets once a world has this many. The most of 63 OpenArena maps is 1,614; the facets
/// at this limit take some 30 MB.
const MAX_FACETS: usize = 65_536;

/// How far a facet may reach beyond its outline, in units. The skin, the tolerance of shared planes and rounding together stay
/// far below it. Larger only tests more facets.
const SLACK: f32 = 1.0;

/// A plane whose normal is this near to an axis, per component, bounds a facet on that side. Bevels within 1e-4 of a side are
/// left out for it. Larger: planes that are no bound.
const AXIAL: f32 = 2e-4;
/// ... and this near to its box, in units: well within the slack. Smaller: more facets are asked always.
const NEAR: f32 = 0.25;
/// Beyond any coordinate that a sweep may have, in units.
const ENDLESS: f32 = 1e9;

/// All patches of a world. The facets of a patch stand together, and so do the planes of a facet.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatchSet {
    pub(crate) heads: Vec<PatchHead>,
    pub(crate) facets: Vec<FacetHead>,
    pub(crate) lanes: Vec<SideLanes>,
    /// Patches that are too fine to be collided with.
    pub(crate) left_out: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchHead {
    /// The bounds of all facets.
    pub(crate) bounds: Bounds,
    pub(crate) first_facet: u32,
    pub(crate) facet_count: u32,
    pub(crate) contents: Contents,
    pub(crate) surface: SurfaceFlags,
}

/// The planes of a facet: its surface, its borders and bevels, its back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacetHead {
    pub(crate) bounds: Bounds,
    side_count: u32,
    first_lanes: u32,
    lanes_count: u32,
    /// Index of the patch.
    pub(crate) patch: u32,
    /// Whether no plane keeps it near its bounds on some side.
    pub(crate) loose: bool,
}

impl PatchSet {
    pub(crate) fn new(patches: &[Patch]) -> Self {
        let mut set = Self {
            heads: Vec::with_capacity(patches.len()),
            ..Self::default()
        };
        for patch in patches {
            let (first_facet, first_lanes) = (set.facets.len(), set.lanes.len());
            let whole = if first_facet < MAX_FACETS {
                set.add_facets(patch)
            } else {
                Err(TooFine)
            };
            let bounds = whole.unwrap_or_else(|TooFine| {
                set.left_out += 1;
                set.facets.truncate(first_facet);
                set.lanes.truncate(first_lanes);
                Bounds::from_corners(&[])
            });
            set.heads.push(PatchHead {
                bounds,
                first_facet: first_facet as u32,
                facet_count: (set.facets.len() - first_facet) as u32,
                contents: patch.contents,
                surface: patch.surface,
            });
        }
        set.facets.shrink_to_fit();
        set.lanes.shrink_to_fit();
        set
    }

    /// A box for each patch that holds all that its facets can be hit in.
    pub(crate) fn boxes(&self) -> Vec<Aabb> {
        self.heads.iter().map(|p| p.bounds.with_slack()).collect()
    }

    /// Adds the facets of a patch and returns their bounds.
    fn add_facets(&mut self, patch: &Patch) -> Result<Bounds, TooFine> {
        let mut corners = Vec::new();
        let patch_index = self.heads.len() as u32;
        for facet in patch.grid().facets()? {
            let sides: Vec<SidePlane> = facet.planes.iter().map(SidePlane::from_plane).collect();
            let outline: Vec<[f32; 3]> = facet.outline.iter().map(array).collect();
            corners.extend_from_slice(&outline);
            let bounds = Bounds::from_corners(&outline);
            let (first_lanes, lanes_count) = push_lanes(&mut self.lanes, &sides);
            self.facets.push(FacetHead {
                bounds,
                side_count: sides.len() as u32,
                first_lanes,
                lanes_count,
                patch: patch_index,
                loose: !bounds.are_kept_by(&sides),
            });
        }
        Ok(Bounds::from_corners(&corners))
    }

    /// A box for each facet that holds all that it can be hit in.
    pub(crate) fn facet_boxes(&self) -> impl Iterator<Item = Aabb> {
        self.facets.iter().map(|f| {
            if f.loose {
                Bounds::without_end()
            } else {
                f.bounds.with_slack()
            }
        })
    }

    #[inline(always)]
    pub(crate) fn facets_of(&self, head: &PatchHead) -> &[FacetHead] {
        let first = head.first_facet as usize;
        &self.facets[first..first + head.facet_count as usize]
    }

    #[inline(always)]
    pub(crate) fn sides_of(&self, facet: &FacetHead) -> Sides<'_> {
        Sides::new(self.lanes_of(facet), facet.side_count as usize)
    }

    #[inline(always)]
    pub(crate) fn lanes_of(&self, facet: &FacetHead) -> &[SideLanes] {
        let first = facet.first_lanes as usize;
        &self.lanes[first..first + facet.lanes_count as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.heads[..]) + size_of_val(&self.facets[..]) + size_of_val(&self.lanes[..])
    }
}

/// A box around outlines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) mins: [f32; 3],
    pub(crate) maxs: [f32; 3],
}

impl Bounds {
    fn from_corners(corners: &[[f32; 3]]) -> Self {
        let far = |k: usize, pick: fn(f32, f32) -> f32, from| corners.iter().fold(from, |m, p| pick(m, p[k]));
        Self {
            mins: std::array::from_fn(|k| far(k, f32::min, f32::INFINITY)),
            maxs: std::array::from_fn(|k| far(k, f32::max, f32::NEG_INFINITY)),
        }
    }

    /// Whether each of the six sides has a plane on it or near it, so that a hit cannot lie far off. Slivers lack one: their
    /// bevels on both sides are taken for the same.
    fn are_kept_by(&self, sides: &[SidePlane]) -> bool {
        (0..3).all(|k| {
            let kept = |sign: f32, to: f32| {
                sides.iter().any(|s| {
                    let along = |i: usize| s.normal[i] - if i == k { sign } else { 0.0 };
                    (0..3).all(|i| along(i).abs() <= AXIAL)
                        && (0..2).all(|low| {
                            // The two corners of the box's side that are farthest from a slightly slanted plane.
                            let corner: [f32; 3] = std::array::from_fn(|i| {
                                if i == k {
                                    to
                                } else if (s.normal[i] < 0.0) == (low == 0) {
                                    self.mins[i]
                                } else {
                                    self.maxs[i]
                                }
                            });
                            (dot(corner, s.normal) - s.dist).abs() <= NEAR
                        })
                })
            };
            kept(-1.0, self.mins[k]) && kept(1.0, self.maxs[k])
        })
    }

    /// Without any end, for a facet that has none on some side.
    fn without_end() -> Aabb {
        Aabb::new([-ENDLESS; 3].into(), [ENDLESS; 3].into())
    }

    /// Grown by a facet's greatest reach beyond its outline. A compiled tree needs it too: a box that is never flat is on some
    /// side of every splitting plane.
    pub(crate) fn with_slack(&self) -> Aabb {
        Aabb::new(self.mins.into(), self.maxs.into()).grown(SLACK)
    }

    /// Whether the boxes lie apart by more than a facet may reach beyond its outline.
    #[inline(always)]
    pub(crate) fn apart(&self, mins: [f32; 3], maxs: [f32; 3]) -> bool {
        (0..3).any(|i| mins[i] > self.maxs[i] + SLACK || maxs[i] < self.mins[i] - SLACK)
    }
}
