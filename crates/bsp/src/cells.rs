//! A grid for short sweeps: one look-up finds all that is near a place.
//!
//! A uniform grid (Fujimoto, Tanaka and Iwata, *ARTS: Accelerated Ray-Tracing System*, 1986). Departure: a cell lists
//! what a player's step within it can meet, each box that overlaps the cell grown by [`REACH`]. So a short sweep of a
//! usual hull reads the one cell in which it is centred, where a hierarchy would be descended from its root. Longer
//! sweeps, larger hulls and places outside use the hierarchy.

use crate::lanes::{Lanes3, across, per_axis};
use clipmark_geometry::Aabb;
use wide::f32x4;

/// Sweeps that stay within this of their middle, hull included, are short, in units: a player's hull, 56 high, moved by a
/// tick's step or a look down by a step of the stairs. Larger: longer lists; smaller: more sweeps go down from the root.
pub(crate) const REACH: f32 = 40.0;
/// Cells list what is this much farther than that, in units, so that rounding leaves nothing out.
const SLACK: f32 = 0.5;
/// Coordinates up to which that is enough: a step of f32 is 2^-7 there. Larger worlds get no grid.
const FARTHEST: f32 = 65_536.0;
/// Sizes of a cell that are tried, in units, the first that is not too costly is taken. Smaller: shorter lists, but
/// every box stands in more of them.
const SIZES: [f32; 7] = [128.0, 192.0, 256.0, 384.0, 512.0, 768.0, 1024.0];
/// Most cells (4 bytes each) and groups (112 bytes each) for a box. More would be quicker in small worlds, but a file must
/// not be able to ask for much more memory than it is long.
const MAX_CELLS: usize = 32;
const MAX_GROUPS: usize = 6;

/// Four boxes and what is in them. An empty lane's box is inside out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// Per axis, the low and the high bounds.
    bounds: [[f32x4; 2]; 3],
    pub(crate) items: [u32; 4],
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    origin: f32x4,
    per_unit: f32,
    counts: [usize; 3],
    counts_across: f32x4,
    /// Where each cell's groups begin, x running fastest; one more than there are cells. Empty without a grid.
    first: Vec<u32>,
    groups: Vec<Group>,
}

impl Group {
    const EMPTY: Self = Self {
        bounds: [[f32x4::splat(f32::INFINITY), f32x4::splat(f32::NEG_INFINITY)]; 3],
        items: [0; 4],
    };

    /// What is in the boxes that touch this one.
    #[inline(always)]
    pub(crate) fn items_touching(&self, way: &(Lanes3, Lanes3)) -> impl Iterator<Item = u32> {
        let mut near = self.touching(way);
        std::iter::from_fn(move || {
            let lane = near.trailing_zeros() as usize & 3;
            (near != 0).then(|| {
                near &= near - 1;
                self.items[lane]
            })
        })
    }

    /// The lanes whose boxes touch this one.
    #[inline(always)]
    pub(crate) fn touching(&self, (mins, maxs): &(Lanes3, Lanes3)) -> u32 {
        let meets = |k: usize| self.bounds[k][0].simd_le(maxs[k]) & self.bounds[k][1].simd_ge(mins[k]);
        (meets(0) & meets(1) & meets(2)).to_bitmask()
    }
}

/// A grid that is being planned.
struct Plan {
    origin: [f32; 3],
    size: f32,
    counts: [usize; 3],
}

impl Plan {
    fn new(all: &Aabb, size: f32) -> Self {
        Self {
            origin: all.mins.into(),
            size,
            counts: per_axis(|k| ((all.maxs[k] - all.mins[k]) / size) as usize + 1),
        }
    }

    fn cells(&self) -> usize {
        self.counts.iter().product()
    }

    /// The cells, per axis, that list a box: from one to the last.
    fn around(&self, bounds: &Aabb) -> [[usize; 2]; 3] {
        per_axis(|k| {
            let out = REACH + SLACK;
            // Casts saturate: what is outside lies in the first cells and the last.
            let cell = |x: f32| (((x - self.origin[k]) / self.size) as usize).min(self.counts[k] - 1);
            [cell(bounds.mins[k] - out), cell(bounds.maxs[k] + out)]
        })
    }

