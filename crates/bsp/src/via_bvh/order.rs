//! Which of the first hits the tree traversal visits, and which of them first.
//!
//! [`crate::walk`] defines the answers. Among hits at one fraction, the first visited counts. A brush started in is noticed only
//! if it is visited before the walk ends. A hit in no visited leaf does not count. This traverses the same nodes with the same
//! sums, but only towards leaves with one of the few candidates of [`super::cast`]. It has not seen the others, so it knows the
//! walk's best fraction only within bounds. Where that does not decide whether a leaf is visited, it says so, and the sweep is
//! walked in full.

use super::cast::{FirstHits, Hit};
use crate::brush_set::BrushSet;
use crate::clip::Skin;
use crate::lanes::per_axis;
use crate::side_plane::dot;
use crate::tree::{Item, SLANTED, Tree, sides_of_box};
use crate::walk::{Split, split_at};
use clipmark_collision::Counts;

/// Where the leaves of the tree name an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) leaf: u32,
    /// Patches come after the brushes.
    pub(crate) position: u32,
}

/// Which leaves name an item: the tree, asked the other way round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// For each node, the first leaf under it, the first under its second child, and the first after it.
    pub(crate) spans: Vec<[u32; 3]>,
    /// Where each item's places begin, brushes first, then patches; one more than there are items.
    first: Vec<u32>,
    /// For each item its leaves, in order.
    places: Vec<Place>,
    /// Levels from the root to the deepest leaf, and one.
    pub(crate) levels: f32,
}

impl Places {
    pub(crate) fn new(tree: &Tree, brushes: &BrushSet, patches: usize) -> Self {
        let number = |item| match item {
            Item::Brush(line) => brushes.brush_at(line).number(),
            Item::Patch(patch) => brushes.len() as u32 + patch,
        };
        let mut all: Vec<(u32, Place)> = (0..tree.leaves() as u32)
            .flat_map(|leaf| {
                let items = tree.leaf(-1 - leaf as i32).iter().flat_map(|four| four.items());
                (0..)
                    .zip(items)
                    .map(move |(position, item)| (number(item), Place { leaf, position }))
            })
            .collect();
        all.sort_unstable();
        // Named twice in a leaf, it is visited at the first.
        all.dedup_by_key(|(item, place)| (*item, place.leaf));
        let first = (0..=(brushes.len() + patches) as u32)
            .map(|item| all.partition_point(|&(i, _)| i < item) as u32)
            .collect();
        let (spans, levels) = count_leaves(tree);
        Self {
            spans,
            first,
            places: all.into_iter().map(|(_, place)| place).collect(),
            levels,
        }
    }

    #[inline(always)]
    pub(crate) fn places_of(&self, item: u32) -> &[Place] {
        let (from, to) = (
            self.first[item as usize] as usize,
            self.first[item as usize + 1] as usize,
        );
        &self.places[from..to]
    }

    /// The first leaf under the second child.
    #[inline(always)]
    pub(crate) fn middle(&self, node: i32) -> u32 {
        self.spans[node as usize][1]
    }

    /// The leaves under a child.
    #[inline(always)]
    fn leaves_under(&self, child: i32) -> std::ops::Range<u32> {
        if child < 0 {
            let leaf = (-1 - child) as u32;
            leaf..leaf + 1
        } else {
            let [from, _, to] = self.spans[child as usize];
            from..to
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.spans[..]) + size_of_val(&self.first[..]) + size_of_val(&self.places[..])
    }
}

/// [`Places::spans`] and [`Places::levels`]. Leaves are numbered in the order in which they hang in the tree.
fn count_leaves(tree: &Tree) -> (Vec<[u32; 3]>, f32) {
    let mut spans = vec![[0; 3]; tree.nodes.len()];
    let (mut next, mut deepest) = (0, 1);
    // How many children of each node on the way down have been visited.
    let mut way = Vec::new();
    let mut child = tree.root();
    loop {
        if child < 0 {
            deepest = deepest.max(way.len() + 1);
            next += 1;
        } else {
            way.push((child as usize, 0));
            spans[child as usize][0] = next;
        }
        loop {
            let Some((node, visited)) = way.last_mut() else {
                return (spans, deepest as f32);
            };
            if *visited < 2 {
                if *visited == 1 {
                    spans[*node][1] = next;
                }
                child = tree.nodes[*node].children[*visited];
                *visited += 1;
                break;
            }
            spans[*node][2] = next;
            way.pop();
        }
    }
}

pub(crate) struct Order<'a, const COUNT: bool> {
    pub(crate) tree: (&'a Tree, &'a Places),
    pub(crate) brushes: &'a BrushSet,
    reach: [f32; 4],
    pub(crate) skin: Skin,
    pub(crate) hits: &'a FirstHits,
    pub(crate) counts: &'a mut Counts,
    pub(crate) winner: Option<Hit>,
    pub(crate) start_solid: bool,
    /// Whether the best fraction is known: the winner has been visited, or there is none.
    settled: bool,
    unsure: bool,
}

impl<'a, const COUNT: bool> Order<'a, COUNT> {
    pub(crate) fn new(
        tree: (&'a Tree, &'a Places),
        brushes: &'a BrushSet,
        reach: [f32; 4],
        skin: Skin,
        hits: &'a FirstHits,
        counts: &'a mut Counts,
    ) -> Self {
        Self {
            tree,
            brushes,
            reach,
            skin,
            hits,
            counts,
            winner: None,
            start_solid: false,
            settled: hits.tied.as_slice().is_empty(),
            unsure: false,
        }
    }

