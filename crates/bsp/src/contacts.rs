//! Surfaces near a hull, and the depth of an overlap.
//!
//! Take a convex solid, moved out by the hull. Its distance is at least that to its farthest plane, and equal to it beside a
//! face. That plane is the contact's: beside an edge or corner it is the bevel that faces the hull. A solid that the hull
//! overlaps is a contact for each of its faces that reach into the hull.

use crate::face::top_within;
use crate::lanes::Sides;
use crate::position::search_box;
use crate::shape::MovingShape;
use crate::side_plane::{SidePlane, dot};
use crate::tree::{BoxQuery, Item};
use crate::walk::Solids;
use clipmark_collision::{Contact, Penetration, Status};
use clipmark_geometry::{Contents, Point, Vec3};

/// Where a search happens.
pub(crate) struct Near<'a> {
    pub(crate) solids: Solids<'a>,
    pub(crate) at: [f32; 3],
    pub(crate) mask: Contents,
}

/// One convex solid near the shape: a brush, or a facet without its back.
struct Solid<'a> {
    sides: Sides<'a>,
    contents: Contents,
    /// The side that the shape is farthest in front of, and how far: negative inside.
    nearest: SidePlane,
    distance: f32,
}

impl Near<'_> {
    fn solid<'b, S: MovingShape>(
        &self,
        sides: Sides<'b>,
        contents: Contents,
        shape: &S,
    ) -> Option<Solid<'b>> {
        sides
            .iter()
            .map(|side| (side, shape.distance(&side, self.at)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(nearest, distance)| Solid {
                sides,
                contents,
                nearest,
                distance,
            })
    }

    /// Passes on the solids of one brush or patch, without facets out of the margin. A facet whose back the whole shape is behind
    /// is no surface to it.
    fn for_solids<S: MovingShape>(&self, item: Item, shape: &S, margin: f32, mut take: impl FnMut(Solid)) {
        match item {
            Item::Brush(line) => {
                let brush = self.solids.brushes.brush_at(line);
                let solid = self.solid(brush.sides(), brush.contents(), shape);
                solid.into_iter().for_each(&mut take);
            }
            Item::Patch(index) => {
                let patches = self.solids.patches;
                let head = &patches.heads[index as usize];
                let (low, high) = self.hull_box(shape, margin);
                for facet in patches.facets_of(head) {
                    if !facet.bounds.apart(low, high)
                        && let Some((back, sides)) = patches.sides_of(facet).split_last()
                        && shape.distance(&back, self.at) <= 0.0
                    {
                        let solid = self.solid(sides, head.contents, shape);
                        solid.into_iter().for_each(&mut take);
                    }
                }
            }
        }
    }

    fn hull_box<S: MovingShape>(&self, shape: &S, margin: f32) -> ([f32; 3], [f32; 3]) {
        let half = shape.half();
        (
            std::array::from_fn(|i| self.at[i] - half[i] - margin),
            std::array::from_fn(|i| self.at[i] + half[i] + margin),
        )
    }

    /// The deepest overlap.
    pub(crate) fn penetration<S: MovingShape>(&self, shape: &S) -> Option<Penetration> {
        let mut deepest: Option<Penetration> = None;
        self.for_items(shape, 0.0, |item| {
            self.for_solids(item, shape, 0.0, |solid| {
                if solid.distance <= 0.0 && deepest.is_none_or(|d| -solid.distance > d.depth) {
                    deepest = Some(Penetration {
                        depth: -solid.distance,
                        normal: Vec3::from(solid.nearest.normal),
                        contents: solid.contents,
                        status: Status::Exact,
                    });
                }
            });
        });
        deepest
    }

    /// Passes on every brush and patch of the mask within the margin and a little more, once for each leaf that names it.
    fn for_items<S: MovingShape>(&self, shape: &S, margin: f32, mut take: impl FnMut(Item)) {
        let near = search_box(shape, self.at, margin);
        let query = BoxQuery::new(near.0, near.1, self.mask);
        let tree = self.solids.tree;
        tree.items_near(tree.root(), near, &query, &mut |item| {
            take(item);
            true
        });
    }

    /// Every brush and facet within `margin`, each once.
    pub(crate) fn contacts<S: MovingShape>(
        &self,
        shape: &S,
        margin: f32,
        (stamp, stamps): (u32, &mut [u32]),
        out: &mut Vec<Contact>,
    ) {
        let (low, high) = self.hull_box(shape, margin);
        let brushes = self.solids.brushes;
        self.for_items(shape, margin, |item| {
            let slot = match item {
                Item::Brush(line) => brushes.brush_at(line).number() as usize,
                Item::Patch(index) => brushes.len() + index as usize,
            };
            if std::mem::replace(&mut stamps[slot], stamp) == stamp {
                return;
            }
            self.for_solids(item, shape, margin, |solid| {
                if solid.distance <= margin {
                    self.faces(&solid, shape, (low, high), out);
                }
            });
        });
    }

    /// The contacts of one solid: its faces in the hull, or the plane between them.
    fn faces<S: MovingShape>(
        &self,
        solid: &Solid,
        shape: &S,
        (low, high): ([f32; 3], [f32; 3]),
        out: &mut Vec<Contact>,
    ) {
        let contact = |side: &SidePlane, top: f32| {
            let normal = Vec3::from(side.normal);
            let to_plane = dot(self.at, side.normal) - side.dist;
            Contact {
                point: Point::from(self.at) - normal * to_plane,
                normal,
                face_normal: normal,
                distance: shape.distance(side, self.at),
                top,
                contents: solid.contents,
            }
        };
        let known = out.len();
        if solid.distance < 0.0 {
            for (i, side) in solid.sides.iter().enumerate() {
                out.extend(top_within(solid.sides, i, low, high).map(|top| contact(&side, top)));
            }
        }
        if out.len() == known {
            // Beside the solid, or wholly inside it; or beside an edge that the planes moved out stick out from.
            let inside = |side: SidePlane| dot(self.at, side.normal) < side.dist;
            if solid.distance < 0.0 && !solid.sides.iter().all(inside) {
                return;
            }
            let tops = (0..solid.sides.len()).filter_map(|i| top_within(solid.sides, i, low, high));
            let top = tops.fold(f32::NEG_INFINITY, f32::max);
            let reached = if solid.distance < 0.0 { high[2] } else { low[2] };
            out.push(contact(
                &solid.nearest,
                if top.is_finite() { top } else { reached },
            ));
        }
    }
}
