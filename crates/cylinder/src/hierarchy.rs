//! A flat bounding volume hierarchy over boxes: binned surface area heuristic (Wald, *On fast Construction of
//! SAH-based Bounding Volume Hierarchies*, 2007), walked with a fixed stack.
//!
//! Departs from it: below [`SAH_DEPTH`] levels splits are medians by count, which bounds the depth and with it
//! the stack; the two children of a node lie side by side, so a node is 32 bytes.

use crate::tally::Tally;
use clipmark_geometry::{Aabb, Point, Vec3};
use wide::f32x4;

/// Primitives in a leaf, at most. More: fewer bytes, more tests; fewer: the reverse.
const LEAF: usize = 4;
/// Bins per axis when a split is sought. More find better splits and build slower.
const BINS: usize = 12;
/// Levels split by area; deeper ones by count. `SAH_DEPTH + 32` must stay below [`STACK`].
const SAH_DEPTH: usize = 28;
/// Nodes waiting at most: one per level.
const STACK: usize = 64;
/// Stands in for a zero in a direction, so that no division gives NaN; 1e-20 units is no motion at all.
const NO_MOTION: f32 = 1e-20;

/// A box in two rows of four numbers, each of which one instruction compares. The fourth holds the bits of a number below
/// [`MOST`], so that as a float it is finite.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Node {
    /// Low corner, and the first child (the second follows it), or the first primitive of a leaf.
    low: [f32; 4],
    /// High corner, and the primitives of a leaf; 0 in an inner node.
    high: [f32; 4],
}

/// The first bits that are no finite float.
const MOST: u32 = 0x7f80_0000;

/// A box that moves in a straight line: the question put to the hierarchy. The fourth lanes are idle.
pub(crate) struct BoxSweep {
    center: f32x4,
    half: f32x4,
    inverse: f32x4,
}

impl BoxSweep {
    pub(crate) fn new(center: Point, displacement: Vec3, half: Vec3) -> Self {
        let inverse = |x: f32| {
            1.0 / if x.abs() < NO_MOTION {
                NO_MOTION.copysign(x)
            } else {
                x
            }
        };
        let lanes = |v: Vec3| f32x4::new([v.x, v.y, v.z, 0.0]);
        Self {
            center: lanes(center.coords),
            half: lanes(half),
            inverse: lanes(displacement.map(inverse)),
        }
    }

    /// Fraction of the way at which the box meets the node; infinity when it does not before `limit`.
    #[inline(always)]
    fn meets(&self, node: &Node, limit: f32) -> f32 {
        let a = (f32x4::new(node.low) - self.half - self.center) * self.inverse;
        let b = (f32x4::new(node.high) + self.half - self.center) * self.inverse;
        // No number here is none: the fourth lanes are finite, and times 0.
        let [x, y, z, _] = a.fast_min(b).to_array();
        let enter = larger(larger(x, y), larger(z, 0.0));
        let [x, y, z, _] = a.fast_max(b).to_array();
        let leave = smaller(smaller(x, y), smaller(z, limit));
        if enter <= leave { enter } else { f32::INFINITY }
    }
}

/// `f32::max` of two that are numbers, in one instruction.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `f32::min` of two that are numbers, in one instruction.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The hierarchy. Primitives are referred to by their place in the order that [`Hierarchy::build`] returns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    nodes: Vec<Node>,
}

impl Hierarchy {
    /// A hierarchy over the boxes, and the order in which its leaves refer to them.
    pub(crate) fn build(boxes: &[Aabb]) -> (Self, Vec<u32>) {
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::with_capacity(boxes.len());
        if !boxes.is_empty() {
            nodes.push(Node::over(boxes, &order, 0));
            split(&mut nodes, 0, boxes, &mut order, 0, 0);
        }
        nodes.shrink_to_fit();
        (Self { nodes }, order)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }

