//! A grid for short sweeps: one look-up finds all that is near a place.
//!
//! Source: Fujimoto, Tanaka and Iwata, *ARTS: Accelerated Ray-Tracing System* (1986), for a uniform grid. Departure: a cell
//! lists each box that overlaps the cell grown by [`REACH`], which covers a player's step. So a short sweep of a usual hull
//! reads the one cell in which it is centred, where a hierarchy would be descended from its root. Longer sweeps, larger hulls
//! and places outside use the hierarchy.

use crate::lanes::{across, per_axis};
use clipmark_geometry::Aabb;
use wide::{f32x4, i16x8, i32x8};

/// Sweeps that stay within this of their middle, hull included, are short, in units. A player's hull, 56 high, fits when it is
/// moved by a tick's step or down a stair. Larger: longer lists; smaller: more sweeps go down from the root.
pub const REACH: f32 = 40.0;
/// Grid list items this much farther away, in units, so that rounding leaves nothing out.
const SLACK: f32 = 0.5;
/// Coordinates up to which that is enough: a step of f32 is 2^-7 there. Larger worlds get no grid.
const FARTHEST: f32 = 65_536.0;
/// Sizes of a cell that are tried, in units, the first that is not too costly is taken. Smaller: shorter lists, but
/// every box stands in more of them.
const SIZES: [f32; 7] = [128.0, 192.0, 256.0, 384.0, 512.0, 768.0, 1024.0];
/// Most cells (4 bytes each) and groups (64 bytes each) for a box. More would be quicker in small worlds. But a file must not
/// be able to ask for much more memory than it is long.
const MAX_CELLS: usize = 32;
const MAX_GROUPS: usize = 6;
/// From a cell's middle to the end of its listed range, in steps of its boxes' coordinates. Below the largest i16 by more than
/// the step by which boxes are made larger.
const STEPS: f32 = 32_000.0;
/// Boxes of a group.
const FOUR: usize = 4;

/// Four boxes and their items, in one whole cache line. Bounds are in steps from the cell's middle, rounded outwards.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Group {
    /// Per axis, the low bounds, then the high bounds, negated.
    bounds: [i16x8; 3],
    items: [u32; FOUR],
}

/// The cells, and the boxes that each lists in groups of four.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    origin: f32x4,
    /// The middle of the first cell.
    middle: f32x4,
    size: f32,
    per_unit: f32,
    /// In a unit.
    steps: f32,
    counts: [usize; 3],
    counts_across: f32x4,
    /// Where each cell's groups begin, x running fastest; one more than there are cells. Empty without a grid.
    first: Vec<u32>,
    groups: Vec<Group>,
}

/// The box around a short sweep, and the groups of its cell.
#[derive(Clone, Copy)]
pub struct Nearby<'a> {
    groups: &'a [Group],
    /// Per axis, the high bound, then the low one, negated.
    query: [i16x8; 3],
}

impl Group {
    /// Boxes that no query touches.
    const EMPTY: Self = Self {
        bounds: [i16x8::splat(i16::MAX); 3],
        items: [0; FOUR],
    };

    /// The lanes whose boxes touch the query, a bit each.
    #[inline(always)]
    fn touching(&self, query: &[i16x8; 3]) -> u32 {
        let apart = |k: usize| self.bounds[k].simd_gt(query[k]);
        let apart = (apart(0) | apart(1) | apart(2)).to_bitmask();
        !(apart | apart >> FOUR) & 0b1111
    }
}

impl<'a> Nearby<'a> {
    /// How many times four boxes are compared.
    pub fn fours(&self) -> u64 {
        self.groups.len() as u64
    }

    /// The same from the first group on that it touches. None when it touches no box.
    #[inline(always)]
    pub fn beginning(self) -> Option<Self> {
        let mut groups = self.groups;
        while let [first, rest @ ..] = groups {
            if first.touching(&self.query) != 0 {
                return Some(Self { groups, ..self });
            }
            groups = rest;
        }
        None
    }

    /// Whether all that is in the boxes that it touches passes.
    #[inline(always)]
    pub fn all_items(self, mut test: impl FnMut(u32) -> bool) -> bool {
        self.groups.iter().all(|group| {
            let mut near = group.touching(&self.query);
            while near != 0 {
                let lane = near.trailing_zeros() as usize % FOUR;
                near &= near - 1;
                if !test(group.items[lane]) {
                    return false;
                }
            }
            true
        })
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
            // Casts saturate: places outside fall into the first cells and the last.
            let cell = |x: f32| (((x - self.origin[k]) / self.size) as usize).min(self.counts[k] - 1);
            [cell(bounds.mins[k] - out), cell(bounds.maxs[k] + out)]
        })
    }

    /// How far a cell's list reaches from its middle.
    fn reach(&self) -> f32 {
        self.size / 2.0 + REACH + SLACK
    }

    /// Middle of the first cell.
    fn middle(&self) -> [f32; 3] {
        per_axis(|k| self.origin[k] + self.size / 2.0)
    }

    /// A box's bounds as a cell lists it, larger by up to two steps: low ones, then negated high ones.
    fn bounds(&self, cell: [usize; 3], b: &Aabb) -> [[i16; 3]; 2] {
        let (reach, middle) = (f64::from(self.reach()), self.middle());
        let steps = f64::from(STEPS) / reach;
        // By the same sum in f32 as a query, so that both count from the same place.
        let from = per_axis(|k| f64::from(middle[k] + cell[k] as f32 * self.size));
        let out = |x: f32, k: usize, sign: f64| {
            let along = (f64::from(x) - from[k]).clamp(-reach, reach) * sign;
            ((along * steps).floor() - 1.0) as i16
        };
        [(b.mins, 1.0), (b.maxs, -1.0)].map(|(far, sign)| per_axis(|k| out(far[k], k, sign)))
    }

    fn entries(&self, bounds: &[Aabb]) -> usize {
        let of = |b: &Aabb| self.around(b).iter().map(|[a, b]| b + 1 - a).product::<usize>();
        bounds.iter().filter(|b| !b.is_empty()).map(of).sum()
    }
}

