//! Brushes flattened for tracing: one array of planes, one of brush heads.

use crate::hit::{Hit, NO_SIDE};
use crate::lanes::{SideLanes, push_lanes};
use crate::side_plane::SidePlane;
use clipmark_geometry::{Aabb, Brush, Contents, SurfaceFlags};

/// All brushes of a world. The sides of a brush stand together, the six axial ones first.
#[derive(Clone, Debug, Default)]
pub(crate) struct BrushSet {
    pub(crate) heads: Vec<BrushHead>,
    pub(crate) sides: Vec<SidePlane>,
    pub(crate) surfaces: Vec<SurfaceFlags>,
    /// The sides again, as the clip reads them.
    pub(crate) lanes: Vec<SideLanes>,
    /// Whether each brush has its bounds among its sides, so that what its box is clear of cannot be hit.
    pub(crate) bounded: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BrushHead {
    pub(crate) mins: [f32; 3],
    pub(crate) maxs: [f32; 3],
    pub(crate) first_side: u32,
    pub(crate) side_count: u32,
    pub(crate) first_lanes: u32,
    pub(crate) lanes_count: u32,
    pub(crate) contents: Contents,
    /// Whether each place in its bounds lies in a leaf that names it.
    pub(crate) covered: bool,
}

impl BrushSet {
    pub(crate) fn new<'a>(brushes: impl IntoIterator<Item = &'a Brush>) -> Self {
        let mut set = Self {
            bounded: true,
            ..Self::default()
        };
        for brush in brushes {
            let Aabb { mins, maxs } = brush.bounds;
            let first_side = set.sides.len();
            for side in &brush.sides {
                set.sides.push(SidePlane {
                    normal: side.plane.normal.into(),
                    dist: side.plane.dist,
                });
                set.surfaces.push(side.surface);
            }
            let sides = &set.sides[first_side..];
            let (first_lanes, lanes_count) = push_lanes(&mut set.lanes, sides);
            set.bounded &= (0..3).all(|k| {
                let has = |sign: f32, dist: f32| {
                    let mut normal = [0.0; 3];
                    normal[k] = sign;
                    sides.iter().any(|s| s.normal == normal && s.dist == dist)
                };
                has(-1.0, -mins[k]) && has(1.0, maxs[k])
            });
            set.heads.push(BrushHead {
                mins: mins.into(),
                maxs: maxs.into(),
                first_side: first_side as u32,
                side_count: brush.sides.len() as u32,
                first_lanes,
                lanes_count,
                contents: brush.contents,
                covered: false,
            });
        }
        set
    }

    #[inline(always)]
    pub(crate) fn sides_of(&self, head: &BrushHead) -> &[SidePlane] {
        let first = head.first_side as usize;
        &self.sides[first..first + head.side_count as usize]
    }

    #[inline(always)]
    pub(crate) fn lanes_of(&self, head: &BrushHead) -> &[SideLanes] {
        let first = head.first_lanes as usize;
        &self.lanes[first..first + head.lanes_count as usize]
    }

    /// Whether two hits make the same answer, to the bit.
    pub(crate) fn alike(&self, a: &Hit, b: &Hit) -> bool {
        let (Some(x), Some(y)) = (self.heads.get(a.item as usize), self.heads.get(b.item as usize)) else {
            return false;
        };
        let bits = |p: &SidePlane| {
            let [x, y, z] = p.normal;
            [x.to_bits(), y.to_bits(), z.to_bits(), p.dist.to_bits()]
        };
        if x.contents != y.contents || a.fraction.to_bits() != b.fraction.to_bits() {
            return false;
        }
        if a.side == NO_SIDE || b.side == NO_SIDE {
            return a.side == b.side;
        }
        let (i, j) = ((x.first_side + a.side) as usize, (y.first_side + b.side) as usize);
        bits(&self.sides[i]) == bits(&self.sides[j]) && self.surfaces[i] == self.surfaces[j]
    }

    /// Gives back what building reserved too much.
    pub(crate) fn trim(&mut self) {
        self.heads.shrink_to_fit();
        self.sides.shrink_to_fit();
        self.surfaces.shrink_to_fit();
        self.lanes.shrink_to_fit();
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.heads[..])
            + size_of_val(&self.sides[..])
            + size_of_val(&self.surfaces[..])
            + size_of_val(&self.lanes[..])
    }
}

impl BrushHead {
    /// Whether the boxes lie strictly apart.
    #[inline(always)]
    pub(crate) fn apart(&self, mins: [f32; 3], maxs: [f32; 3], slack: f32) -> bool {
        (0..3).any(|i| mins[i] > self.maxs[i] + slack || maxs[i] < self.mins[i] - slack)
    }
}
