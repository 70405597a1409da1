//! The position test and what fills a point.
//!
//! Source: `quake-engines.md` section 1, "Position test" and "Point contents". Touching counts as inside.
//! Departure: the engine drops leaves after the first 1,024; here all are tested.

use crate::brush_set::BrushSet;
use crate::patch::PatchSet;
use crate::shape::{MovingShape, SidePlane, dot};
use crate::tree::{SLANTED, Tree};
use clipmark_geometry::Contents;

/// Leaves are searched this far around the box, in units.
const LEAF_MARGIN: f32 = 1.0;
/// Sides before this index are the axial ones, which the bounds have answered.
const AXIAL_SIDES: usize = 6;

/// Something that a leaf names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Brush(u32),
    Patch(u32),
}

/// Calls `visit` with every brush and patch of every leaf that the box reaches, in the tree's order, until it
/// returns `false`. What lies in several leaves is passed several times.
pub(crate) fn items_near(
    tree: &Tree,
    child: i32,
    mins: [f32; 3],
    maxs: [f32; 3],
    visit: &mut impl FnMut(Item) -> bool,
) -> bool {
    if child < 0 {
        let (brushes, patches) = tree.leaf(child);
        return brushes.iter().all(|&i| visit(Item::Brush(i)))
            && patches.iter().all(|&i| visit(Item::Patch(i)));
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
    (!front || items_near(tree, node.children[0], mins, maxs, visit))
        && (!back || items_near(tree, node.children[1], mins, maxs, visit))
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

/// The contents of the first brush or patch of the mask that the shape at `at` touches or overlaps.
pub(crate) fn first_overlap<S: MovingShape>(
    tree: &Tree,
    (brushes, patches): (&BrushSet, &PatchSet),
    shape: &S,
    at: [f32; 3],
    mask: Contents,
) -> Option<Contents> {
    let (mins, maxs) = search_box(shape, at, 0.0);
    let mut found = None;
    items_near(tree, tree.root(), mins, maxs, &mut |item| {
        found = match item {
            Item::Brush(index) => Some(brushes.heads[index as usize].contents)
                .filter(|c| c.intersects(mask) && inside(brushes, index, shape, at)),
            Item::Patch(index) => {
                let head = &patches.heads[index as usize];
                Some(head.contents).filter(|c| c.intersects(mask) && patches.overlaps(head, shape, at))
            }
        };
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
    let heads = tree.leaf(child).0.iter().map(|&i| &brushes.heads[i as usize]);
    heads
        .filter(|h| holds(h))
        .fold(Contents::empty(), |c, h| c | h.contents)
}
