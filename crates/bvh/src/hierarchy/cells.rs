//! A grid for short sweeps: one look-up finds all boxes near a place.
//!
//! Source: a uniform grid (Fujimoto, Tanaka and Iwata, *ARTS: Accelerated Ray-Tracing System*, 1986).
//!
//! Departure: a cell lists each box that overlaps the cell grown by [`REACH`], which covers a player's step. So a short sweep of
//! a usual hull reads the one cell in which its middle lies, where the hierarchy would be descended from the root. Longer sweeps,
//! larger hulls and places outside use the hierarchy.

use super::slabs::safety_of;
use super::{LEAF, Node, WIDTH};
use crate::V;
use crate::passage::Path;
use clipmark_geometry::Aabb;
use wide::f32x4;

/// Sweeps that stay within this of their middle, hull included, are short, in units. A player's hull, 56 high, fits when it is
/// moved by a tick's step or down a stair. Larger: longer lists; smaller: more sweeps go down from the root.
const REACH: f32 = 40.0;
/// Cells list boxes this much farther away, in units, so that rounding leaves nothing out.
const SLACK: f32 = 0.5;
/// Coordinates up to which that is enough: a step of f32 is 2^-7 there. Larger worlds get no grid.
const FARTHEST: f32 = 65_536.0;
/// Sizes of a cell in units. The first is taken that is not too costly. Smaller: shorter lists, but every box stands in more of
/// them.
const SIZES: [f32; 7] = [128.0, 192.0, 256.0, 384.0, 512.0, 768.0, 1024.0];
/// Most cells (4 bytes each) and nodes (128 bytes each) for a box. More would be quicker in small worlds. But a file must not be
/// able to ask for much more memory than it is long.
const MAX_CELLS: usize = 32;
const MAX_NODES: usize = 3;

/// The box around a short path, in all lanes.
pub(crate) struct Query {
    mins: [f32x4; 3],
    maxs: [f32x4; 3],
}

impl Query {
    /// Visits the solids of a node whose boxes touch it.
    #[inline(always)]
    pub(crate) fn for_each_touched(&self, node: &Node, mut visit: impl FnMut(u32)) {
        let touches = |k: usize| {
            let [lows, highs] = node.bounds[k].map(f32x4::new);
            lows.simd_le(self.maxs[k]) & highs.simd_ge(self.mins[k])
        };
        let mut touched = (touches(0) & touches(1) & touches(2)).to_bitmask();
        while touched != 0 {
            let lane = touched.trailing_zeros() as usize % WIDTH;
            touched &= touched - 1;
            visit(node.children[lane] & !LEAF);
        }
    }
}

/// The cells, and the boxes that each lists in nodes of four.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    origin: V,
    per_unit: f32,
    counts: [usize; 3],
    counts_across: f32x4,
    /// Where each cell's nodes begin, x running fastest; one more than there are cells. Empty without a grid.
    first: Vec<u32>,
    nodes: Vec<Node>,
}

impl Cells {
    /// A grid of boxes, which are numbered in their order.
    pub(crate) fn new(boxes: &[Aabb]) -> Self {
        let all = boxes.iter().fold(Aabb::EMPTY, |all, b| all.union(b));
        let is_near = |x: &f32| x.abs() <= FARTHEST;
        if all.is_empty() || !all.mins.iter().chain(all.maxs.iter()).all(is_near) {
            return Self::default();
        }
        let plans = SIZES.iter().map(|&size| {
            let counts = [0, 1, 2].map(|k| ((all.maxs[k] - all.mins[k]) / size) as usize + 1);
            let [x, y, z] = counts.map(|n| n as f32);
            Self {
                origin: all.mins.coords.cast(),
                per_unit: 1.0 / size,
                counts,
                counts_across: f32x4::new([x, y, z, 0.0]),
                ..Self::default()
            }
        });
        let affordable = |plan: &Self| plan.counts.iter().product::<usize>() <= MAX_CELLS * boxes.len();
        plans
            .filter(affordable)
            .find_map(|plan| plan.filled(boxes))
            .unwrap_or_default()
    }