    /// Whether the answer is certain.
    pub(crate) fn run(&mut self, start: [f32; 3], end: [f32; 3]) -> bool {
        self.visit(self.tree.0.root(), 0.0, 1.0, start, end);
        self.settled && !self.unsure
    }

    fn is_done(&self) -> bool {
        let starts = self.start_solid || self.hits.starts.as_slice().is_empty();
        self.unsure || self.settled && (starts || self.hits.best == 0.0 && self.winner.is_some())
    }

    /// The numbers of the brushes that the sweep starts in.
    fn starts(&self) -> impl Iterator<Item = u32> {
        let lines = self.hits.starts.as_slice().iter();
        lines.map(|&line| self.brushes.brush_at(line).number())
    }

    /// Whether the subtree holds anything still asked for.
    #[inline(always)]
    fn holds(&self, child: i32) -> bool {
        let leaves = self.tree.1.leaves_under(child);
        let held = |item: u32| {
            let places = self.tree.1.places_of(item);
            let i = if places.len() > 8 {
                places.partition_point(|p| p.leaf < leaves.start)
            } else {
                places.iter().take_while(|p| p.leaf < leaves.start).count()
            };
            places.get(i).is_some_and(|p| p.leaf < leaves.end)
        };
        !self.settled && self.hits.tied.as_slice().iter().any(|h| held(h.item))
            || !self.start_solid && self.starts().any(held)
    }

    fn visit(&mut self, mut child: i32, from: f32, to: f32, p1: [f32; 3], p2: [f32; 3]) {
        loop {
            if self.is_done() || self.settled && self.hits.best <= from || !self.holds(child) {
                return;
            }
            // The walk's best is not yet below `next`, so before that it does visit.
            if !self.settled && from >= self.hits.next {
                self.unsure = true;
                return;
            }
            if child < 0 {
                return self.visit_leaf((-1 - child) as u32);
            }
            if COUNT {
                self.counts.nodes += 1;
            }
            let node = &self.tree.0.nodes[child as usize];
            match split_at(self.tree.0, node, &self.reach, self.skin, p1, p2) {
                Split::One(side) => child = node.children[side],
                Split::Both(near, cut) => {
                    let at = |f: f32| per_axis(|i| p1[i] + f * (p2[i] - p1[i]));
                    let [first, second] = [node.children[near], node.children[near ^ 1]];
                    if self.holds(first) {
                        self.visit(first, from, from + (to - from) * cut.ends(), p1, at(cut.ends()));
                    }
                    let start = at(cut.begins());
                    return self.visit(second, from + (to - from) * cut.begins(), to, start, p2);
                }
            }
        }
    }

    fn visit_leaf(&mut self, leaf: u32) {
        let place = |item: u32| -> Option<u32> {
            let places: &[Place] = self.tree.1.places_of(item);
            let i = places.partition_point(|p| p.leaf < leaf);
            places.get(i).filter(|p| p.leaf == leaf).map(|p| p.position)
        };
        let mut ended_at = u32::MAX;
        if !self.settled {
            let here = self.hits.tied.as_slice().iter();
            let first = here
                .filter_map(|hit| place(hit.item).map(|position| (position, *hit)))
                .min_by_key(|&(position, _)| position);
            if let Some((position, hit)) = first {
                self.winner = Some(hit);
                self.settled = true;
                if hit.fraction == 0.0 {
                    ended_at = position;
                }
            }
        }
        let mut starts = self.starts();
        let started = starts.any(|item| place(item).is_some_and(|position| position < ended_at));
        drop(starts);
        self.start_solid |= started;
    }
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
    let mut places = index.places_of(item);
    let (mut from, mut to, mut p1, mut p2) = (0.0f32, 1.0f32, start, end);
    let mut latest = 0.0f32;
    let mut child = tree.root();
    while child >= 0 {
        let (node, middle) = (&tree.nodes[child as usize], index.middle(child));
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return false;
        };
        // Which of the children hold it.
        let (front, back) = (first.leaf < middle, last.leaf >= middle);
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
    let mut places = index.places_of(item);
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
        let front = first.leaf < middle && distance >= -reach;
        let back = last.leaf >= middle && distance <= reach;
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

/// The places on this side of a node.
#[inline(always)]
pub(crate) fn part(places: &[Place], middle: u32, side: usize) -> &[Place] {
    let all_in_front = places.last().is_none_or(|p| p.leaf < middle);
    let all_behind = places.first().is_none_or(|p| p.leaf >= middle);
    let cut = if all_in_front {
        places.len()
    } else if all_behind {
        0
    } else {
        places.partition_point(|p| p.leaf < middle)
    };
    if side == 0 { &places[..cut] } else { &places[cut..] }
}

/// Whether the search for the items of a box visits a leaf of the item.
pub(crate) fn box_reaches(
    (tree, index): (&Tree, &Places),
    (item, near): (u32, [f32; 3]),
    (mins, maxs): ([f32; 3], [f32; 3]),
) -> bool {
    let mut places = index.places_of(item);
    let mut child = tree.root();
    while child >= 0 {
        let (node, middle) = (&tree.nodes[child as usize], index.middle(child));
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return false;
        };
        let [front, back] = sides_of_box(node, mins, maxs);
        let (front, back) = (front && first.leaf < middle, back && last.leaf >= middle);
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
