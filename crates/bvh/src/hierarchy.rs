//! The solids' bounding boxes in a hierarchy, walked along a path or around a place.
//!
//! Source: parry3d builds the tree (binned surface area heuristic; Wald, *On fast Construction of SAH-based
//! Bounding Volume Hierarchies*, 2007).
//!
//! Departures: parry's binary tree is read out once. Its nodes are joined to nodes of four. Source: Dammertz, Hanika, Keller,
//! *Shallow Bounding Volume Hierarchies for Fast SIMD Ray Tracing of Incoherent Rays*, 2008. Their boxes are tested together in
//! plain loops that compilers turn into vector code. Children are entered nearest first. A child that begins behind the best stop
//! so far is dropped at its turn; parry's `find_best` does not check again. Ties at the best stop are all seen.

use crate::passage::Path;
use crate::solid::Solids;
use crate::tally::Tally;
use crate::{V, far};
use clipmark_geometry::in_treelets;
use parry3d::bounding_volume::Aabb as ParryAabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, TraversalAction};

/// Every query box is larger than asked by this, in units, and by a few rounding steps of its place. So f32 in the nodes never
/// leaves out a solid that f64 would find.
const SAFETY: f64 = 1.0 / 64.0;
/// Rounding steps of f32 in a slab test.
const SAFETY_STEPS: f64 = 8.0;
/// A node is skipped only when it begins later than the best stop by more than this share of the path. Then ties are all seen and
/// the answer does not depend on the order of the solids.
pub(crate) const TIE: f32 = 1e-5;
/// Children of a node.
pub(crate) const WIDTH: usize = 4;
/// Entries of a walk's stack: three for every level. A tree that is deeper is halved instead.
pub(crate) const STACK: usize = 64;
/// Marks a child that is a solid.
pub(crate) const LEAF: u32 = 1 << 31;

/// The tree; node 0 is the root, and there is none when there are no solids.
#[derive(Debug)]
pub(crate) struct Hierarchy(Vec<Node>);

/// Four boxes, axis by axis, side by side. A child that is not there has an inverted box that nothing meets.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    /// Lowest and highest coordinates: `bounds[axis][0 or 1][child]`.
    pub(crate) bounds: [[[f32; WIDTH]; 2]; 3],
    /// A node, or a solid when [`LEAF`] is set.
    pub(crate) children: [u32; WIDTH],
}

impl Node {
    /// Without children.
    pub(crate) const EMPTY: Self = Self {
        bounds: [[[f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]]; 3],
        children: [LEAF; WIDTH],
    };
}

/// A box of parry's tree, and its solid.
#[derive(Clone, Copy)]
struct Item {
    mins: Vector,
    maxs: Vector,
    /// A solid ([`LEAF`] set), or the first of two items.
    content: u32,
}

/// A path as a slab test wants it.
pub(crate) struct Slabs {
    /// Which bound is met first.
    first: [usize; 3],
    /// Added to the first and to the last bound: less the start, grown.
    shift: [[f32; 2]; 3],
    inverse: [f32; 3],
}

impl Hierarchy {
    pub(crate) fn build(solids: &Solids) -> Self {
        let boxes: Vec<ParryAabb> = solids
            .solids
            .iter()
            .map(|s| ParryAabb::new(Vector::from_array(s.mins), Vector::from_array(s.maxs)))
            .collect();
        let tree = Self::of_items(&items_of(&boxes));
        if 3 * tree.depth() < STACK {
            return tree.in_treelets();
        }
        Self::of_items(&halved(&boxes)).in_treelets()
    }

