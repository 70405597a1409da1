//! The solids' bounding boxes in a hierarchy, walked along a path or around a place.
//!
//! Source: parry3d builds the tree (binned surface area heuristic; Wald, *On fast Construction of SAH-based
//! Bounding Volume Hierarchies*, 2007).
//!
//! Departures: parry's binary tree is read out once. Its nodes are joined to nodes of four. Source: Dammertz, Hanika, Keller,
//! *Shallow Bounding Volume Hierarchies for Fast SIMD Ray Tracing of Incoherent Rays*, 2008. Their boxes are tested together in
//! plain loops that compilers turn into vector code. Children are entered nearest first. A child that begins behind the best stop
//! so far is dropped at its turn; parry's `find_best` does not check again. Ties at the best stop are all seen.

mod cells;
mod slabs;
mod tree;

use crate::passage::Path;
use crate::tally::Tally;
use crate::{V, far};
pub(crate) use cells::Cells;
use slabs::{Slabs, safety_of};

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

impl Hierarchy {
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

#[cfg(test)]
mod tests {
    use super::tree::{halved, items_of};
    use super::*;
    use crate::tally::Silent;
    use parry3d::bounding_volume::Aabb as ParryAabb;
    use parry3d::math::Vector;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeSet;

    fn boxes(n: usize) -> Vec<ParryAabb> {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut unit = || random.random::<f32>();
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