    /// Visits, roughly front to back, every primitive whose box the moving box may meet. `visit` returns the
    /// fraction beyond which nothing matters any more.
    pub(crate) fn sweep<T: Tally>(
        &self,
        query: &BoxSweep,
        tally: &mut T,
        mut visit: impl FnMut(usize, &mut T) -> f32,
    ) {
        let Some(root) = self.nodes.first() else { return };
        let mut limit = 1.0_f32;
        let mut stack = [(0_u32, 0.0_f32); STACK];
        let mut waiting = 0;
        let mut at = root;
        let mut enter = query.meets(root, limit);
        loop {
            if enter <= limit {
                if at.count() == 0 {
                    tally.node();
                    let (near, far) = (at.first(), at.first() + 1);
                    let [left, right] = &self.nodes[near as usize..near as usize + 2] else {
                        return;
                    };
                    let t_near = query.meets(left, limit);
                    let t_far = query.meets(right, limit);
                    let (near, t_near, far, t_far) = if t_far < t_near {
                        (far, t_far, near, t_near)
                    } else {
                        (near, t_near, far, t_far)
                    };
                    if t_far <= limit {
                        stack[waiting] = (far, t_far);
                        waiting += 1;
                    }
                    if t_near <= limit {
                        (at, enter) = (&self.nodes[near as usize], t_near);
                        continue;
                    }
                } else {
                    tally.leaf();
                    for i in at.first()..at.first() + at.count() {
                        limit = visit(i as usize, tally);
                    }
                }
            }
            if waiting == 0 {
                return;
            }
            waiting -= 1;
            let (next, t) = stack[waiting];
            (at, enter) = (&self.nodes[next as usize], t);
        }
    }

    /// Visits every primitive whose leaf touches the box, in the order of the hierarchy.
    pub(crate) fn touching<T: Tally>(
        &self,
        query: &Aabb,
        tally: &mut T,
        mut visit: impl FnMut(usize, &mut T),
    ) {
        let (lo, hi) = (query.mins, query.maxs);
        let lo = [lo.x, lo.y, lo.z, f32::NEG_INFINITY];
        let hi = [hi.x, hi.y, hi.z, f32::INFINITY];
        // All at once: the outcome is anybody's guess, and a branch mispredicted costs more than a comparison.
        let touches = |n: &Node| {
            let mut apart = [0_u32; 4];
            for i in 0..4 {
                apart[i] = u32::from(lo[i] > n.high[i]) | u32::from(n.low[i] > hi[i]);
            }
            apart == [0; 4]
        };
        let mut at = match self.nodes.first() {
            Some(root) if touches(root) => root,
            _ => return,
        };
        let mut stack = [0_u32; STACK];
        let mut waiting = 0;
        loop {
            if at.count() == 0 {
                tally.node();
                let first = at.first() as usize;
                let [left, right] = &self.nodes[first..first + 2] else {
                    return;
                };
                let goes_right = touches(right);
                if touches(left) {
                    stack[waiting] = at.first() + 1;
                    waiting += usize::from(goes_right);
                    at = left;
                    continue;
                }
                if goes_right {
                    at = right;
                    continue;
                }
            } else {
                tally.leaf();
                for i in at.first()..at.first() + at.count() {
                    visit(i as usize, tally);
                }
            }
            if waiting == 0 {
                return;
            }
            waiting -= 1;
            at = &self.nodes[stack[waiting] as usize];
        }
    }
}

impl Node {
    fn over(boxes: &[Aabb], order: &[u32], first: usize) -> Self {
        let bounds = bounds_of(boxes, order);
        let row = |p: Point, bits: usize| {
            debug_assert!(bits < MOST as usize);
            [p.x, p.y, p.z, f32::from_bits(bits as u32)]
        };
        Self {
            low: row(bounds.mins, first),
            high: row(bounds.maxs, order.len()),
        }
    }

    fn first(&self) -> u32 {
        self.low[3].to_bits()
    }

    fn count(&self) -> u32 {
        self.high[3].to_bits()
    }
}

fn bounds_of(boxes: &[Aabb], order: &[u32]) -> Aabb {
    order
        .iter()
        .fold(Aabb::EMPTY, |b, &i| b.union(&boxes[i as usize]))
}

fn split(nodes: &mut Vec<Node>, at: usize, boxes: &[Aabb], order: &mut [u32], first: usize, depth: usize) {
    if order.len() <= LEAF {
        return;
    }
    let middle = (depth < SAH_DEPTH)
        .then(|| split_by_area(boxes, order))
        .flatten()
        .unwrap_or_else(|| split_by_count(boxes, order));
    let left = nodes.len();
    nodes[at].low[3] = f32::from_bits(left as u32);
    nodes[at].high[3] = 0.0;
    let (a, b) = order.split_at_mut(middle);
    nodes.push(Node::over(boxes, a, first));
    nodes.push(Node::over(boxes, b, first + middle));
    split(nodes, left, boxes, a, first, depth + 1);
    split(nodes, left + 1, boxes, b, first + middle, depth + 1);
}