    /// Joins pairs of items to nodes of four: the child with the largest surface is opened first.
    fn of_items(items: &[Item]) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        // The box that a node is opened from, and its place as a child.
        let mut waiting = Vec::new();
        if !items.is_empty() {
            waiting.push((0, None));
        }
        while let Some((first, parent)) = waiting.pop() {
            let mut children = items[first..items.len().min(first + 2)].to_vec();
            while children.len() < WIDTH {
                let inner = children.iter().enumerate().filter(|(_, c)| c.content & LEAF == 0);
                let Some((i, _)) = inner.max_by(|a, b| a.1.surface().total_cmp(&b.1.surface())) else {
                    break;
                };
                let first = children.swap_remove(i).content as usize;
                children.extend_from_slice(&items[first..first + 2]);
            }
            let at = nodes.len();
            let mut node = Node::EMPTY;
            for (i, child) in children.iter().enumerate() {
                for axis in 0..3 {
                    node.bounds[axis][0][i] = child.mins[axis];
                    node.bounds[axis][1][i] = child.maxs[axis];
                }
                node.children[i] = child.content;
                if child.content & LEAF == 0 {
                    waiting.push((child.content as usize, Some((at, i))));
                }
            }
            nodes.push(node);
            if let Some((above, slot)) = parent {
                let above: &mut Node = &mut nodes[above];
                above.children[slot] = at as u32;
            }
        }
        nodes.shrink_to_fit();
        Self(nodes)
    }

    /// The nodes in the order of treelets ([`in_treelets`]).
    fn in_treelets(self) -> Self {
        Self(in_treelets(&self.0, |node, visit| {
            let inner = node.children.iter_mut().filter(|child| **child & LEAF == 0);
            inner.for_each(visit);
        }))
    }

    fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut stack = vec![(0, 1)];
        while let Some((at, depth)) = stack.pop() {
            let Some(node) = self.0.get(at) else { break };
            deepest = deepest.max(depth);
            let inner = node.children.iter().filter(|&&c| c & LEAF == 0);
            stack.extend(inner.map(|&c| (c as usize, depth + 1)));
        }
        deepest
    }

    /// Numbers the solids in the order of the nodes; the former number of each.
    pub(crate) fn number_solids(&mut self) -> Vec<u32> {
        let mut former = Vec::new();
        // A child that is not there keeps a number that none has: its box is never met.
        for node in &mut self.0 {
            for (i, child) in node.children.iter_mut().enumerate() {
                if *child & LEAF != 0 && node.bounds[0][0][i] < f32::INFINITY {
                    former.push(*child & !LEAF);
                    *child = (former.len() - 1) as u32 | LEAF;
                }
            }
        }
        former
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Node>()
    }

    /// Visits the solids whose boxes meet the box.
    pub(crate) fn in_box<T: Tally>(&self, mins: V, maxs: V, tally: &T, mut visit: impl FnMut(u32)) {
        if self.0.is_empty() {
            return;
        }
        let safety = safety_of(far(&mins, &maxs));
        let lo = mins.add_scalar(-safety).cast::<f32>();
        let hi = maxs.add_scalar(safety).cast::<f32>();
        let mut stack = [0_u32; STACK];
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let node = &self.0[stack[len] as usize];
            tally.node();
            let mut meets = [true; WIDTH];
            for axis in 0..3 {
                let [lows, highs] = &node.bounds[axis];
                for i in 0..WIDTH {
                    meets[i] &= (lows[i] <= hi[axis]) & (highs[i] >= lo[axis]);
                }
            }
            for (child, _) in node.children.iter().zip(meets).filter(|(_, meets)| *meets) {
                if child & LEAF != 0 {
                    tally.leaf();
                    visit(child & !LEAF);
                } else {
                    stack[len] = *child;
                    len += 1;
                }
            }
        }
    }

    /// Visits the solids whose boxes, grown by `grow`, meet the path, the nearer first. `visit` takes the solid and the least
    /// fraction so far, and returns the new least fraction. Solids that begin later are left out.
    #[inline(always)]
    pub(crate) fn along_path<T: Tally>(
        &self,
        path: &Path,
        grow: V,
        tally: &T,
        mut visit: impl FnMut(u32, f64) -> f64,
    ) {
        if self.0.is_empty() {
            return;
        }
        let slabs = Slabs::new(path, &grow);
        let mut least = 1.0;
        let mut bound = 1.0 + TIE;
        let mut stack = [(0.0_f32, 0_u32); STACK];
        let mut len = 0;
        let mut next = 0;
        loop {
            if next & LEAF == 0 {
                tally.node();
                let node = &self.0[next as usize];
                let (enter, mut met) = slabs.cross(node, bound);
                if met != 0 {
                    let mut nearest = met.trailing_zeros() as usize & (WIDTH - 1);
                    met &= met - 1;
                    let floor = len;
                    while met != 0 {
                        let mut i = met.trailing_zeros() as usize & (WIDTH - 1);
                        met &= met - 1;
                        if enter[i] <= enter[nearest] {
                            std::mem::swap(&mut i, &mut nearest);
                        }
                        // Farthest first, so that the nearest is on top.
                        let mut at = len;
                        while at > floor && stack[at - 1].0 < enter[i] {
                            stack[at] = stack[at - 1];
                            at -= 1;
                        }
                        stack[at] = (enter[i], node.children[i]);
                        len += 1;
                    }
                    next = node.children[nearest];
                    continue;
                }
            } else {
                tally.leaf();
                least = visit(next & !LEAF, least);
                bound = least as f32 + TIE;
            }
            next = loop {
                if len == 0 {
                    return;
                }
                len -= 1;
                let (enter, child) = stack[len];
                if enter <= bound {
                    break child;
                }
            };
        }
    }
}