    /// With the lists of its cells; `None` if they take too many nodes.
    fn filled(mut self, boxes: &[Aabb]) -> Option<Self> {
        let mut lens = vec![0_u32; self.counts.iter().product()];
        let mut most = MAX_NODES * WIDTH * boxes.len();
        for b in boxes {
            let cells = self.cells_near(b);
            let count = |[from, to]: [usize; 2]| to + 1 - from;
            most = most.checked_sub(cells.into_iter().map(count).product())?;
            self.for_each_cell(cells, |cell| lens[cell] += 1);
        }
        let mut len = 0;
        self.first = Vec::with_capacity(lens.len() + 1);
        for n in &lens {
            self.first.push(len);
            len += n.div_ceil(WIDTH as u32);
        }
        self.first.push(len);
        if len as usize > MAX_NODES * boxes.len() {
            return None;
        }
        let mut nodes = vec![Node::EMPTY; len as usize];
        lens.fill(0);
        for (number, b) in boxes.iter().enumerate() {
            self.for_each_cell(self.cells_near(b), |cell| {
                let at = lens[cell] as usize;
                lens[cell] += 1;
                let node = &mut nodes[self.first[cell] as usize + at / WIDTH];
                for axis in 0..3 {
                    node.bounds[axis][0][at % WIDTH] = b.mins[axis];
                    node.bounds[axis][1][at % WIDTH] = b.maxs[axis];
                }
                node.children[at % WIDTH] = number as u32 | LEAF;
            });
        }
        Some(Self { nodes, ..self })
    }

    /// The cells, per axis, that list a box: from one to the last.
    fn cells_near(&self, b: &Aabb) -> [[usize; 2]; 3] {
        [0, 1, 2].map(|k| {
            // Casts saturate: places outside fall into the first cells and the last.
            let cell =
                |x: f32| (((x - self.origin[k] as f32) * self.per_unit) as usize).min(self.counts[k] - 1);
            let out = REACH + SLACK;
            [cell(b.mins[k] - out), cell(b.maxs[k] + out)]
        })
    }

    fn for_each_cell(&self, [xs, ys, zs]: [[usize; 2]; 3], mut visit: impl FnMut(usize)) {
        for z in zs[0]..=zs[1] {
            for y in ys[0]..=ys[1] {
                for x in xs[0]..=xs[1] {
                    visit((z * self.counts[1] + y) * self.counts[0] + x);
                }
            }
        }
    }

    /// The nodes that hold all that a short path comes near, its hull grown by `grow`, and the box around it. `None` when the path
    /// is not short or outside.
    #[inline(always)]
    pub(crate) fn around(&self, path: &Path, grow: &V) -> Option<(&[Node], Query)> {
        let (start, end) = (across(&path.start), across(&path.end));
        let middle = (start + end) * f32x4::splat(0.5);
        let grow = across(grow) + f32x4::splat(safety_of(path.far) as f32);
        let reach = (end - middle).abs() + grow;
        let at = (middle - across(&self.origin)) * f32x4::splat(self.per_unit);
        let is_short = reach.simd_le(f32x4::splat(REACH));
        let is_within = at.simd_ge(f32x4::ZERO) & at.simd_lt(self.counts_across);
        if (is_short & is_within).to_bitmask() & 0b111 != 0b111 {
            return None;
        }
        // In range, so that the quicker conversion does.
        let [x, y, z, _] = at.fast_trunc_int().to_array().map(|x| x as usize);
        let cell = (z * self.counts[1] + y) * self.counts[0] + x;
        let (from, to) = (*self.first.get(cell)?, *self.first.get(cell + 1)?);
        let nodes = self.nodes.get(from as usize..to as usize)?;
        let spread = |lanes: f32x4| {
            let [x, y, z, _] = lanes.to_array();
            [x, y, z].map(f32x4::splat)
        };
        let query = Query {
            mins: spread(middle - reach),
            maxs: spread(middle + reach),
        };
        Some((nodes, query))
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + size_of_val(&self.nodes[..])
    }
}

/// A vector across the lanes, x first.
#[inline(always)]
fn across(v: &V) -> f32x4 {
    f32x4::new([v.x as f32, v.y as f32, v.z as f32, 0.0])
}
