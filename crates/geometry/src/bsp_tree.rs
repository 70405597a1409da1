//! The BSP tree of a compiled Quake III map, as plain data.

use crate::{Aabb, Plane};

/// A BSP tree as a map's compiler wrote it: which brushes and patches lie where. Plain data; the reader that
/// made it has checked every index and that the nodes form a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BspTree {
    /// Inner nodes; node 0 is the root. Empty when the whole world is leaf 0.
    pub nodes: Vec<BspNode>,
    /// Leaves.
    pub leafs: Vec<BspLeaf>,
    /// Brush indices, in the order of the leaves that own them.
    pub leaf_brushes: Vec<u32>,
    /// Patch indices, in the order of the leaves that own them.
    pub leaf_patches: Vec<u32>,
}

/// An inner node: a plane and the children on its two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspNode {
    /// Splitting plane.
    pub plane: Plane,
    /// In front, behind; a negative child `c` is leaf `-1 - c`.
    pub children: [i32; 2],
}

/// A leaf and the runs of brushes and patches that reach into it.
#[derive(Clone, Debug, PartialEq)]
pub struct BspLeaf {
    /// Visibility cluster; negative outside the map's playable hull.
    pub cluster: i32,
    /// Run in [`BspTree::leaf_brushes`].
    pub brushes: std::ops::Range<u32>,
    /// Run in [`BspTree::leaf_patches`].
    pub patches: std::ops::Range<u32>,
    /// Bounds as stored in the map.
    pub bounds: Aabb,
}

impl BspTree {
    /// A tree that is one leaf, which names `brushes` and `patches` in their order.
    pub fn of_one_leaf(brushes: usize, patches: usize, bounds: Aabb) -> Self {
        let (brushes, patches) = (brushes as u32, patches as u32);
        Self {
            nodes: Vec::new(),
            leafs: vec![BspLeaf {
                cluster: 0,
                brushes: 0..brushes,
                patches: 0..patches,
                bounds,
            }],
            leaf_brushes: (0..brushes).collect(),
            leaf_patches: (0..patches).collect(),
        }
    }
}
