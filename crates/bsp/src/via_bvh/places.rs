//! Which leaves name an item, and whether the tree's walk reaches one of them.
//!
//! [`crate::walk`] defines the answers: a hit in no visited leaf does not count, and a brush started in is noticed only if it is
//! visited before the walk ends. This goes down through the same nodes with the same sums, towards one leaf alone. No is no proof.

use crate::brush_set::BrushSet;
use crate::clip::Skin;
use crate::side_plane::dot;
use crate::tree::{Item, SLANTED, Tree};
use crate::walk::{Split, split_at};
use clipmark_hierarchy::lanes::per_axis;

/// The tree, asked the other way round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// For each node the first leaf under its second child.
    middles: Vec<u32>,
    /// Where each item's leaves begin, brushes first, then patches; one more than there are items.
    first: Vec<u32>,
    /// For each item its leaves, in order.
    leaves: Vec<u32>,
    /// Levels from the root to the deepest leaf, and one.
    pub(crate) levels: f32,
}

impl Places {
    pub(crate) fn new(tree: &Tree, brushes: &BrushSet, patches: usize) -> Self {
        let number = |item| match item {
            Item::Brush(line) => brushes.brush_at(line).number(),
            Item::Patch(patch) => brushes.len() as u32 + patch,
        };
        let mut all: Vec<(u32, u32)> = (0..tree.leaves() as u32)
            .flat_map(|leaf| {
                let items = tree.leaf(-1 - leaf as i32).iter().flat_map(|four| four.items());
                items.map(move |item| (number(item), leaf))
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        let first = (0..=(brushes.len() + patches) as u32)
            .map(|item| all.partition_point(|&(i, _)| i < item) as u32)
            .collect();
        let (middles, levels) = count_leaves(tree);
        let mut leaves: Vec<u32> = all.into_iter().map(|(_, leaf)| leaf).collect();
        // It took the place of the list.
        leaves.shrink_to_fit();
        Self {
            middles,
            first,
            leaves,
            levels,
        }
    }

    #[inline(always)]
    pub(crate) fn leaves_of(&self, item: u32) -> &[u32] {
        let (from, to) = (
            self.first[item as usize] as usize,
            self.first[item as usize + 1] as usize,
        );
        &self.leaves[from..to]
    }

    /// The first leaf under a node's second child.
    #[inline(always)]
    pub(crate) fn middle(&self, node: i32) -> u32 {
        self.middles[node as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.middles[..]) + size_of_val(&self.first[..]) + size_of_val(&self.leaves[..])
    }
}

/// [`Places::middles`] and [`Places::levels`]. Leaves are numbered in the order in which they hang in the tree.
fn count_leaves(tree: &Tree) -> (Vec<u32>, f32) {
    let mut middles = vec![0; tree.nodes.len()];
    let (mut leaves, mut deepest) = (0, 1);
    // Children to come, the nodes whose second children they are, and their levels.
    let mut waiting = vec![(tree.root(), None, 1)];
    while let Some((child, parent, level)) = waiting.pop() {
        if let Some(parent) = parent {
            middles[parent] = leaves;
        }
        if let Ok(node) = usize::try_from(child) {
            let [front, back] = tree.nodes[node].children;
            waiting.extend([(back, Some(node), level + 1), (front, None, level + 1)]);
        } else {
            leaves += 1;
            deepest = deepest.max(level);
        }
    }
    (middles, deepest as f32)
}

/// Whether the walk visits a leaf of the item while its best fraction is `best` or more. `near` is a
/// point by which to choose among the leaves. No is no proof.
#[inline(always)]
pub(crate) fn reaches(
    (tree, index): (&Tree, &Places),
    reach: &[f32; 4],
    skin: Skin,
    (start, end): ([f32; 3], [f32; 3]),
    (item, near): (u32, [f32; 3]),
    best: f32,
) -> bool {
    let mut places = index.leaves_of(item);
    let (mut from, mut to, mut p1, mut p2) = (0.0f32, 1.0f32, start, end);
    let mut latest = 0.0f32;
    let mut child = tree.root();
    while child >= 0 {
        let (node, middle) = (&tree.nodes[child as usize], index.middle(child));
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return false;
        };
        // Which of the children hold it.
        let (front, back) = (*first < middle, *last >= middle);
        let side = match split_at(tree, node, reach, skin, p1, p2) {
            Split::One(side) => side,
            Split::Both(side_met, cut) => {
                let side = match (front, back) {
                    (true, true) => usize::from(dot(node.normal, near) < node.dist),
                    _ => usize::from(back),
                };
                let cut = if side == side_met {
                    cut.ends()
                } else {
                    cut.begins()
                };
                let at = per_axis(|i| p1[i] + cut * (p2[i] - p1[i]));
                if side == side_met {
                    (to, p2) = (from + (to - from) * cut, at);
                } else {
                    (from, p1) = (from + (to - from) * cut, at);
                    latest = latest.max(from);
                }
                side
            }
        };
        places = part(places, middle, side);
        child = node.children[side];
    }
    !places.is_empty() && latest < best
}

/// The same for leaves that the hull reaches where it starts. The walk takes every side that the start reaches, uncut at the
/// start, wherever the end is. The part that it takes first begins there anyway, and the cut of the other is clamped to it.
/// So nothing is to be computed but the start's distances.
#[inline(always)]
pub(crate) fn reaches_at_once(
    (tree, index): (&Tree, &Places),
    reach: &[f32; 4],
    start: [f32; 3],
    (item, near): (u32, [f32; 3]),
) -> bool {
    let mut places = index.leaves_of(item);
    let mut child = tree.root();
    while child >= 0 {
        let (node, middle) = (&tree.nodes[child as usize], index.middle(child));
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return false;
        };
        let distance = if node.axis == SLANTED {
            dot(node.normal, start)
        } else {
            start[node.axis as usize]
        } - node.dist;
        let reach = reach[(node.axis & SLANTED) as usize];
        let front = *first < middle && distance >= -reach;
        let back = *last >= middle && distance <= reach;
        let side = match (front, back) {
            (false, false) => return false,
            (true, true) => usize::from(dot(node.normal, near) < node.dist),
            _ => usize::from(back),
        };
        places = part(places, middle, side);
        child = node.children[side];
    }
    !places.is_empty()
}

/// The leaves on this side of a node.
#[inline(always)]
pub(crate) fn part(places: &[u32], middle: u32, side: usize) -> &[u32] {
    let all_in_front = places.last().is_none_or(|&leaf| leaf < middle);
    let all_behind = places.first().is_none_or(|&leaf| leaf >= middle);
    let cut = if all_in_front {
        places.len()
    } else if all_behind {
        0
    } else {
        places.partition_point(|&leaf| leaf < middle)
    };
    if side == 0 { &places[..cut] } else { &places[cut..] }
}
