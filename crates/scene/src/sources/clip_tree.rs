//! Takes one tree out of a list of nodes that a file shares among its models, and proves it one.

use super::record::{no_tree, overlap, too_deep};
use crate::Problem;
use clipmark_geometry::{Aabb, ClipHull, ClipHulls, ClipNode, Contents};

/// A node of the file, every number checked.
#[derive(Clone, Copy)]
pub(super) struct FileNode {
    pub(super) node: ClipNode,
    /// Nodes, or negative: the contents of a leaf as Quake's maps number them, -1 for empty.
    pub(super) children: [i32; 2],
}

/// The last number that Quake's and Half-Life's compilers give to the contents of a leaf.
const LAST_CONTENTS: i32 = -15;

/// Contents by Quake's number, -1 first: empty, solid, water, slime, lava, sky, a marker of the compiler's, clip. Six
/// currents (moving water) and translucent follow.
fn contents() -> Vec<Contents> {
    (LAST_CONTENTS..=-1)
        .rev()
        .map(|number| match number {
            -2 => Contents::SOLID,
            -3 => Contents::WATER,
            -4 => Contents::SLIME,
            -5 => Contents::LAVA,
            -6 => Contents::SKY,
            -8 => Contents::PLAYER_CLIP,
            -14..=-9 => Contents::WATER,
            _ => Contents::empty(),
        })
        .collect()
}

/// Whether a leaf can have this number.
pub(super) fn is_contents(number: i32) -> bool {
    (LAST_CONTENTS..=-1).contains(&number)
}

/// Which nodes of one list trees have taken.
pub(super) struct Taken {
    /// The last tree that took each node.
    by: Vec<u32>,
    tree: u32,
    /// How many may still be taken.
    left: usize,
}

impl Taken {
    /// Trees of a damaged file that share nodes would multiply them; some compilers let models share a few.
    const SHARED: usize = 4;

    pub(super) fn new(nodes: usize) -> Self {
        Self {
            by: vec![0; nodes],
            tree: 0,
            left: nodes * Self::SHARED,
        }
    }

    fn begin(&mut self, nodes: usize) {
        self.by.resize(nodes, 0);
        self.tree += 1;
    }

    fn node(&mut self, at: usize) -> Result<(), Problem> {
        if std::mem::replace(&mut self.by[at], self.tree) == self.tree {
            return Err(no_tree(at));
        }
        self.left = self.left.checked_sub(1).ok_or_else(|| overlap("models"))?;
        Ok(())
    }
}

/// The tree below `root`, its nodes renumbered in preorder, front first.
///
/// # Errors
/// A node that is reached twice (or a loop), or a tree too deep to be walked.
pub(super) fn take(
    nodes: &[FileNode],
    root: i32,
    bounds: Aabb,
    taken: &mut Taken,
) -> Result<ClipHull, Problem> {
    let mut out = ClipHull {
        bounds,
        nodes: Vec::new(),
        leaves: contents(),
    };
    if root < 0 {
        // The whole of space is one leaf, which must then come first.
        out.leaves = vec![out.leaf(root)];
        return Ok(out);
    }
    taken.begin(nodes.len());
    // The nodes to come: number in the file, parent and its side, depth.
    let mut open = vec![(root, None, 1)];
    while let Some((child, parent, depth)) = open.pop() {
        let number = if let Ok(at) = usize::try_from(child) {
            taken.node(at)?;
            if depth > ClipHulls::MAX_DEPTH {
                return Err(too_deep(ClipHulls::MAX_DEPTH));
            }
            let number = out.nodes.len();
            out.nodes.push(nodes[at].node);
            let [front, back] = nodes[at].children;
            open.push((back, Some((number, 1)), depth + 1));
            open.push((front, Some((number, 0)), depth + 1));
            number as i32
        } else {
            child
        };
        if let Some((parent, side)) = parent {
            let parent: &mut ClipNode = &mut out.nodes[parent];
            parent.children[side] = number;
        }
    }
    out.nodes.shrink_to_fit();
    Ok(out)
}