impl Grid {
    /// A grid over the boxes. `names` are the items that they belong to.
    pub fn new(bounds: &[Aabb], names: &[u32]) -> Self {
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
            // Each group holds four at most, so this spares counting plans that are too large.
            .filter(|plan| plan.cells() <= MAX_CELLS * boxes)
            .filter(|plan| plan.entries(bounds) <= FOUR * MAX_GROUPS * boxes)
            .find_map(|plan| Self::of_plan(&plan, bounds, names))
            .unwrap_or_default()
    }

    /// None when it takes too many groups.
    fn of_plan(plan: &Plan, bounds: &[Aabb], names: &[u32]) -> Option<Self> {
        let [nx, ny, _] = plan.counts;
        let for_each = |visit: &mut dyn FnMut(usize, [usize; 3], usize)| {
            for (item, b) in bounds.iter().enumerate().filter(|(_, b)| !b.is_empty()) {
                let [xs, ys, zs] = plan.around(b);
                for z in zs[0]..=zs[1] {
                    for y in ys[0]..=ys[1] {
                        for x in xs[0]..=xs[1] {
                            visit((z * ny + y) * nx + x, [x, y, z], item);
                        }
                    }
                }
            }
        };
        let mut entries = vec![0u32; plan.cells()];
        for_each(&mut |cell, _, _| entries[cell] += 1);
        let mut first = Vec::with_capacity(plan.cells() + 1);
        let mut len = 0;
        for n in &entries {
            first.push(len);
            len += n.div_ceil(FOUR as u32);
        }
        first.push(len);
        if len as usize > MAX_GROUPS * bounds.len() {
            return None;
        }
        let mut groups = vec![Group::EMPTY; len as usize];
        entries.fill(0);
        for_each(&mut |cell, place, item| {
            let at = entries[cell] as usize;
            entries[cell] += 1;
            let (group, lane) = (&mut groups[first[cell] as usize + at / FOUR], at % FOUR);
            let [low, high] = plan.bounds(place, &bounds[item]);
            for k in 0..3 {
                let mut lanes = group.bounds[k].to_array();
                (lanes[lane], lanes[FOUR + lane]) = (low[k], high[k]);
                group.bounds[k] = i16x8::new(lanes);
            }
            group.items[lane] = names[item];
        });
        Some(Self {
            origin: across(plan.origin),
            middle: across(plan.middle()),
            size: plan.size,
            per_unit: 1.0 / plan.size,
            steps: STEPS / plan.reach(),
            counts: plan.counts,
            counts_across: across(plan.counts.map(|n| n as f32)),
            first,
            groups,
        })
    }

    /// Everything that a box touches is in these groups, and more. None when the box is no short sweep's or outside.
    #[inline(always)]
    pub fn around(&self, mins: f32x4, maxs: f32x4) -> Option<Nearby<'_>> {
        let middle = f32x4::splat(0.5) * (mins + maxs);
        let at = (middle - self.origin) * f32x4::splat(self.per_unit);
        let is_short = (maxs - middle).simd_le(f32x4::splat(REACH))
            & at.simd_ge(f32x4::ZERO)
            & at.simd_lt(self.counts_across);
        if is_short.to_bitmask() & 7 != 7 {
            return None;
        }
        // In range, so that the quicker conversion does.
        let at = at.fast_trunc_int();
        let [x, y, z, _] = at.to_array().map(|x| x as usize);
        let cell = (z * self.counts[1] + y) * self.counts[0] + x;
        let (from, to) = (*self.first.get(cell)?, *self.first.get(cell + 1)?);
        let groups = self.groups.get(from as usize..to as usize)?;
        let from = self.middle + f32x4::from_i32x4(at) * f32x4::splat(self.size);
        let in_steps = |out: f32x4| (out * f32x4::splat(self.steps)).fast_round_int().to_array();
        let ([a, b, c, d], [e, f, g, h]) = (in_steps(maxs - from), in_steps(from - mins));
        let query = i16x8::from_i32x8_saturate(i32x8::new([a, b, c, d, e, f, g, h])).to_array();
        let twice_four = |high: i16, low: i16| i16x8::new([high, high, high, high, low, low, low, low]);
        Some(Nearby {
            groups,
            query: per_axis(|k| twice_four(query[k], query[4 + k])),
        })
    }

    /// Memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.first[..]) + size_of_val(&self.groups[..])
    }
}

fn is_near(b: &Aabb) -> bool {
    !b.is_empty() && b.mins.iter().chain(b.maxs.iter()).all(|x| x.abs() <= FARTHEST)
}