    fn entries(&self, bounds: &[Aabb]) -> usize {
        let of = |b: &Aabb| self.around(b).iter().map(|[a, b]| b + 1 - a).product::<usize>();
        bounds.iter().filter(|b| !b.is_empty()).map(of).sum()
    }
}

impl Cells {
    /// Of boxes, which are numbered.
    pub(crate) fn new(bounds: &[Aabb]) -> Self {
        let all = bounds
            .iter()
            .filter(|b| is_near(b))
            .fold(Aabb::EMPTY, |a, b| a.union(b));
        if all.is_empty() {
            return Self::default();
        }
        let boxes = bounds.len();
        SIZES
            .iter()
            .map(|&side| Plan::new(&all, side))
            // Each group holds four at most, so this spares counting what is too much.
            .filter(|plan| plan.cells() <= MAX_CELLS * boxes)
            .filter(|plan| plan.entries(bounds) <= 4 * MAX_GROUPS * boxes)
            .find_map(|plan| Self::of_plan(&plan, bounds))
            .unwrap_or_default()
    }

    /// None when it takes too many groups.
    fn of_plan(plan: &Plan, bounds: &[Aabb]) -> Option<Self> {
        let [nx, ny, _] = plan.counts;
        let for_each = |visit: &mut dyn FnMut(usize, usize)| {
            for (item, b) in bounds.iter().enumerate().filter(|(_, b)| !b.is_empty()) {
                let [xs, ys, zs] = plan.around(b);
                for z in zs[0]..=zs[1] {
                    for y in ys[0]..=ys[1] {
                        for x in xs[0]..=xs[1] {
                            visit((z * ny + y) * nx + x, item);
                        }
                    }
                }
            }
        };
        let mut entries = vec![0u32; plan.cells()];
        for_each(&mut |cell, _| entries[cell] += 1);
        let mut first = Vec::with_capacity(plan.cells() + 1);
        let mut len = 0;
        for n in &entries {
            first.push(len);
            len += n.div_ceil(4);
        }
        first.push(len);
        if len as usize > MAX_GROUPS * bounds.len() {
            return None;
        }
        let mut groups = vec![Group::EMPTY; len as usize];
        entries.fill(0);
        for_each(&mut |cell, item| {
            let at = entries[cell] as usize;
            entries[cell] += 1;
            let (group, lane, b) = (&mut groups[first[cell] as usize + at / 4], at % 4, &bounds[item]);
            for k in 0..3 {
                let set = |lanes: &mut f32x4, x: f32| {
                    let mut all = lanes.to_array();
                    all[lane] = x;
                    *lanes = f32x4::new(all);
                };
                set(&mut group.bounds[k][0], b.mins[k]);
                set(&mut group.bounds[k][1], b.maxs[k]);
            }
            group.items[lane] = item as u32;
        });
        Some(Self {
            origin: across(plan.origin),
            per_unit: 1.0 / plan.size,
            counts: plan.counts,
            counts_across: across(plan.counts.map(|n| n as f32)),
            first,
            groups,
        })
    }

    /// Everything that a box touches is in these groups, and more. None when the box is no short sweep's or outside.
    #[inline(always)]
    pub(crate) fn around(&self, mins: f32x4, maxs: f32x4) -> Option<&[Group]> {
        let middle = f32x4::splat(0.5) * (mins + maxs);
        let at = (middle - self.origin) * f32x4::splat(self.per_unit);
        let is_short = (maxs - middle).simd_le(f32x4::splat(REACH))
            & at.simd_ge(f32x4::ZERO)
            & at.simd_lt(self.counts_across);
        if is_short.to_bitmask() & 7 != 7 {
            return None;
        }
        let [x, y, z, _] = at.to_array();
        // By way of i32: one instruction, and it is in range.
        let [x, y, z] = [x, y, z].map(|x| x as i32 as usize);
        let cell = (z * self.counts[1] + y) * self.counts[0] + x;
        let (from, to) = (*self.first.get(cell)?, *self.first.get(cell + 1)?);
        self.groups.get(from as usize..to as usize)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + size_of_val(&self.groups[..])
    }
}

fn is_near(b: &Aabb) -> bool {
    !b.is_empty() && b.mins.iter().chain(b.maxs.iter()).all(|x| x.abs() <= FARTHEST)
}