impl Item {
    fn surface(&self) -> f32 {
        let d = self.maxs - self.mins;
        d.x * d.y + d.y * d.z + d.z * d.x
    }
}

/// parry's tree, read out: pairs of items, the root's first.
fn items_of(boxes: &[ParryAabb]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    // parry shows the two children of a node together, then all below the left one, then all below the right.
    let mut open: Vec<usize> = Vec::new();
    Bvh::from_leaves(BvhBuildStrategy::Binned, boxes).traverse(|node| {
        let at = items.len();
        if at.is_multiple_of(2)
            && let Some(parent) = open.pop()
        {
            items[parent].content = at as u32;
        }
        items.push(Item {
            mins: node.mins(),
            maxs: node.maxs(),
            content: node.leaf_data().map_or(0, |leaf| leaf | LEAF),
        });
        if !at.is_multiple_of(2) {
            open.extend([at, at - 1].iter().filter(|&&i| items[i].content & LEAF == 0));
        }
        TraversalAction::Continue
    });
    items
}

/// A tree by halving the list of solids: of no great use, but never deep.
fn halved(boxes: &[ParryAabb]) -> Vec<Item> {
    let of = |range: &std::ops::Range<usize>| {
        let (lo, hi) = boxes[range.clone()].iter().fold(
            (Vector::splat(f32::INFINITY), Vector::splat(f32::NEG_INFINITY)),
            |(lo, hi), b| (lo.min(b.mins), hi.max(b.maxs)),
        );
        Item {
            mins: lo,
            maxs: hi,
            content: if range.len() == 1 {
                range.start as u32 | LEAF
            } else {
                0
            },
        }
    };
    let mut items = Vec::new();
    if boxes.len() == 1 {
        items.push(of(&(0..1)));
    }
    let mut open = vec![(None, 0..boxes.len())];
    while let Some((parent, range)) = open.pop() {
        if range.len() < 2 {
            continue;
        }
        let at = items.len();
        if let Some(parent) = parent {
            let parent: &mut Item = &mut items[parent];
            parent.content = at as u32;
        }
        let middle = range.start + range.len() / 2;
        let halves = [range.start..middle, middle..range.end];
        items.extend(halves.iter().map(of));
        open.extend(
            halves
                .into_iter()
                .enumerate()
                .map(|(i, half)| (Some(at + i), half)),
        );
    }
    items
}

/// [`SAFETY`] and the rounding at a largest coordinate.
pub(crate) fn safety_of(far: f64) -> f64 {
    SAFETY + SAFETY_STEPS * f64::from(f32::EPSILON) * far
}