/// Partitions the order at the cheapest of the binned planes; `None` when all centres fall into one bin.
fn split_by_area(boxes: &[Aabb], order: &mut [u32]) -> Option<usize> {
    let centers = order
        .iter()
        .fold(Aabb::EMPTY, |b, &i| b.with_point(&boxes[i as usize].center()));
    let bin_of = |i: u32, axis: usize| {
        let width = centers.maxs[axis] - centers.mins[axis];
        let x = (boxes[i as usize].center()[axis] - centers.mins[axis]) / width;
        ((x * BINS as f32) as usize).min(BINS - 1)
    };
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..3 {
        let wide = centers.maxs[axis] > centers.mins[axis];
        if !wide {
            continue;
        }
        let mut bins = [(Aabb::EMPTY, 0_usize); BINS];
        for &i in order.iter() {
            let bin = &mut bins[bin_of(i, axis)];
            bin.0 = bin.0.union(&boxes[i as usize]);
            bin.1 += 1;
        }
        for cut in 1..BINS {
            let side = |part: &[(Aabb, usize)]| {
                let (b, n) = part
                    .iter()
                    .fold((Aabb::EMPTY, 0), |(b, n), bin| (b.union(&bin.0), n + bin.1));
                (area(&b), n)
            };
            let ((a, n), (b, m)) = (side(&bins[..cut]), side(&bins[cut..]));
            if n == 0 || m == 0 {
                continue;
            }
            let cost = a * n as f32 + b * m as f32;
            if best.is_none_or(|(c, ..)| cost < c) {
                best = Some((cost, axis, cut));
            }
        }
    }
    let (_, axis, cut) = best?;
    order.sort_by_key(|&i| bin_of(i, axis) >= cut);
    Some(order.partition_point(|&i| bin_of(i, axis) < cut))
}

fn split_by_count(boxes: &[Aabb], order: &mut [u32]) -> usize {
    let size = bounds_of(boxes, order).half_extents();
    let axis = size.imax();
    order.sort_by(|&a, &b| boxes[a as usize].center()[axis].total_cmp(&boxes[b as usize].center()[axis]));
    order.len() / 2
}

fn area(b: &Aabb) -> f32 {
    if b.is_empty() {
        return 0.0;
    }
    let e = b.maxs - b.mins;
    e.x * e.y + e.y * e.z + e.z * e.x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Silent;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        prop::collection::vec(
            (prop::array::uniform3(-50i8..50), prop::array::uniform3(0u8..20)),
            0..120,
        )
        .prop_map(|v| {
            v.into_iter()
                .map(|(p, s)| {
                    let mins = Point::from(p.map(f32::from));
                    Aabb::new(mins, mins + Vec3::from(s.map(f32::from)))
                })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn nothing_that_touches_is_left_out(
            boxes in boxes(), at in prop::array::uniform3(-60f32..60.0), by in prop::array::uniform3(-90f32..90.0),
        ) {
            let (tree, order) = Hierarchy::build(&boxes);
            let half = Vec3::new(2.0, 3.0, 4.0);
            let (at, by) = (Point::from(at), Vec3::from(by));
            let query = Aabb::new(at - half, at + half);
            let mut found = vec![0; boxes.len()];
            tree.touching(&query, &mut Silent, |i, _| found[order[i] as usize] += 1);
            for (b, n) in boxes.iter().zip(&found) {
                prop_assert!(*n <= 1);
                prop_assert!(*n == 1 || !b.touches(&query));
            }
            let mut met = vec![0; boxes.len()];
            tree.sweep(&BoxSweep::new(at, by, half), &mut Silent, |i, _| { met[order[i] as usize] += 1; 1.0 });
            for (b, n) in boxes.iter().zip(&met) {
                prop_assert!(*n <= 1);
                for k in 0..=20 {
                    let shrunk = query.translated(&(by * (k as f32 / 20.0))).grown(-1e-3);
                    prop_assert!(*n == 1 || !b.touches(&shrunk));
                }
            }
        }
    }

    #[test]
    fn equal_boxes_do_not_make_a_deep_tree() {
        let one = Aabb::new(Point::origin(), Point::new(1.0, 1.0, 1.0));
        let (tree, order) = Hierarchy::build(&vec![one; 5000]);
        let mut n = 0;
        tree.touching(&one, &mut Silent, |_, _| n += 1);
        assert_eq!((n, order.len()), (5000, 5000));
    }
}
