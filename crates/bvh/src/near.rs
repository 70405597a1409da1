//! The solids near a fan of sweeps, gathered by one walk and asked about by each of the sweeps.
//!
//! The walk leaves out what lies outside of the box around all sweeps at each fraction of their paths. Each sweep then tests the
//! boxes of the gathered solids, four at a time, as a walk of its own tests those of leaves; so it asks the same solids, nearest
//! first, and its answer is the same to the bit.

use crate::V;
use crate::hierarchy::{Hierarchy, LEAF, Node, STACK, Slabs, TIE, WIDTH, Ways, safety_of};
use crate::passage::Path;
use crate::tally::Tally;

/// Groups of [`WIDTH`] solids that are gathered at most; where more are near, the sweeps are asked one by one.
const GROUPS: usize = 8;
/// Nodes that are looked into at most; where a fan takes more, its sweeps cost less one by one.
const MOST_NODES: usize = 32;
/// A displacement along an axis counts as at least this, in units: the inverse of a smaller one times a coordinate could overflow.
const SHORTEST: f32 = 1e-20;

/// Some solids and their boxes.
pub(crate) struct Near {
    groups: [Node; GROUPS],
    solids: usize,
}

/// All sweeps of a fan as a box test sees them: at the fraction t they lie within start + t low and start + t high, grown.
pub(crate) struct Frustum {
    /// What is added to low and to high bounds: less the start, grown.
    shift: [[f32; 2]; 3],
    /// Of the greatest and of the least displacement along each axis: when they come to a low bound, and pass a high one.
    inverse: [[f32; 2]; 3],
}

impl Frustum {
    /// Around paths from one start, whose displacements lie between `low` and `high` and whose coordinates are at most `far`.
    pub(crate) fn new(start: &V, [low, high]: [&V; 2], far: f64, grow: &V) -> Self {
        // Twice what a single path is grown by, since bounds of displacements are rounded as well.
        let grow = grow.add_scalar(2.0 * safety_of(far));
        let axes = [0, 1, 2];
        Self {
            shift: axes.map(|i| [(-start[i] - grow[i]) as f32, (-start[i] + grow[i]) as f32]),
            inverse: axes.map(|i| {
                let (low, high) = (low[i] as f32, high[i] as f32);
                let high = if high.abs() < SHORTEST { SHORTEST } else { high };
                let low = if low.abs() < SHORTEST { -SHORTEST } else { low };
                [1.0 / high, 1.0 / low]
            }),
        }
    }

    /// Which children of a node sweeps may meet, a bit each.
    fn meets(&self, node: &Node) -> u32 {
        let (mut enter, mut leave) = ([0.0_f32; WIDTH], [1.0 + TIE; WIDTH]);
        for axis in 0..3 {
            let ([lows, highs], [come, go]) = (&node.bounds[axis], self.inverse[axis]);
            let [to_low, to_high] = self.shift[axis];
            let comes = lows.map(|low| (low + to_low) * come);
            let goes = highs.map(|high| (high + to_high) * go);
            // The greatest displacement has to come to the low bound; where it leads back, it is above it until then.
            if come > 0.0 {
                enter = each(enter, comes, |a, b| if b > a { b } else { a });
            } else {
                leave = each(leave, comes, |a, b| if b < a { b } else { a });
            }
            // The least displacement must not have passed the high bound; where it leads back, it is above it until then.
            if go > 0.0 {
                leave = each(leave, goes, |a, b| if b < a { b } else { a });
            } else {
                enter = each(enter, goes, |a, b| if b > a { b } else { a });
            }
        }
        (0..WIDTH).fold(0, |met, i| met | u32::from(enter[i] <= leave[i]) << i)
    }
}

/// Child by child.
#[inline(always)]
fn each(a: [f32; WIDTH], b: [f32; WIDTH], of: impl Fn(f32, f32) -> f32) -> [f32; WIDTH] {
    std::array::from_fn(|i| of(a[i], b[i]))
}

impl Near {
    /// Gathers the solids that sweeps may meet and that `counts` counts in; `None` where there are too many.
    pub(crate) fn gather<T: Tally>(
        hierarchy: &Hierarchy,
        frustum: &Frustum,
        tally: &T,
        counts: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let nodes = hierarchy.nodes();
        // A node times four, and which of its children: boxes are copied only where all are found.
        let mut found = [0_u32; GROUPS * WIDTH];
        let mut solids = 0;
        let mut nodes_left = MOST_NODES;
        // In the order in which a walk sees what a path meets at its start.
        let mut stack = [(0_u32, 0_u32); STACK];
        let mut len = usize::from(!nodes.is_empty());
        while len > 0 {
            len -= 1;
            let (at, from) = stack[len];
            if at & LEAF != 0 {
                if counts(at & !LEAF) {
                    *found.get_mut(solids)? = from;
                    solids += 1;
                }
                continue;
            }
            if nodes_left == 0 {
                return None;
            }
            nodes_left -= 1;
            tally.node();
            let node = &nodes[at as usize];
            let mut met = frustum.meets(node);
            while met != 0 {
                let i = met.trailing_zeros() & (WIDTH as u32 - 1);
                met &= met - 1;
                stack[len] = (node.children[i as usize], at * WIDTH as u32 + i);
                len += 1;
            }
        }
        let mut groups = [const { Node::EMPTY }; GROUPS];
        for (to, &from) in found[..solids].iter().enumerate() {
            let from = from as usize;
            groups[to / WIDTH].put(to % WIDTH, &nodes[from / WIDTH], from % WIDTH);
        }
        Some(Self { groups, solids })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.solids == 0
    }
}

impl Ways for Near {
    fn along_path<T: Tally>(&self, path: &Path, grow: V, tally: &T, mut visit: impl FnMut(u32, f64) -> f64) {
        let slabs = Slabs::new(path, &grow);
        let mut met_first = [(0.0_f32, 0_u32); GROUPS * WIDTH];
        let mut len = 0;
        for group in &self.groups[..self.solids.div_ceil(WIDTH)] {
            tally.node();
            let (enter, mut met) = slabs.cross(group, 1.0 + TIE);
            while met != 0 {
                let i = met.trailing_zeros() as usize & (WIDTH - 1);
                met &= met - 1;
                let mut at = len;
                while at > 0 && met_first[at - 1].0 > enter[i] {
                    met_first[at] = met_first[at - 1];
                    at -= 1;
                }
                met_first[at] = (enter[i], group.children[i]);
                len += 1;
            }
        }
        let (mut least, mut bound) = (1.0, 1.0 + TIE);
        for &(enter, solid) in &met_first[..len] {
            if enter > bound {
                return;
            }
            tally.leaf();
            least = visit(solid & !LEAF, least);
            bound = least as f32 + TIE;
        }
    }
}
