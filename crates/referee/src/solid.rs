//! A convex solid rebuilt in f64 from the planes of a brush, or a triangle, which is one without thickness.
//!
//! Source: every edge of a bounded intersection of half-spaces lies on the line of two of its planes. So each such line is cut
//! down by all the other planes. The surviving part is an edge and its ends are the corners. The solid is the intersection of
//! the planes exactly as given. Bevels may cut slivers of rounding width from its edges. Those are kept, since every engine
//! collides with them too.

pub(crate) use crate::corners::Edge;
pub use crate::corners::{HalfSpace, SolidError};
pub(crate) use crate::corners::{ON_PLANE, V};
use crate::corners::{corner_error, corners_and_edges};
use crate::frame::Frame;
use clipmark_geometry::{Brush, Contents, PlacementId, SurfaceFlags, Triangle, TriangleSides};
use std::sync::Arc;

/// An edge as short as this, in units, is a corner: several planes meet in one point and are rounded to f32. A box needs no
/// bevel there. A mitred ball reaches as far as its mitre without one, units away. So the choice of bevelled edges is part of
/// such a hull. This is the length that `clipmark_geometry::bevelled` states. Larger or smaller calls stops of `bsp` at such
/// corners phantoms or misses.
const SHORT_EDGE: f64 = 1e-5;

/// The part of a world that a solid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Index in [`World::brushes`](clipmark_geometry::World::brushes).
    Brush(usize),
    /// Index in [`World::triangles`](clipmark_geometry::World::triangles).
    Triangle(usize),
    /// A flat piece of a curved patch.
    Patch {
        /// Index in [`World::patches`](clipmark_geometry::World::patches).
        patch: usize,
        /// Index in [`World::patch_triangles`](clipmark_geometry::World::patch_triangles).
        piece: usize,
    },
}

/// The data that make a triangle of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Unit normal, out of the front.
    pub normal: V,
    /// The sides that stop motion.
    pub sides: TriangleSides,
}

/// The numbers of the world that a solid was made from, for exact decisions.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// Normals and distances as the brush has them.
    Planes(Vec<([f32; 3], f32)>),
    /// Corners of the triangle.
    Corners([[f32; 3]; 3]),
}

/// A convex solid with its corners and edges.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The part of the world that it is.
    pub part: Part,
    /// Planes that carry a face.
    pub faces: Vec<HalfSpace>,
    /// All planes as given, each once, bevels included.
    pub sides: Vec<HalfSpace>,
    /// Corners, each once.
    pub vertices: Vec<V>,
    /// Edges, parallel ones kept apart.
    pub edges: Vec<Edge>,
    /// Whether the brush says that its sides hold the bevels.
    pub bevelled: bool,
    /// Its contents.
    pub contents: Contents,
    /// For a triangle: where its front is.
    pub surface: Option<Surface>,
    /// The placed model that it is of.
    pub(crate) placement: Option<PlacementId>,
    pub(crate) given: Given,
    /// Where a placed model puts those numbers.
    pub(crate) frame: Frame,
    /// The solid as it was drawn, where boxes meet it laid along its model's axes (`laid.rs`).
    pub(crate) laid: Option<Arc<Self>>,
    /// Each side's unit normal and surface flags.
    pub(crate) flags: Arc<[(V, SurfaceFlags)]>,
    /// How far the corners, and so the heights of planes laid on them, may be off, in units.
    pub(crate) error: f64,
}

/// More than axes of f32 lengthen anything: their steps are 1e-7.
pub(crate) const STRETCH: f64 = 1.0 + 1e-5;

/// How far an engine's own flat pieces of a curved patch may lie off the triangles of its grid, in units. Quake III lays a piece
/// on the plane of another wherever all three corners are within 0.1 u of it. A bevel may cut off as much (`docs/engines.md`
/// section 1, "Patches"). Smaller calls its recorded answers wrong; larger hides faults at patches.
const CURVE_SLACK: f64 = 0.1;

/// Whether a reported normal has length one. f32 normals are off by 1e-7, those of maps' text by about 1e-5. NaN has none.
pub(crate) fn is_unit(n: &V) -> bool {
    const OFF: f64 = 1e-4;
    (n.norm() - 1.0).abs() <= OFF
}

impl Part {
    /// How much farther than elsewhere an answer may be off, in units: in and out alike.
    pub(crate) fn slack(self) -> f64 {
        match self {
            Self::Patch { .. } => CURVE_SLACK,
            Self::Brush(_) | Self::Triangle(_) => 0.0,
        }
    }
}

