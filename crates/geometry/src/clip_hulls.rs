//! The clip hulls of a compiled Quake or Half-Life map, as plain data (`docs/engines.md` section 5).

use crate::{Aabb, Contents, Plane, Point};

/// The clip hulls of a compiled map, as Quake's games collide with them. For each player size there is a solid-leaf BSP of the
/// world's solids grown by that size. A point is traced through it. Plain data; its maker has checked every index, that nodes
/// form trees, and their depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipHulls {
    /// Hull 0 is a point's hull: the drawing tree in a map of Quake's.
    pub hulls: Vec<ClipHull>,
}

/// One clip hull.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipHull {
    /// The size of the body, relative to its position.
    pub bounds: Aabb,
    /// Nodes in preorder; node 0 is the root. Empty when the whole space is leaf 0.
    pub nodes: Vec<ClipNode>,
    /// Contents of each leaf.
    pub leaves: Vec<Contents>,
}

/// An inner node: a plane and the children on its two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipNode {
    /// Splitting plane. Its normal may be a little off unit length: maps store it from text with six decimals.
    pub plane: Plane,
    /// The axis of a plane along +x (0), +y (1) or +z (2); [`ClipNode::OBLIQUE`] for any other.
    pub axis: u8,
    /// In front, behind; a negative child `c` is leaf `-1 - c`.
    pub children: [i32; 2],
}

impl ClipHulls {
    /// Deepest tree, in nodes. Real maps reach some hundred. A recursive tracer needs a few hundred bytes of stack a level, and
    /// threads may have as little as a megabyte.
    pub const MAX_DEPTH: usize = 1024;

    /// The hull for a body of that size, and its offset. Add the offset to a position to trace through that hull. Widths and
    /// height must be the hull's to the bit.
    pub fn fitting(&self, bounds: &Aabb) -> Option<(usize, crate::Vec3)> {
        let size = bounds.maxs - bounds.mins;
        self.hulls.iter().enumerate().find_map(|(i, hull)| {
            (hull.bounds.maxs - hull.bounds.mins == size).then(|| (i, bounds.mins - hull.bounds.mins))
        })
    }
}

impl ClipHull {
    /// The child from which a walk starts.
    pub fn root(&self) -> i32 {
        if self.nodes.is_empty() { -1 } else { 0 }
    }

    /// Contents of a point below that child, in front of a plane when on it.
    #[inline]
    pub fn contents_below(&self, mut child: i32, at: &Point) -> Contents {
        while let Some(node) = usize::try_from(child).ok().and_then(|n| self.nodes.get(n)) {
            child = node.children[usize::from(node.distance(at) < 0.0)];
        }
        self.leaf(child)
    }

    /// Contents of the leaf of a negative child.
    #[inline]
    pub fn leaf(&self, child: i32) -> Contents {
        let leaf = self.leaves.get((-1 - child) as usize);
        leaf.copied().unwrap_or_default()
    }

    /// Nodes from the root to the deepest leaf.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut open = vec![(self.root(), 0)];
        while let Some((child, depth)) = open.pop() {
            deepest = deepest.max(depth);
            if let Some(node) = usize::try_from(child).ok().and_then(|n| self.nodes.get(n)) {
                open.extend(node.children.map(|c| (c, depth + 1)));
            }
        }
        deepest
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<ClipNode>() + self.leaves.capacity() * size_of::<Contents>()
    }
}

impl ClipNode {
    /// [`ClipNode::axis`] of a plane that is not axial with a positive normal.
    pub const OBLIQUE: u8 = 3;

    /// A node of that plane.
    pub fn new(plane: Plane, children: [i32; 2]) -> Self {
        let axis = (0..3u8).find(|&i| plane.normal[usize::from(i)] == 1.0);
        let axis = axis.unwrap_or(Self::OBLIQUE);
        Self {
            plane,
            axis,
            children,
        }
    }

    /// Signed distance of a point, as Quake's games compute it. An axial plane takes that coordinate alone; others sum in the
    /// order x, y, z.
    #[inline(always)]
    pub fn distance(&self, p: &Point) -> f32 {
        let Plane { normal: n, dist } = &self.plane;
        match self.axis {
            0 => p.x - dist,
            1 => p.y - dist,
            2 => p.z - dist,
            _ => n.x * p.x + n.y * p.y + n.z * p.z - dist,
        }
    }
}
