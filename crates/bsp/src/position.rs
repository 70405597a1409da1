//! The position test and the contents of a point.
//!
//! Source: `docs/engines.md` section 1, "Position test" and "Point contents". Touching counts as inside.
//! Departure: the engine drops leaves after the first 1,024; here all are tested.

use crate::brush_set::BrushAt;
use crate::shape::MovingShape;
use crate::side_plane::{SidePlane, dot};
use crate::tree::{BoxQuery, Item, SLANTED};
use crate::walk::Solids;
use clipmark_geometry::Contents;
use clipmark_hierarchy::lanes::per_axis;

/// Leaves are searched this far around the box, in units.
const LEAF_MARGIN: f32 = 1.0;
/// Sides before this index are the axial ones, which the bounds have answered.
const AXIAL_SIDES: usize = 6;

/// The leaf search box of a shape at a place.
pub(crate) fn search_box<S: MovingShape>(shape: &S, at: [f32; 3], margin: f32) -> ([f32; 3], [f32; 3]) {
    let half = shape.half();
    let reach = LEAF_MARGIN + margin;
    (
        per_axis(|i| at[i] - half[i] - reach),
        per_axis(|i| at[i] + half[i] + reach),
    )
}

/// The contents of the first brush or patch of the mask that the shape at `at` touches or overlaps.
pub(crate) fn first_overlap<S: MovingShape>(
    solids: Solids,
    shape: &S,
    at: [f32; 3],
    mask: Contents,
) -> Option<Contents> {
    let near = search_box(shape, at, 0.0);
    let query = BoxQuery::new(near.0, near.1, mask);
    let Solids {
        tree,
        brushes,
        patches,
        ..
    } = solids;
    let mut found = None;
    tree.items_near(tree.root(), near, &query, &mut |item| {
        found = match item {
            Item::Brush(line) => {
                let brush = brushes.brush_at(line);
                is_inside(brush, shape, at).then(|| brush.contents())
            }
            Item::Patch(index) => {
                let head = &patches.heads[index as usize];
                patches.overlaps(head, shape, at).then_some(head.contents)
            }
        };
        found.is_none()
    });
    found
}

/// Whether the shape touches or overlaps a brush.
#[inline(always)]
fn is_inside<S: MovingShape>(brush: BrushAt, shape: &S, at: [f32; 3]) -> bool {
    let (mins, maxs) = shape.bounds_at(at);
    let out = |side: SidePlane| shape.distance(&side, at) > 0.0;
    !brush.apart(mins, maxs, 0.0) && !brush.sides().iter().skip(AXIAL_SIDES).any(out)
}

/// The contents of a point: the union over all brushes that hold it.
pub(crate) fn point_contents(solids: Solids, p: [f32; 3]) -> Contents {
    let Solids { tree, brushes, .. } = solids;
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
    let around = |out: f32| p.map(|x| x + out);
    let all = Contents::from_bits_retain(u32::MAX);
    let query = BoxQuery::new(around(-LEAF_MARGIN), around(LEAF_MARGIN), all);
    let named = tree.leaf(child).iter().flat_map(|four| four.touched(&query));
    let holding = named.filter_map(|item| {
        let Item::Brush(line) = item else { return None };
        let brush = brushes.brush_at(line);
        let mut sides = brush.sides().iter();
        let holds = sides.all(|side| dot(p, side.normal) <= side.dist);
        holds.then(|| brush.contents())
    });
    holding.fold(Contents::empty(), |all, contents| all | contents)
}