impl Solid {
    /// The solid of a brush.
    ///
    /// # Errors
    /// Planes that are not finite, enclose nothing, or leave the solid open.
    pub fn new(index: usize, brush: &Brush) -> Result<Self, SolidError> {
        let mut sides: Vec<HalfSpace> = Vec::with_capacity(brush.sides.len());
        for side in &brush.sides {
            let n: V = side.plane.normal.cast();
            let dist = f64::from(side.plane.dist);
            let len = n.norm();
            if !(len.is_finite() && len > 0.5 && dist.is_finite()) {
                return Err(SolidError::Invalid);
            }
            let plane = HalfSpace {
                normal: n / len,
                height: dist / len,
            };
            match sides.iter_mut().find(|s| s.same_normal(&plane)) {
                Some(s) => s.height = s.height.min(plane.height),
                None => sides.push(plane),
            }
        }
        let (vertices, edges) = corners_and_edges(&sides)?;
        if vertices.len() < 4 {
            return Err(SolidError::Empty);
        }
        let faces: Vec<HalfSpace> = sides
            .iter()
            .filter(|s| vertices.iter().filter(|v| s.distance(v).abs() < ON_PLANE).count() >= 3)
            .copied()
            .collect();
        // A flat leftover has its corners on two opposed planes only.
        let flat = |f: &HalfSpace| vertices.iter().all(|v| f.distance(v) > -ON_PLANE);
        if faces.len() < 4 || faces.iter().any(flat) {
            return Err(SolidError::Empty);
        }
        let flags = brush.sides.iter();
        let flags = flags.map(|s| (s.plane.normal.cast::<f64>().normalize(), s.surface));
        Ok(Self {
            part: Part::Brush(index),
            flags: flags.collect(),
            error: corner_error(&sides, &vertices),
            faces,
            sides,
            vertices,
            edges,
            bevelled: brush.bevelled,
            contents: brush.contents,
            surface: None,
            placement: None,
            frame: Frame::HOME,
            laid: None,
            given: Given::Planes(
                brush
                    .sides
                    .iter()
                    .map(|s| (s.plane.normal.into(), s.plane.dist))
                    .collect(),
            ),
        })
    }

    /// The solid of a triangle: its two faces lie on each other.
    ///
    /// # Errors
    /// Corners that are not finite or lie on one line.
    pub fn of_triangle(part: Part, triangle: &Triangle) -> Result<Self, SolidError> {
        let vertices = triangle.corners.map(|p| p.coords.cast::<f64>());
        let [a, b, c] = vertices;
        let Some(normal) = (b - a).cross(&(c - a)).try_normalize(f64::MIN_POSITIVE) else {
            return Err(SolidError::Invalid);
        };
        if !normal.iter().all(|x| x.is_finite()) {
            return Err(SolidError::Invalid);
        }
        let faces = [normal, -normal].map(|normal| HalfSpace {
            normal,
            height: vertices
                .iter()
                .map(|v| normal.dot(v))
                .fold(f64::NEG_INFINITY, f64::max),
        });
        let edge = |p: V, q: V| Edge {
            along: (q - p).normalize(),
            at: p,
            length: (q - p).norm(),
        };
        Ok(Self {
            part,
            faces: faces.to_vec(),
            sides: faces.to_vec(),
            vertices: vertices.to_vec(),
            edges: vec![edge(a, b), edge(b, c), edge(c, a)],
            bevelled: false,
            contents: triangle.contents,
            surface: Some(Surface {
                normal,
                sides: triangle.sides,
            }),
            flags: [(normal, triangle.surface), (-normal, triangle.surface)].into(),
            given: Given::Corners(triangle.corners.map(|p| p.coords.into())),
            placement: None,
            frame: Frame::HOME,
            laid: None,
            error: 0.0,
        })
    }

    /// A solid as it was drawn, placed with its model. Exact decisions stay exact: they place the world's own numbers.
    pub(crate) fn placed(mut self, frame: Frame) -> Self {
        let way = frame.origin();
        self.frame = frame;
        if !frame.is_turned() {
            for plane in self.faces.iter_mut().chain(&mut self.sides) {
                plane.height += plane.normal.dot(&way);
            }
            self.vertices.iter_mut().for_each(|v| *v += way);
            self.edges.iter_mut().for_each(|e| e.at += way);
            return self;
        }
        for plane in self.faces.iter_mut().chain(&mut self.sides) {
            *plane = frame.half_space(plane, &way);
        }
        self.vertices
            .iter_mut()
            .for_each(|v| *v = frame.direction(v) + way);
        self.error *= STRETCH;
        for edge in &mut self.edges {
            edge.at = frame.direction(&edge.at) + way;
            let along = frame.direction(&(edge.along * edge.length));
            edge.length = along.norm();
            edge.along = along / edge.length;
        }
        let turned = |n: &V| frame.unit_normal(n);
        if let Some(surface) = &mut self.surface {
            surface.normal = turned(&surface.normal);
        }
        self.flags = self.flags.iter().map(|(n, flags)| (turned(n), *flags)).collect();
        self
    }

    /// The same without edges that a mitred hull takes for a corner; a triangle with all of them.
    pub(crate) fn without_short_edges(&self) -> Self {
        let mut without = self.clone();
        without
            .edges
            .retain(|e| e.length > SHORT_EDGE || self.surface.is_some());
        without
    }

    /// The half-space of that unit normal which the solid fills.
    pub(crate) fn supported(&self, normal: V) -> HalfSpace {
        let height = self.support(&normal);
        HalfSpace { normal, height }
    }

    /// How far a point is in front of the faces; negative inside.
    pub(crate) fn front(&self, p: &V) -> f64 {
        let fronts = self.faces.iter().map(|f| f.distance(p));
        fronts.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The furthest that the solid reaches along a direction.
    pub fn support(&self, direction: &V) -> f64 {
        self.vertices
            .iter()
            .map(|v| direction.dot(v))
            .fold(f64::NEG_INFINITY, f64::max)
    }
}
