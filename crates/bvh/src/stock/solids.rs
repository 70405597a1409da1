//! A world in parry's terms: convex hulls, or a mesh of triangles.

use super::StockUse;
use crate::solid::Refused;
use clipmark_collision::Sweep;
use clipmark_geometry::{Brush, BrushSide, Contents, Triangle};
use parry3d::math::{Pose, Vector};
use parry3d::shape::{Compound, ConvexPolyhedron, SharedShape, TriMesh};
use std::panic::catch_unwind;

/// The source of a shape.
pub(super) struct Part {
    pub(super) contents: Contents,
    /// Sides of a brush; none for a triangle.
    pub(super) sides: Vec<BrushSide>,
    pub(super) highest: f32,
}

impl Part {
    pub(super) fn of_brush(brush: &Brush) -> Self {
        Self {
            contents: brush.contents,
            sides: brush.sides.clone(),
            highest: brush.bounds.maxs.z,
        }
    }

    fn of_triangle(triangle: &Triangle) -> Self {
        let surface = triangle.surface;
        Self {
            contents: triangle.contents,
            sides: vec![BrushSide {
                plane: triangle.plane(),
                surface,
            }],
            highest: triangle.bounds().maxs.z,
        }
    }
}

/// The solids of a group, before parry has them: hulls, or faces.
#[derive(Default)]
pub(super) struct Sources {
    shapes: Vec<(Pose, SharedShape)>,
    corners: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
    /// The part of each triangle.
    owners: Vec<u32>,
    parts: Vec<Part>,
}

impl Sources {
    pub(super) fn push(&mut self, how: StockUse, brush: &Brush) -> Result<(), Refused> {
        let corners = check(brush)?;
        match how {
            // parry#49: degenerate points may panic.
            StockUse::Hulls => {
                let hull = catch_unwind(|| ConvexPolyhedron::from_convex_hull(&corners));
                let hull = hull.ok().flatten().ok_or(Refused::Empty)?;
                self.shapes.push((Pose::IDENTITY, SharedShape::new(hull)));
            }
            // Each face is a fan of triangles.
            StockUse::Mesh => {
                let before = self.triangles.len();
                for face in brush.faces() {
                    let first = self.corners.len() as u32;
                    let corners = face.winding.to_f32();
                    self.corners
                        .extend(corners.iter().map(|p| Vector::from(p.coords)));
                    let fan = 1..(corners.len() as u32).saturating_sub(1);
                    self.triangles
                        .extend(fan.map(|i| [first, first + i, first + i + 1]));
                }
                if self.triangles.len() == before {
                    return Err(Refused::Empty);
                }
            }
        }
        self.end_part(Part::of_brush(brush));
        Ok(())
    }

    pub(super) fn push_triangle(&mut self, triangle: &Triangle) {
        let first = self.corners.len() as u32;
        self.corners
            .extend(triangle.corners.iter().map(|p| Vector::from(p.coords)));
        self.triangles.push([first, first + 1, first + 2]);
        self.end_part(Part::of_triangle(triangle));
    }

    fn end_part(&mut self, part: Part) {
        self.owners.resize(self.triangles.len(), self.parts.len() as u32);
        self.parts.push(part);
    }

    /// `None` of nothing, on which `Compound::new` panics, and which `TriMesh::new` refuses.
    pub(super) fn into_target(self, how: StockUse) -> Option<(Target, Vec<Part>)> {
        let target = match how {
            StockUse::Hulls if self.parts.is_empty() => return None,
            StockUse::Hulls => Target::Compound(Box::new(Compound::new(self.shapes))),
            StockUse::Mesh => {
                let mesh = TriMesh::new(self.corners, self.triangles).ok()?;
                Target::Mesh(Box::new(mesh), self.owners)
            }
        };
        Some((target, self.parts))
    }
}

/// A group's shape in parry.
pub(super) enum Target {
    /// A shape a part.
    Compound(Box<Compound>),
    /// Triangles, each with the part that it is of.
    Mesh(Box<TriMesh>, Vec<u32>),
}

/// The corners of a brush that encloses something.
fn check(brush: &Brush) -> Result<Vec<Vector>, Refused> {
    if !brush.sides.iter().all(|s| s.plane.is_valid()) {
        return Err(Refused::Open);
    }
    let corners: Vec<Vector> = brush.vertices().iter().map(|p| p.coords.into()).collect();
    let limit = Sweep::LIMIT * 4.0;
    if corners
        .iter()
        .any(|c| !c.is_finite() || c.abs().max_element() > limit)
    {
        return Err(Refused::Open);
    }
    if corners.len() < 4 {
        return Err(Refused::Empty);
    }
    Ok(corners)
}

/// Bytes of a polyhedron by its lists. Lists that parry makes by pushing are longer than their contents; parry does not
/// tell by how much: [`SPARE`].
pub(super) fn bytes_of(hull: &ConvexPolyhedron) -> usize {
    let pushed = size_of_val(hull.edges())
        + size_of_val(hull.faces())
        + size_of_val(hull.edges_adj_to_face())
        + size_of_val(hull.vertices_adj_to_face());
    // Faces beside a vertex and edges beside it are as many.
    let exact = size_of_val(hull.points())
        + size_of_val(hull.vertices())
        + 2 * size_of_val(hull.faces_adj_to_vertex());
    size_of::<ConvexPolyhedron>() + exact + pushed * SPARE[0] / SPARE[1]
}

/// How much longer pushed lists are than their contents, as a ratio. They double when full: a box's 12 edges and 24 corners
/// of faces lie in lists of 16 and 32. Smaller: less is reported than held; larger: more.
const SPARE: [usize; 2] = [4, 3];
