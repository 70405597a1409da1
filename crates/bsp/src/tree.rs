//! The tree that is walked: the map's own, or one compiled here, flattened.

use crate::compile;
use clipmark_geometry::{Aabb, BspTree, World};

/// An inner node. Axis 0, 1, 2: the plane is axial and looks towards +x, +y or +z; 3: any other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) normal: [f32; 3],
    pub(crate) dist: f32,
    pub(crate) axis: u32,
    /// In front, behind; a negative child `c` is leaf `-1 - c`.
    pub(crate) children: [i32; 2],
}

/// A leaf: its runs of brush and patch indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) first_patch: u32,
    pub(crate) patch_count: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) leaf_brushes: Vec<u32>,
    pub(crate) leaf_patches: Vec<u32>,
}

/// Axis of a slanted node.
pub(crate) const SLANTED: u32 = 3;

impl Tree {
    /// The map's own tree where it has one, else one compiled from the bounds of the brushes and patches.
    pub(crate) fn of_world(world: &World, brushes: &[Aabb], patches: &[Aabb]) -> Self {
        match &world.tree {
            Some(tree) => Self::flatten(tree, patches.len()),
            None => compile::compile(brushes, patches),
        }
    }

    fn flatten(tree: &BspTree, patches: usize) -> Self {
        // A world may have lost its patches and kept the tree that names them.
        let with_patches = tree.leaf_patches.iter().all(|&i| (i as usize) < patches);
        let nodes = tree.nodes.iter().map(|node| {
            let n = node.plane.normal;
            // Only planes that look along +x, +y or +z take the short way, as in the engine.
            let axis = (0..3).find(|&i| n[i] == 1.0).map_or(SLANTED, |i| i as u32);
            Node {
                normal: n.into(),
                dist: node.plane.dist,
                axis,
                children: node.children,
            }
        });
        let leaves = tree.leafs.iter().map(|leaf| Leaf {
            first: leaf.brushes.start,
            count: leaf.brushes.len() as u32,
            first_patch: if with_patches { leaf.patches.start } else { 0 },
            patch_count: if with_patches {
                leaf.patches.len() as u32
            } else {
                0
            },
        });
        Self {
            nodes: nodes.collect(),
            leaves: leaves.collect(),
            leaf_brushes: tree.leaf_brushes.clone(),
            leaf_patches: if with_patches {
                tree.leaf_patches.clone()
            } else {
                Vec::new()
            },
        }
    }

    /// The child that stands for the whole tree.
    pub(crate) fn root(&self) -> i32 {
        if self.nodes.is_empty() { -1 } else { 0 }
    }

    /// The brushes of a leaf, then its patches.
    pub(crate) fn leaf(&self, child: i32) -> (&[u32], &[u32]) {
        let leaf = self.leaves[(-1 - child) as usize];
        let run =
            |of, first: u32, count: u32| -> &[u32] { &Vec::as_slice(of)[first as usize..][..count as usize] };
        (
            run(&self.leaf_brushes, leaf.first, leaf.count),
            run(&self.leaf_patches, leaf.first_patch, leaf.patch_count),
        )
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.leaves[..])
            + size_of_val(&self.leaf_brushes[..])
            + size_of_val(&self.leaf_patches[..])
    }
}