impl Slabs {
    #[inline]
    pub(crate) fn new(
        Path {
            start, delta, far, ..
        }: &Path,
        grow: &V,
    ) -> Self {
        const STEEPEST: f32 = 1e30; // times any coordinate is still finite, and 0 times it is 0
        let grow = grow.add_scalar(safety_of(*far));
        let mut slabs = Self {
            first: [0; 3],
            shift: [[0.0; 2]; 3],
            inverse: [0.0; 3],
        };
        for axis in 0..3 {
            let inverse = 1.0 / delta[axis] as f32;
            let inverse = if inverse < STEEPEST { inverse } else { STEEPEST };
            slabs.inverse[axis] = if inverse > -STEEPEST { inverse } else { -STEEPEST };
            let is_down = slabs.inverse[axis] < 0.0;
            let first = usize::from(is_down);
            slabs.first[axis] = first;
            let low = (-start[axis] - grow[axis]) as f32;
            let high = (-start[axis] + grow[axis]) as f32;
            slabs.shift[axis] = if is_down { [high, low] } else { [low, high] };
        }
        slabs
    }

    /// The fractions at which the path enters the grown children of a node (0 when it starts inside). A bit marks each child that
    /// it enters by the fraction `bound`.
    #[inline(always)]
    pub(crate) fn cross(&self, node: &Node, bound: f32) -> ([f32; WIDTH], u32) {
        let (mut enter, mut leave) = ([0.0_f32; WIDTH], [bound; WIDTH]);
        for axis in 0..3 {
            let bounds = &node.bounds[axis];
            let (near, far) = (&bounds[self.first[axis] & 1], &bounds[!self.first[axis] & 1]);
            let ([shift_near, shift_far], inverse) = (self.shift[axis], self.inverse[axis]);
            for i in 0..WIDTH {
                let a = (near[i] + shift_near) * inverse;
                let b = (far[i] + shift_far) * inverse;
                enter[i] = if a > enter[i] { a } else { enter[i] };
                leave[i] = if b < leave[i] { b } else { leave[i] };
            }
        }
        let met = (0..WIDTH).fold(0, |met, i| met | u32::from(enter[i] <= leave[i]) << i);
        (enter, met)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Silent;
    use std::collections::BTreeSet;

    fn boxes(n: usize) -> Vec<ParryAabb> {
        let mut seed = 1_u64;
        let mut unit = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f32 / (1 << 24) as f32
        };
        (0..n)
            .map(|_| {
                let at = Vector::new(unit(), unit(), unit()) * 1000.0;
                ParryAabb::new(at, at + Vector::new(unit(), unit(), unit()) * 60.0)
            })
            .collect()
    }

    #[test]
    fn both_trees_find_what_a_look_at_every_box_finds() {
        for n in [0, 1, 2, 3, 5, 300] {
            let boxes = boxes(n);
            for items in [items_of(&boxes), halved(&boxes)] {
                let tree = Hierarchy::of_items(&items).in_treelets();
                assert!(3 * tree.depth() < STACK);
                for i in 0..50 {
                    let lo = V::new(f64::from(i) * 20.0, 300.0, f64::from(i) * 7.0);
                    let hi = lo.add_scalar(150.0);
                    let mut found = BTreeSet::new();
                    tree.in_box(lo, hi, &Silent, |leaf| assert!(found.insert(leaf)));
                    let mut swept = BTreeSet::new();
                    let delta = V::new(-100.0, 0.0, 250.0);
                    let path = Path::between(lo, lo + delta);
                    tree.along_path(&path, V::repeat(5.0), &Silent, |leaf, least| {
                        assert!(swept.insert(leaf));
                        least
                    });
                    for (j, b) in boxes.iter().enumerate() {
                        let mut meets = true;
                        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
                        for axis in 0..3 {
                            let (b0, b1) = (f64::from(b.mins[axis]), f64::from(b.maxs[axis]));
                            meets &= b0 <= hi[axis] && b1 >= lo[axis];
                            let (a, z) = (b0 - 5.0 - lo[axis], b1 + 5.0 - lo[axis]);
                            if delta[axis] == 0.0 {
                                leave = if a <= 0.0 && z >= 0.0 { leave } else { -1.0 };
                            } else {
                                enter = enter.max((a / delta[axis]).min(z / delta[axis]));
                                leave = leave.min((a / delta[axis]).max(z / delta[axis]));
                            }
                        }
                        assert!(!meets || found.contains(&(j as u32)), "box {j} of {n}");
                        assert!(
                            enter > leave || swept.contains(&(j as u32)),
                            "box {j} of {n} on the path"
                        );
                    }
                }
            }
        }
    }
}
