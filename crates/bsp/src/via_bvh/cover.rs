//! Proves which brush the tree traversal meets first, without traversing.
//!
//! An item whose whole box lies in leaves that name it is *covered*. Wherever a hull meets the box, it meets a leaf of the item.
//! The traversal visits each leaf that the hull overlaps by a little somewhere on its path. A node sends the part of the path
//! that holds this place to the leaf's side. It cuts an axial node's parts no nearer to the plane than the hull's half size and
//! the skin. A slanted node's parts are cut at [`MovingShape::reach`], far beyond any usual hull. So one comparison of boxes
//! replaces a descent, in which each node waits for the division of the one above.
//!
//! The traversal's sums are rounded; [`rounding`] bounds the error, and the boxes are compared with that margin.

use super::places::{Places, part};
use crate::brush_set::BrushSet;
use crate::clip::Skin;
use crate::lanes::larger;
use crate::patch::PatchSet;
use crate::shape::MovingShape;
use crate::side_plane::dot;
use crate::tree::{SLANTED, Tree};
use clipmark_hierarchy::lanes::per_axis;

/// Hulls whose half sizes sum to more, in units, may lie beyond the walk's search distance (2,048) from slanted planes.
const LARGEST: f32 = 1024.0;
/// Nearer to a node plane than this beyond the hull, in units, the walk takes both sides, whatever the skin. It is half the
/// walk's margin.
const MARGIN: f32 = 0.5;
/// One f32 rounding, as a share.
const ROUNDED: f32 = 1.0 / (1 << 24) as f32;

/// The box of a hull at one place on its path, and its sure overlap with a touched box.
pub(crate) struct PathBounds {
    mins: [f32; 3],
    maxs: [f32; 3],
}

impl PathBounds {
    /// At a place that the walk reaches while its best fraction is at least `before`. `None` for hulls and paths about which
    /// nothing is sure.
    #[inline(always)]
    pub(crate) fn on_the_way<S: MovingShape>(
        levels: f32,
        shape: &S,
        skin: Skin,
        (start, end): ([f32; 3], [f32; 3]),
        before: f32,
    ) -> Option<Self> {
        let (along, half) = (per_axis(|k| end[k] - start[k]), shape.half());
        let length = along.iter().fold(0.0f32, |m, x| m.max(x.abs()));
        let off = rounding(levels, length, start, end, half);
        let farthest = larger(larger(off[0], off[1]), off[2]);
        let at = before - 2.0 * farthest / length - levels * 4.0 * ROUNDED;
        if S::IS_POINT || half[0] + half[1] + half[2] > LARGEST || at.is_nan() || at < 0.0 {
            return None;
        }
        let width = skin.width as f32;
        let near = width.min(MARGIN);
        let hull = Self {
            mins: per_axis(|k| {
                // A path that leaves a node's back by its front is cut a skin early by a map's tree: [`crate::walk`].
                let out = if along[k] > 0.0 { -width } else { near };
                start[k] + at * along[k] - (half[k] - off[k] + out)
            }),
            maxs: per_axis(|k| start[k] + at * along[k] + (half[k] - off[k] + near)),
        };
        hull.has_inside()
    }

    /// None when nothing is left of the hull.
    #[inline(always)]
    fn has_inside(self) -> Option<Self> {
        (0..3).all(|k| self.mins[k] <= self.maxs[k]).then_some(self)
    }

    /// At the start, where the walk's parts are uncut.
    #[inline(always)]
    pub(crate) fn at_start<S: MovingShape>(levels: f32, shape: &S, start: [f32; 3]) -> Option<Self> {
        let half = shape.half();
        if S::IS_POINT || half[0] + half[1] + half[2] > LARGEST {
            return None;
        }
        let off = rounding(levels, 0.0, start, start, half);
        let hull = Self {
            mins: per_axis(|k| start[k] - (half[k] - off[k])),
            maxs: per_axis(|k| start[k] + (half[k] - off[k])),
        };
        hull.has_inside()
    }

    /// Whether the walk reaches a leaf that names the item, if the item is covered and has these bounds.
    #[inline(always)]
    pub(crate) fn meets(&self, mins: [f32; 3], maxs: [f32; 3]) -> bool {
        (0..3).all(|k| self.mins[k] <= maxs[k] && self.maxs[k] >= mins[k])
    }
}

/// Largest error along each axis, in units, of a point on a part of the path after all levels of the tree. At each level the cut
/// is rounded twice (2 steps of half an f32 each, of the part's length). The new end is rounded thrice (3 of the length, 1 of the
/// coordinate). Distances to the plane and reach are rounded twice (2 of the length, 4 of the half size). The bounds of the hull
/// are rounded twice (2 of the coordinate). `levels` is one more than there are nodes on a way down, and one is added.
#[inline(always)]
fn rounding(levels: f32, length: f32, start: [f32; 3], end: [f32; 3], half: [f32; 3]) -> [f32; 3] {
    let size = larger(larger(half[0], half[1]), half[2]);
    let any = levels * ROUNDED * (8.0 * length + 4.0 * size + 4.0);
    let each = (levels + 1.0) * ROUNDED;
    per_axis(|k| any + each * larger(start[k].abs(), end[k].abs()))
}

/// Which items are covered: brushes by their number, then facets.
pub(crate) fn covered(tree: &Tree, index: &Places, brushes: &BrushSet, patches: &PatchSet) -> Vec<bool> {
    let is_covered = |item: u32, mins: [f32; 3], maxs: [f32; 3]| {
        let path = (tree.root(), index.leaves_of(item));
        (0..3).all(|k| mins[k] <= maxs[k]) && is_covered((tree, index), path, mins, maxs)
    };
    let first_patch = brushes.len() as u32;
    let brushes = brushes.iter().map(|b| is_covered(b.number(), b.mins(), b.maxs()));
    let facets = patches.facets.iter();
    let facets = facets.map(|f| is_covered(first_patch + f.patch, f.bounds.mins, f.bounds.maxs));
    brushes.chain(facets).collect()
}

fn is_covered(
    (tree, index): (&Tree, &Places),
    (child, places): (i32, &[u32]),
    mins: [f32; 3],
    maxs: [f32; 3],
) -> bool {
    if places.is_empty() || child < 0 {
        return !places.is_empty();
    }
    let node = &tree.nodes[child as usize];
    let (mut low, mut high) = (mins, maxs);
    let (front, back) = if node.axis == SLANTED {
        // Rounding does no harm: the walk looks much farther.
        let corner = |towards: bool| {
            let c = per_axis(|k| {
                if (node.normal[k] < 0.0) == towards {
                    mins[k]
                } else {
                    maxs[k]
                }
            });
            dot(node.normal, c)
        };
        (corner(true) > node.dist, corner(false) < node.dist)
    } else {
        let k = node.axis as usize;
        low[k] = low[k].max(node.dist);
        high[k] = high[k].min(node.dist);
        (maxs[k] > node.dist, mins[k] < node.dist)
    };
    // Flat in the plane: in front, where a point on it belongs.
    let front = front || !back;
    let part = |side: usize| (node.children[side], part(places, index.middle(child), side));
    (!front || is_covered((tree, index), part(0), low, maxs))
        && (!back || is_covered((tree, index), part(1), mins, high))
}
