//! The position test and the contents of a point.
//!
//! Source: `docs/engines.md` section 1, "Position test" and "Point contents". Touching counts as inside.
//! Departure: the engine drops leaves after the first 1,024; here all are tested.

use crate::brush_set::{BrushAt, BrushSet};
use crate::cells::Cells;
use crate::hierarchy::Hierarchy;
use crate::lanes::{across, per_axis};
use crate::order::box_reaches;
use crate::patch::PatchSet;
use crate::shape::MovingShape;
use crate::side_plane::{SidePlane, dot};
use crate::tree::{SLANTED, Tree, sides_of_box};
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

/// Calls `visit` with every brush and patch of every leaf that the box reaches, in the tree's order. Ends when
/// `visit` returns `false`. An item in several leaves is passed several times.
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
    let [front, back] = sides_of_box(node, mins, maxs);
    (!front || items_near(tree, node.children[0], mins, maxs, visit))
        && (!back || items_near(tree, node.children[1], mins, maxs, visit))
}

/// The leaf search box of a shape at a place.
pub(crate) fn search_box<S: MovingShape>(shape: &S, at: [f32; 3], margin: f32) -> ([f32; 3], [f32; 3]) {
    let half = shape.half();
    let reach = LEAF_MARGIN + margin;
    (
        per_axis(|i| at[i] - half[i] - reach),
        per_axis(|i| at[i] + half[i] + reach),
    )
}

/// The shortcut for [`first_overlap`]: finds all overlaps in the grid or the hierarchy of boxes. Returns `None` when
/// they differ in contents: then the tree's order decides which one counts.
pub(crate) fn any_overlap<S: MovingShape>(
    tree: &Tree,
    (brushes, patches): (&BrushSet, &PatchSet),
    (cells, boxes): (&Cells, &Hierarchy),
    shape: &S,
    at: [f32; 3],
    mask: Contents,
) -> Option<Option<Contents>> {
    let (low, high) = shape.bounds_at(at);
    let (mins, maxs) = search_box(shape, at, 0.0);
    // The contents of all overlaps, and whether the tree reaches one of them.
    let mut all: Option<Contents> = None;
    let mut certain = false;
    let mut note = |contents: Contents, reached: &dyn Fn() -> bool| {
        certain = certain || reached();
        *all.get_or_insert(contents) == contents
    };
    let (first_patch, first_facet) = (brushes.len() as u32, brushes.lines());
    let test = |item: u32| {
        if item < first_facet {
            let brush = brushes.brush_at(item);
            // The search goes wherever the box, grown by its margin, reaches: to each place where the two overlap.
            let reached = || {
                let (low, high) = (brush.mins(), brush.maxs());
                let near = per_axis(|k| at[k].max(low[k]).min(high[k]));
                brush.is_covered() || box_reaches(tree, brush.number(), near, mins, maxs)
            };
            let met = brush.contents().intersects(mask) && inside(brush, shape, at);
            return !met || note(brush.contents(), &reached);
        }
        let facet = &patches.facets[(item - first_facet) as usize];
        let contents = patches.heads[facet.patch as usize].contents;
        let met = contents.intersects(mask) && patches.overlaps_facet(facet, shape, at);
        !met || note(contents, &|| {
            box_reaches(tree, first_patch + facet.patch, at, mins, maxs)
        })
    };
    let alike = match cells.around(across(low), across(high)) {
        Some(short) => short.all_items(test),
        None => boxes.overlapping(low, high, test),
    };
    (alike && (certain || all.is_none())).then_some(all)
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
            Item::Brush(index) => {
                let brush = brushes.brush(index);
                Some(brush.contents()).filter(|c| c.intersects(mask) && inside(brush, shape, at))
            }
            Item::Patch(index) => {
                let head = &patches.heads[index as usize];
                Some(head.contents).filter(|c| c.intersects(mask) && patches.overlaps(head, shape, at))
            }
        };
        found.is_none()
    });
    found
}

fn inside<S: MovingShape>(brush: BrushAt, shape: &S, at: [f32; 3]) -> bool {
    let (mins, maxs) = shape.bounds_at(at);
    let out = |side: SidePlane| shape.distance(&side, at) > 0.0;
    !brush.apart(mins, maxs, 0.0) && !brush.sides().iter().skip(AXIAL_SIDES).any(out)
}

/// The contents of a point: the union over all brushes that hold it.
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
    let holds = |brush: &BrushAt| {
        let mut sides = brush.sides().iter();
        sides.all(|side| dot(p, side.normal) <= side.dist)
    };
    let named = tree.leaf(child).0.iter().map(|&i| brushes.brush(i));
    named
        .filter(holds)
        .fold(Contents::empty(), |c, brush| c | brush.contents())
}
