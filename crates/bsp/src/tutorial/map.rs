//! The parts of a map that the tutorial's listing reads: its tree, and brushes with their sides.

use super::TutorialRepairs;
use super::listing::Volume;
use crate::compile::{compile, with_a_node};
use crate::side_plane::{SidePlane, dot};
use clipmark_geometry::{Aabb, Contents, World, bevelled};
use std::borrow::Cow;
use std::ops::Range;

/// Position tests look this far beyond a node plane, in units. They are no part of the listing, and 0 would repeat
/// its loss of faces on node planes.
const NODE_MARGIN: f32 = 1.0;

/// The parts of a map that the listing reads.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub(super) nodes: Vec<Node>,
    /// Runs in `leaf_brushes`.
    pub(super) leaves: Vec<Range<u32>>,
    pub(super) leaf_brushes: Vec<u32>,
    pub(super) brushes: Vec<BrushHead>,
    pub(super) sides: Vec<SidePlane>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) plane: SidePlane,
    /// In front, behind; a negative child `c` is leaf `-1 - c`.
    pub(super) children: [i32; 2],
}

#[derive(Clone, Debug)]
pub(super) struct BrushHead {
    /// Run in `sides`.
    pub(super) sides: Range<u32>,
    pub(super) contents: Contents,
}

impl Map {
    pub(super) fn of_world(world: &World, repairs: TutorialRepairs) -> Self {
        let made;
        let tree = match &world.tree {
            Some(tree) => tree,
            None => {
                let bounds: Vec<Aabb> = world.brushes.iter().map(|b| b.bounds).collect();
                made = with_a_node(compile(&bounds, &[]));
                &made
            }
        };
        let plane = |p: &clipmark_geometry::Plane| SidePlane {
            normal: p.normal.into(),
            dist: p.dist,
        };
        let mut sides = Vec::new();
        let brushes = world.brushes.iter().map(|brush| {
            let brush = if repairs.contains(TutorialRepairs::BEVELS) {
                Cow::Owned(bevelled(brush))
            } else {
                Cow::Borrowed(brush)
            };
            let first = sides.len() as u32;
            sides.extend(brush.sides.iter().map(|s| plane(&s.plane)));
            BrushHead {
                sides: first..sides.len() as u32,
                contents: brush.contents,
            }
        });
        Self {
            brushes: brushes.collect(),
            nodes: tree
                .nodes
                .iter()
                .map(|n| Node {
                    plane: plane(&n.plane),
                    children: n.children,
                })
                .collect(),
            leaves: tree.leafs.iter().map(|l| l.brushes.clone()).collect(),
            leaf_brushes: tree.leaf_brushes.clone(),
            sides,
        }
    }

    pub(super) fn root(&self) -> i32 {
        if self.nodes.is_empty() { -1 } else { 0 }
    }

    /// The brushes of a leaf that have sides, once for each time that it names them.
    pub(super) fn brushes_of(&self, leaf: i32) -> impl Iterator<Item = &BrushHead> {
        let run = &self.leaves[(-1 - leaf) as usize];
        let named = &self.leaf_brushes[run.start as usize..run.end as usize];
        let heads = named.iter().map(|&i| &self.brushes[i as usize]);
        heads.filter(|head| !head.sides.is_empty())
    }

    pub(super) fn sides_of(&self, head: &BrushHead) -> &[SidePlane] {
        &self.sides[head.sides.start as usize..head.sides.end as usize]
    }

    /// Passes on the brushes of all leaves within reach of a hull at rest.
    pub(super) fn near(&self, child: i32, volume: &Volume, at: [f32; 3], visit: &mut impl FnMut(&BrushHead)) {
        if child < 0 {
            return self.brushes_of(child).for_each(visit);
        }
        let node = &self.nodes[child as usize];
        let distance = dot(at, node.plane.normal) - node.plane.dist;
        let reach = volume.reach(&node.plane) + NODE_MARGIN;
        if distance >= -reach {
            self.near(node.children[0], volume, at, visit);
        }
        if distance <= reach {
            self.near(node.children[1], volume, at, visit);
        }
    }

    /// Gives back memory that building reserved in excess.
    pub(super) fn trim(&mut self) {
        self.nodes.shrink_to_fit();
        self.leaves.shrink_to_fit();
        self.leaf_brushes.shrink_to_fit();
        self.brushes.shrink_to_fit();
        self.sides.shrink_to_fit();
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.leaves[..])
            + size_of_val(&self.leaf_brushes[..])
            + size_of_val(&self.brushes[..])
            + size_of_val(&self.sides[..])
    }
}
