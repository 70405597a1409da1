//! A flat bounding volume hierarchy over boxes, four children a node, walked with a fixed stack.
//!
//! Source: *Shallow Bounding Volume Hierarchies for Fast SIMD Ray Tracing of Incoherent Rays* (Dammertz, Hanika and Keller,
//! 2008). The binary hierarchy is made by [`split`](crate::split), with the children of children in their parents' place.
//! Departures: the order of the children, left to right, is kept. A node is 128 bytes, two lines of a cache, and nodes lie in
//! treelets ([`in_treelets`]).

use crate::split::{self, Part};
use crate::tally::Tally;
use clipmark_geometry::{Aabb, Point, Vec3, in_treelets};
use wide::f32x4;

/// Nodes and leaves waiting at most: three for each level of nodes. There are half as many levels as of the binary tree.
const STACK: usize = 3 * (split::DEPTH / 2 + 1);
/// Stands in for a zero in a direction, so that no division gives NaN. 1e-20 units is no motion at all.
const NO_MOTION: f32 = 1e-20;
/// The place of an absent child's box: beyond all coordinates, and still finite when a box is added.
const NOWHERE: f32 = 1e30;
/// Bits of a child that count the primitives of a leaf; 0 marks a node.
const COUNT_BITS: u32 = 3;
const _: () = assert!(split::LEAF < 1 << COUNT_BITS);

/// The boxes of up to four children: for each axis, a row of low bounds and one of high bounds.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Node {
    bounds: [[[f32; 4]; 2]; 3],
    /// For each child its place among the nodes, or its first primitive's place, and its number of primitives.
    children: [u32; 4],
}

impl Node {
    const EMPTY: Self = Self {
        bounds: [[[NOWHERE; 4]; 2]; 3],
        children: [0; 4],
    };
}

/// A box that moves in a straight line: the question put to the hierarchy.
pub(crate) struct BoxSweep {
    /// For each axis: which of the two bounds is met first, and from where.
    near: [usize; 3],
    near_from: [f32x4; 3],
    far_from: [f32x4; 3],
    inverse: [f32x4; 3],
}

impl BoxSweep {
    pub(crate) fn new(center: Point, displacement: Vec3, half: Vec3) -> Self {
        let along = displacement.map(|x| {
            if x.abs() < NO_MOTION {
                NO_MOTION.copysign(x)
            } else {
                x
            }
        });
        let reach = half.zip_map(&along, f32::copysign);
        let lanes = |v: Vec3| [v.x, v.y, v.z].map(f32x4::splat);
        Self {
            near: [along.x, along.y, along.z].map(|x| usize::from(x < 0.0)),
            near_from: lanes(center.coords + reach),
            far_from: lanes(center.coords - reach),
            inverse: lanes(along.map(f32::recip)),
        }
    }

    /// Fractions of the way at which the box meets the children. A bit marks each child met before `limit`.
    #[inline(always)]
    fn meets(&self, node: &Node, limit: f32) -> ([f32; 4], u32) {
        let mut enter = f32x4::ZERO;
        let mut leave = f32x4::splat(limit);
        for (k, bounds) in node.bounds.iter().enumerate() {
            let near = f32x4::new(bounds[self.near[k] & 1]);
            let far = f32x4::new(bounds[!self.near[k] & 1]);
            // All are numbers: bounds are finite, and the inverse is not 0.
            enter = enter.fast_max((near - self.near_from[k]) * self.inverse[k]);
            leave = leave.fast_min((far - self.far_from[k]) * self.inverse[k]);
        }
        (enter.to_array(), enter.simd_le(leave).to_bitmask())
    }
}

/// The hierarchy. Primitives are referred to by their place in the order that [`Hierarchy::build`] returns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    nodes: Vec<Node>,
}

