//! One convex solid of a model and the body, ready for questions: exact and in f64.

use crate::exact::{Q, Q3, cross, is_zero, polyhedron, q, q3};
use crate::solid::{Given, Solid, V};
use clipmark_geometry::{Aabb, Hull};

/// A body that does not turn: a box or an upright cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Upright {
    mins: V,
    maxs: V,
    /// Of a cylinder.
    radius: Option<f64>,
}

impl Upright {
    /// The body of a hull. `None` for spheres and capsules.
    pub fn from_hull(hull: &Hull) -> Option<Self> {
        let Aabb { mins, maxs } = hull.bounds();
        let [mins, maxs] = [mins, maxs].map(|p| p.coords.cast::<f64>());
        let radius = match hull {
            Hull::Point | Hull::Box { .. } => None,
            Hull::Cylinder { .. } => Some((maxs.x - mins.x) / 2.0),
            Hull::Sphere { .. } | Hull::Capsule { .. } => return None,
        };
        Some(Self { mins, maxs, radius })
    }

    /// The same, smaller by this much on each side. `None` where nothing is left.
    #[must_use]
    pub fn shrunk(mut self, by: f64) -> Option<Self> {
        self.mins += V::repeat(by);
        self.maxs -= V::repeat(by);
        self.radius = self.radius.map(|r| r - by);
        (0..3).all(|i| self.mins[i] <= self.maxs[i]).then_some(self)
    }

    pub(super) fn middle(&self) -> V {
        (self.mins + self.maxs) * 0.5
    }

    pub(super) fn half(&self) -> V {
        (self.maxs - self.mins) * 0.5
    }

    pub(super) fn radius(&self) -> Option<f64> {
        self.radius
    }

    pub(super) fn bounds(&self) -> [V; 2] {
        [self.mins, self.maxs]
    }

    /// Its corners; those of a cylinder's bounds.
    pub(super) fn corner(&self, index: usize) -> V {
        V::from_fn(|i, _| {
            if index >> i & 1 == 0 {
                self.mins[i]
            } else {
                self.maxs[i]
            }
        })
    }
}

/// A brush of a model, in the model's frame.
#[derive(Debug)]
pub(super) struct Piece {
    /// Corners.
    pub(super) corners: Vec<Q3>,
    pub(super) corners_f64: Vec<V>,
    /// Normals of its faces, of any length.
    pub(super) faces: Vec<Q3>,
    pub(super) faces_f64: Vec<V>,
    /// Directions of its edges, each once.
    pub(super) edges: Vec<Q3>,
    pub(super) edges_f64: Vec<V>,
    /// All planes as the brush has them.
    pub(super) planes: Vec<(Q3, Q)>,
    pub(super) planes_f64: Vec<(V, f64)>,
    /// How far it reaches from the model's origin, in units.
    pub(super) reach: f64,
}

impl Piece {
    /// `None` for triangles, which have no inside.
    pub(super) fn from_solid(solid: &Solid) -> Option<Self> {
        let Given::Planes(given) = &solid.given else {
            return None;
        };
        let shape = polyhedron(solid, given);
        if shape.vertices.is_empty() {
            return None;
        }
        let mut edges: Vec<Q3> = Vec::new();
        for edge in shape.edges {
            if !edges.iter().any(|e| is_zero(&cross(e, &edge))) {
                edges.push(edge);
            }
        }
        let f64s = |all: &[Q3]| -> Vec<V> { all.iter().map(rounded).collect() };
        let corners_f64 = f64s(&shape.vertices);
        let planes_f64: Vec<(V, f64)> = given
            .iter()
            .map(|(n, d)| (V::from(n.map(f64::from)), f64::from(*d)))
            .collect();
        Some(Self {
            reach: corners_f64.iter().map(V::norm).fold(0.0, f64::max),
            corners_f64,
            faces_f64: f64s(&shape.normals),
            edges_f64: f64s(&edges),
            corners: shape.vertices,
            faces: shape.normals,
            edges,
            planes: planes_f64.iter().map(|(n, d)| (q3(n), q(*d))).collect(),
            planes_f64,
        })
    }
}

fn rounded(v: &Q3) -> V {
    V::from_fn(|i, _| v[i].to_f64().value())
}
