//! Surfaces near a hull, and the depth of an overlap.
//!
//! The distance of a convex solid, moved out by the hull, is at least that to its farthest plane, and equal to
//! it beside a face. That plane is the contact's: beside an edge or corner it is the bevel that faces the hull.

use crate::brush_set::BrushSet;
use crate::position::{brushes_near, search_box};
use crate::shape::{MovingShape, SidePlane, dot};
use crate::top::top_within;
use crate::tree::Tree;
use clipmark_collision::{Contact, Penetration, Status};
use clipmark_geometry::{Contents, Point, Vec3};

/// Where a search happens.
pub(crate) struct Near<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) brushes: &'a BrushSet,
    pub(crate) at: [f32; 3],
    pub(crate) mask: Contents,
}

impl Near<'_> {
    /// The side that a shape is farthest in front of, and how far: negative inside.
    fn separation<'b, S: MovingShape>(&'b self, index: u32, shape: &S) -> Option<(&'b SidePlane, f32)> {
        let sides = self.brushes.sides_of(&self.brushes.heads[index as usize]);
        sides
            .iter()
            .map(|side| (side, shape.distance(side, self.at)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The deepest overlap.
    pub(crate) fn penetration<S: MovingShape>(&self, shape: &S) -> Option<Penetration> {
        let (mins, maxs) = search_box(shape, self.at, 0.0);
        let mut deepest: Option<Penetration> = None;
        brushes_near(self.tree, self.tree.root(), mins, maxs, &mut |index| {
            let head = &self.brushes.heads[index as usize];
            if head.contents.intersects(self.mask)
                && let Some((side, distance)) = self.separation(index, shape)
                && distance <= 0.0
                && deepest.is_none_or(|d| -distance > d.depth)
            {
                deepest = Some(Penetration {
                    depth: -distance,
                    normal: Vec3::from(side.normal),
                    contents: head.contents,
                    status: Status::Exact,
                });
            }
            true
        });
        deepest
    }

    /// Every brush within `margin`, each once.
    pub(crate) fn contacts<S: MovingShape>(
        &self,
        shape: &S,
        margin: f32,
        (stamp, stamps): (u32, &mut [u32]),
        out: &mut Vec<Contact>,
    ) {
        let (mins, maxs) = search_box(shape, self.at, margin);
        let half = shape.half();
        let low: [f32; 3] = std::array::from_fn(|i| self.at[i] - half[i] - margin);
        let high: [f32; 3] = std::array::from_fn(|i| self.at[i] + half[i] + margin);
        brushes_near(self.tree, self.tree.root(), mins, maxs, &mut |index| {
            let head = &self.brushes.heads[index as usize];
            let fresh = std::mem::replace(&mut stamps[index as usize], stamp) != stamp;
            if fresh
                && head.contents.intersects(self.mask)
                && let Some((side, distance)) = self.separation(index, shape)
                && distance <= margin
            {
                let normal = Vec3::from(side.normal);
                let centre = Point::from(self.at);
                let to_plane = dot(self.at, side.normal) - side.dist;
                out.push(Contact {
                    point: centre - normal * to_plane,
                    normal,
                    face_normal: normal,
                    distance,
                    top: top_within(self.brushes.sides_of(head), low, high),
                    contents: head.contents,
                });
            }
            true
        });
    }
}

/// Runs one piece of code for whichever shape it is.
macro_rules! for_shape {
    ($any:expr, $shape:ident => $body:expr) => {
        match $any {
            crate::shape::AnyShape::Point($shape) => $body,
            crate::shape::AnyShape::Box($shape) => $body,
            crate::shape::AnyShape::Capsule($shape) => $body,
        }
    };
}
pub(crate) use for_shape;
