//! The position test and what fills a point.
//!
//! Source: `quake-engines.md` section 1, "Position test" and "Point contents". Touching counts as inside.
//! Departure: the engine drops leaves after the first 1,024; here all are tested.

use crate::brush_set::BrushSet;
use crate::shape::{MovingShape, SidePlane, dot};
use crate::tree::{SLANTED, Tree};
use clipmark_geometry::Contents;

/// Leaves are searched this far around the box, in units.
const LEAF_MARGIN: f32 = 1.0;
/// Sides before this index are the axial ones, which the bounds have answered.
const AXIAL_SIDES: usize = 6;

/// Calls `visit` with every brush index of every leaf that the box reaches, in the tree's order, until it
/// returns `false`. A brush in several leaves is passed several times.
pub(crate) fn brushes_near(
    tree: &Tree,
    child: i32,
    mins: [f32; 3],
    maxs: [f32; 3],
    visit: &mut impl FnMut(u32) -> bool,
) -> bool {
    if child < 0 {
        return tree.leaf(child).iter().all(|&i| visit(i));
    }
    let node = &tree.nodes[child as usize];
    let (low, high) = if node.axis == SLANTED {
        let corner = |towards: bool| {
            let c: [f32; 3] = std::array::from_fn(|i| {
                if (node.normal[i] < 0.0) == towards {
                    mins[i]
                } else {
                    maxs[i]
                }
            });
            dot(node.normal, c)
        };
        (corner(false), corner(true))
    } else {
        (mins[node.axis as usize], maxs[node.axis as usize])
    };
    let front = high >= node.dist;
    let back = low < node.dist;
    (!front || brushes_near(tree, node.children[0], mins, maxs, visit))
        && (!back || brushes_near(tree, node.children[1], mins, maxs, visit))
}

/// The leaf search box of a shape at a place.
pub(crate) fn search_box<S: MovingShape>(shape: &S, at: [f32; 3], margin: f32) -> ([f32; 3], [f32; 3]) {
    let half = shape.half();
    let reach = LEAF_MARGIN + margin;
    (
        std::array::from_fn(|i| at[i] - half[i] - reach),
        std::array::from_fn(|i| at[i] + half[i] + reach),
    )
}

/// The first brush of the mask that the shape at `at` touches or overlaps.
pub(crate) fn first_overlap<S: MovingShape>(
    tree: &Tree,
    brushes: &BrushSet,
    shape: &S,
    at: [f32; 3],
    mask: Contents,
) -> Option<u32> {
    let (mins, maxs) = search_box(shape, at, 0.0);
    let mut found = None;
    brushes_near(tree, tree.root(), mins, maxs, &mut |index| {
        if brushes.heads[index as usize].contents.intersects(mask) && inside(brushes, index, shape, at) {
            found = Some(index);
        }
        found.is_none()
    });
    found
}

pub(crate) fn inside<S: MovingShape>(brushes: &BrushSet, index: u32, shape: &S, at: [f32; 3]) -> bool {
    let head = &brushes.heads[index as usize];
    let half = shape.half();
    let mins = std::array::from_fn(|i| at[i] - half[i]);
    let maxs = std::array::from_fn(|i| at[i] + half[i]);
    let out = |side: &SidePlane| shape.distance(side, at) > 0.0;
    !head.apart(mins, maxs, 0.0) && !brushes.sides_of(head).iter().skip(AXIAL_SIDES).any(out)
}

/// What fills a point: the union over all brushes that hold it.
pub(crate) fn point_contents(tree: &Tree, brushes: &BrushSet, p: [f32; 3]) -> Contents {
    let mut child = tree.root();
    while child >= 0 {
        let node = &tree.nodes[child as usize];
        let d = if node.axis == SLANTED {
            dot(node.normal, p)
        } else {
            p[node.axis as usize]
        } - node.dist;
        child = node.children[usize::from(d < 0.0)];
    }
    let holds = |head: &crate::brush_set::BrushHead| {
        brushes
            .sides_of(head)
            .iter()
            .all(|side| dot(p, side.normal) <= side.dist)
    };
    let heads = tree.leaf(child).iter().map(|&i| &brushes.heads[i as usize]);
    heads
        .filter(|h| holds(h))
        .fold(Contents::empty(), |c, h| c | h.contents)
}
