//! Which of the first hits the tree traversal visits, and which of them first.
//!
//! [`crate::walk`] defines the answers. Among hits at one fraction, the first visited counts. A brush started in is noticed only
//! if it is visited before the walk ends. A hit in no visited leaf does not count. This traverses the same nodes with the same
//! sums, but only towards leaves with one of the few candidates of [`crate::cast`]. It has not seen the others, so it knows the
//! walk's best fraction only within bounds. Where that does not decide whether a leaf is visited, it says so, and the sweep is
//! walked in full.

use crate::cast::FirstHits;
use crate::clip::Skin;
use crate::hit::Hit;
use crate::lanes::per_axis;
use crate::shape::MovingShape;
use crate::side_plane::dot;
use crate::tree::sides_of_box;
use crate::tree::{Place, SLANTED, Tree};
use crate::walk::{Split, split_at};
use clipmark_collision::Counts;

pub(crate) struct Order<'a, S, const COUNT: bool> {
    pub(crate) tree: &'a Tree,
    pub(crate) shape: S,
    pub(crate) skin: Skin,
    pub(crate) hits: &'a FirstHits,
    pub(crate) counts: &'a mut Counts,
    pub(crate) winner: Option<Hit>,
    pub(crate) start_solid: bool,
    /// Whether the best fraction is known: the winner has been visited, or there is none.
    settled: bool,
    unsure: bool,
}

impl<'a, S: MovingShape, const COUNT: bool> Order<'a, S, COUNT> {
    pub(crate) fn new(
        tree: &'a Tree,
        shape: S,
        skin: Skin,
        hits: &'a FirstHits,
        counts: &'a mut Counts,
    ) -> Self {
        Self {
            tree,
            shape,
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
        self.visit(self.tree.root(), 0.0, 1.0, start, end);
        self.settled && !self.unsure
    }

    /// Whether the walk visits a leaf of the item while its best fraction is `best` or more. `near` is a
    /// point by which to choose among the leaves. No is no proof.
    #[inline(always)]
    pub(crate) fn reaches(
        tree: &Tree,
        shape: &S,
        skin: Skin,
        (start, end): ([f32; 3], [f32; 3]),
        (item, near): (u32, [f32; 3]),
        best: f32,
    ) -> bool {
        let mut places = tree.places_of(item);
        let (mut from, mut to, mut p1, mut p2) = (0.0f32, 1.0f32, start, end);
        let mut latest = 0.0f32;
        let mut child = tree.root();
        while child >= 0 {
            let node = &tree.nodes[child as usize];
            let (Some(first), Some(last)) = (places.first(), places.last()) else {
                return false;
            };
            // Which of the children hold it.
            let (front, back) = (first.leaf < node.middle, last.leaf >= node.middle);
            let side = match split_at(tree, node, shape, skin, p1, p2) {
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
            places = part(places, node.middle, side);
            child = node.children[side];
        }
        !places.is_empty() && latest < best
    }

    /// The same for leaves that the hull reaches where it starts. The walk takes every side that the start reaches, uncut at the
    /// start, wherever the end is. The part that it takes first begins there anyway, and the cut of the other is clamped to it.
    /// So nothing is to be computed but the start's distances.
    #[inline(always)]
    pub(crate) fn reaches_at_once(
        tree: &Tree,
        shape: &S,
        start: [f32; 3],
        (item, near): (u32, [f32; 3]),
    ) -> bool {
        let mut places = tree.places_of(item);
        let mut child = tree.root();
        while child >= 0 {
            let node = &tree.nodes[child as usize];
            let (Some(first), Some(last)) = (places.first(), places.last()) else {
                return false;
            };
            let (distance, reach) = if node.axis == SLANTED {
                (dot(node.normal, start) - node.dist, shape.reach())
            } else {
                (
                    start[node.axis as usize] - node.dist,
                    shape.half()[node.axis as usize],
                )
            };
            let front = first.leaf < node.middle && distance >= -reach;
            let back = last.leaf >= node.middle && distance <= reach;
            let side = match (front, back) {
                (false, false) => return false,
                (true, true) => usize::from(dot(node.normal, near) < node.dist),
                _ => usize::from(back),
            };
            places = part(places, node.middle, side);
            child = node.children[side];
        }
        !places.is_empty()
    }

    fn is_done(&self) -> bool {
        let starts = self.start_solid || self.hits.starts.as_slice().is_empty();
        self.unsure || self.settled && (starts || self.hits.best == 0.0 && self.winner.is_some())
    }

    /// Whether the subtree holds anything still asked for.
    #[inline(always)]
    fn holds(&self, child: i32) -> bool {
        let leaves = self.tree.leaves_under(child);
        let held = |item: u32| {
            let places = self.tree.places_of(item);
            let i = if places.len() > 8 {
                places.partition_point(|p| p.leaf < leaves.start)
            } else {
                places.iter().take_while(|p| p.leaf < leaves.start).count()
            };
            places.get(i).is_some_and(|p| p.leaf < leaves.end)
        };
        !self.settled && self.hits.tied.as_slice().iter().any(|h| held(h.item))
            || !self.start_solid && self.hits.starts.as_slice().iter().any(|&i| held(i))
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
            let node = &self.tree.nodes[child as usize];
            match split_at(self.tree, node, &self.shape, self.skin, p1, p2) {
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
        if COUNT {
            self.counts.leaves += 1;
        }
        let place = |item: u32| -> Option<u32> {
            let places: &[Place] = self.tree.places_of(item);
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
        self.start_solid |= self
            .hits
            .starts
            .as_slice()
            .iter()
            .any(|&item| place(item).is_some_and(|position| position < ended_at));
    }
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
pub(crate) fn box_reaches(tree: &Tree, item: u32, near: [f32; 3], mins: [f32; 3], maxs: [f32; 3]) -> bool {
    let mut places = tree.places_of(item);
    let mut child = tree.root();
    while child >= 0 {
        let node = &tree.nodes[child as usize];
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return false;
        };
        let [front, back] = sides_of_box(node, mins, maxs);
        let (front, back) = (
            front && first.leaf < node.middle,
            back && last.leaf >= node.middle,
        );
        let side = match (front, back) {
            (false, false) => return false,
            (true, true) => usize::from(dot(node.normal, near) < node.dist),
            _ => usize::from(back),
        };
        places = part(places, node.middle, side);
        child = node.children[side];
    }
    !places.is_empty()
}
