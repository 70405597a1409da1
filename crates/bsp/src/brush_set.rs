//! Brushes flattened for tracing: one array of planes, one of brush heads.

use crate::shape::SidePlane;
use clipmark_geometry::{Aabb, Brush, Contents, SurfaceFlags};

/// All brushes of a world. The sides of a brush stand together, the six axial ones first.
#[derive(Clone, Debug, Default)]
pub(crate) struct BrushSet {
    pub(crate) heads: Vec<BrushHead>,
    pub(crate) sides: Vec<SidePlane>,
    pub(crate) surfaces: Vec<SurfaceFlags>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BrushHead {
    pub(crate) mins: [f32; 3],
    pub(crate) maxs: [f32; 3],
    pub(crate) first_side: u32,
    pub(crate) side_count: u32,
    pub(crate) contents: Contents,
}

impl BrushSet {
    pub(crate) fn new<'a>(brushes: impl IntoIterator<Item = &'a Brush>) -> Self {
        let mut set = Self::default();
        for brush in brushes {
            let Aabb { mins, maxs } = brush.bounds;
            set.heads.push(BrushHead {
                mins: mins.into(),
                maxs: maxs.into(),
                first_side: set.sides.len() as u32,
                side_count: brush.sides.len() as u32,
                contents: brush.contents,
            });
            for side in &brush.sides {
                set.sides.push(SidePlane {
                    normal: side.plane.normal.into(),
                    dist: side.plane.dist,
                });
                set.surfaces.push(side.surface);
            }
        }
        set
    }

    #[inline(always)]
    pub(crate) fn sides_of(&self, head: &BrushHead) -> &[SidePlane] {
        let first = head.first_side as usize;
        &self.sides[first..first + head.side_count as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.heads[..]) + size_of_val(&self.sides[..]) + size_of_val(&self.surfaces[..])
    }
}

impl BrushHead {
    /// Whether the boxes lie strictly apart.
    #[inline(always)]
    pub(crate) fn apart(&self, mins: [f32; 3], maxs: [f32; 3], slack: f32) -> bool {
        (0..3).any(|i| mins[i] > self.maxs[i] + slack || maxs[i] < self.mins[i] - slack)
    }
}
