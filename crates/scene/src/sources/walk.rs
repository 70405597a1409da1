//! Trees of nodes that a compiled map's models share a list of: each is proven a tree while it is walked.

use super::record::{no_tree, overlap, too_deep};
use crate::Problem;
use clipmark_geometry::ClipHulls;

/// A walk down the trees of all models.
pub(super) struct Walk {
    /// The last tree that took each node, counted from 1.
    by: Vec<u32>,
    tree: u32,
    /// How many may still be taken.
    left: usize,
}

impl Walk {
    /// Trees of a damaged file that share nodes would multiply them; some compilers let models share a few.
    const SHARED: usize = 4;

    pub(super) fn new(nodes: usize) -> Self {
        Self {
            by: vec![0; nodes],
            tree: 0,
            left: nodes * Self::SHARED,
        }
    }

    /// Shows everything below a root in preorder, front first: a node, or negative a leaf, and what `visit` answered for the node
    /// above it with the side that it is on, 0 in front.
    ///
    /// # Errors
    /// A node that is reached twice (or a loop), or a tree too deep to be walked by tracers that recurse.
    pub(super) fn below<T: Copy>(
        &mut self,
        root: i32,
        children: impl Fn(usize) -> [i32; 2],
        mut visit: impl FnMut(i32, Option<(T, usize)>) -> T,
    ) -> Result<(), Problem> {
        self.tree += 1;
        let mut open = vec![(root, None, 1)];
        while let Some((child, above, depth)) = open.pop() {
            let Ok(at) = usize::try_from(child) else {
                visit(child, above);
                continue;
            };
            if std::mem::replace(&mut self.by[at], self.tree) == self.tree {
                return Err(no_tree(at));
            }
            self.left = self.left.checked_sub(1).ok_or_else(|| overlap("models"))?;
            if depth > ClipHulls::MAX_DEPTH {
                return Err(too_deep(ClipHulls::MAX_DEPTH));
            }
            let number = visit(child, above);
            let [front, back] = children(at);
            open.push((back, Some((number, 1)), depth + 1));
            open.push((front, Some((number, 0)), depth + 1));
        }
        Ok(())
    }

    /// The first node that no tree has taken.
    pub(super) fn untaken(&self) -> Option<usize> {
        self.by.iter().position(|&by| by == 0)
    }
}
