//! The tree built: parry's binary tree read out, its nodes joined to nodes of four and put in order.

use super::{Hierarchy, LEAF, Node, STACK, WIDTH};
use crate::solid::Solids;
use clipmark_geometry::in_treelets;
use parry3d::bounding_volume::Aabb as ParryAabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, TraversalAction};

/// A box of parry's tree, and its solid.
#[derive(Clone, Copy)]
pub(super) struct Item {
    mins: Vector,
    maxs: Vector,
    /// A solid ([`LEAF`] set), or the first of two items.
    content: u32,
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
    pub(super) fn of_items(items: &[Item]) -> Self {
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
    pub(super) fn in_treelets(self) -> Self {
        Self(in_treelets(&self.0, |node, visit| {
            let inner = node.children.iter_mut().filter(|child| **child & LEAF == 0);
            inner.for_each(visit);
        }))
    }

    pub(super) fn depth(&self) -> usize {
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
}

impl Item {
    fn surface(&self) -> f32 {
        let d = self.maxs - self.mins;
        d.x * d.y + d.y * d.z + d.z * d.x
    }
}

/// parry's tree, read out: pairs of items, the root's first.
pub(super) fn items_of(boxes: &[ParryAabb]) -> Vec<Item> {
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
pub(super) fn halved(boxes: &[ParryAabb]) -> Vec<Item> {
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