impl Hierarchy {
    /// A hierarchy over the boxes, 2^29 at most, and the order in which its leaves refer to them.
    pub(crate) fn build(boxes: &[Aabb]) -> (Self, Vec<u32>) {
        let (tree, order) = split::tree(boxes);
        let mut nodes = Vec::new();
        if !tree.is_empty() {
            nodes.push(Node::EMPTY);
            fill(&mut nodes, 0, &tree, 0);
        }
        let nodes = in_treelets(&nodes, |node, visit| {
            for child in &mut node.children {
                let (below, count) = place(*child);
                // The root is no child: 0 stands where there is none.
                if count == 0 && below != 0 {
                    let mut below = below as u32;
                    visit(&mut below);
                    *child = below << COUNT_BITS;
                }
            }
        });
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
        let Some(mut node) = self.nodes.first() else {
            return;
        };
        let mut limit = 1.0_f32;
        let mut stack = [(0_u32, 0.0_f32); STACK];
        let mut waiting = 0;
        loop {
            tally.node();
            let (enter, mut met) = query.meets(node, limit);
            let others = waiting;
            while met != 0 {
                let i = met.trailing_zeros() as usize & 3;
                met &= met - 1;
                // The nearest is taken next, of equals the first.
                let mut at = waiting;
                while at > others && stack[at - 1].1 <= enter[i] {
                    stack[at] = stack[at - 1];
                    at -= 1;
                }
                stack[at] = (node.children[i], enter[i]);
                waiting += 1;
            }
            loop {
                if waiting == 0 {
                    return;
                }
                waiting -= 1;
                let (child, t) = stack[waiting];
                if t > limit {
                    continue;
                }
                let (first, count) = place(child);
                if count == 0 {
                    node = &self.nodes[first];
                    break;
                }
                tally.leaf();
                for i in first..first + count {
                    limit = visit(i, tally);
                }
            }
        }
    }

    /// Visits every primitive whose leaf touches the box, in the order of the hierarchy.
    pub(crate) fn touching<T: Tally>(
        &self,
        query: &Aabb,
        tally: &mut T,
        mut visit: impl FnMut(usize, &mut T),
    ) {
        let Some(mut node) = self.nodes.first() else {
            return;
        };
        let lanes = |p: &Point| [p.x, p.y, p.z].map(f32x4::splat);
        let (lo, hi) = (lanes(&query.mins), lanes(&query.maxs));
        let mut stack = [0_u32; STACK];
        let mut waiting = 0;
        loop {
            tally.node();
            let mut touched = f32x4::ZERO.simd_le(f32x4::ZERO);
            for i in 0..3 {
                let [low, high] = node.bounds[i].map(f32x4::new);
                touched &= low.simd_le(hi[i]) & lo[i].simd_le(high);
            }
            // From the last to the first, so that the first is taken next.
            let mut touched = touched.to_bitmask();
            while touched != 0 {
                let i = touched.ilog2();
                touched ^= 1 << i;
                stack[waiting] = node.children[i as usize & 3];
                waiting += 1;
            }
            loop {
                if waiting == 0 {
                    return;
                }
                waiting -= 1;
                let (first, count) = place(stack[waiting]);
                if count == 0 {
                    node = &self.nodes[first];
                    break;
                }
                tally.leaf();
                for i in first..first + count {
                    visit(i, tally);
                }
            }
        }
    }
}

/// A child: place and count of its primitives, 0 for a node.
fn place(child: u32) -> (usize, usize) {
    (
        (child >> COUNT_BITS) as usize,
        (child & ((1 << COUNT_BITS) - 1)) as usize,
    )
}

/// Fills a node with the children of a part of the binary tree, the larger child opened too. Then fills the nodes below.
fn fill(nodes: &mut Vec<Node>, at: usize, tree: &[Part], part: usize) {
    let mut parts = vec![part];
    let open = |parts: &mut Vec<usize>, i: usize| {
        if let Some(left) = tree[parts[i]].children() {
            parts.splice(i..=i, [left, left + 1]);
        }
    };
    // Children of children first, so that there are half as many levels; then whatever is largest.
    open(&mut parts, 0);
    for i in (0..parts.len()).rev() {
        open(&mut parts, i);
    }
    while parts.len() < 4 {
        let inner = (0..parts.len()).filter(|&i| tree[parts[i]].children().is_some());
        let Some(largest) = inner.max_by(|&a, &b| tree[parts[a]].area().total_cmp(&tree[parts[b]].area()))
        else {
            break;
        };
        open(&mut parts, largest);
    }
    for (i, &part) in parts.iter().enumerate() {
        let bounds = tree[part].bounds;
        for k in 0..3 {
            nodes[at].bounds[k][0][i] = bounds.mins[k];
            nodes[at].bounds[k][1][i] = bounds.maxs[k];
        }
        let (place, count) = tree[part].primitives().unwrap_or((nodes.len() as u32, 0));
        nodes[at].children[i] = place << COUNT_BITS | count;
        if count == 0 {
            let below = nodes.len();
            nodes.push(Node::EMPTY);
            fill(nodes, below, tree, part);
        }
    }
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
