//! What moves in a tick, in numbers that stay rational: the path of a body, the turn of a model, and one solid of the model.
//!
//! The model's frame turns about an axis by an angle θ and its origin moves straight. The progress s goes from 0 to 1, and w =
//! axis × tan(θ/2). The rotation is R(s) = N(s) / D(s). There N = (1 − s²w²) I + 2 s²ww' + 2 s[w]×, and D = 1 + s²w². It is
//! orthogonal without rounding for each rational s. The angle is 2 atan(s tan(θ/2)), which is not quite even. So a longer turn is
//! cut into parts of [`LONGEST`].

use super::poly::{Poly, Poly3, of_powers};
use crate::body::Core;
use crate::exact::polyhedron;
use crate::path::Path;
use crate::rational::{Q, Q3, cross, dot, image, image_of_normal, is_zero, q, q3, sub};
use crate::solid::{Given, Solid, V};
use clipmark_geometry::{Aabb, Hull, Pose};
use nalgebra::{Matrix3, Point3, Rotation3, UnitQuaternion};

/// Longest turn of a part, in radians. Within it the angle is uneven by 0.032 × θ³ at most: 0.03 u at 512 u from the origin.
const LONGEST: f64 = 0.125;
/// Digits kept of tan(θ/2): 2^-40 turns 4,096 u by 4e-9 u. More make the arithmetic slower.
const KEPT: f64 = (1u64 << 40) as f64;

/// Where a body's origin is when a tick begins and ends, in units.
pub type Ends = [Point3<f64>; 2];

/// A part of a tick in which a model turns evenly.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The model's axes as columns when it begins.
    pub(super) axes: Matrix3<f64>,
    /// Axis × tan(θ/2).
    pub(super) half: V,
    /// The path of the body's origin from the model's.
    pub(super) path: Path,
    /// The progress of the whole tick when it begins and ends.
    pub(super) share: [f64; 2],
}

/// The parts of a tick for a model that goes from one pose to another by the shorter turn, and for a body.
pub(super) fn parts(poses: &[Pose; 2], body: &Ends) -> Vec<Turn> {
    let [first, last] = poses.map(|pose| {
        let axes = pose.rotation.axes().map(|a| a.cast::<f64>());
        Matrix3::from_columns(&axes)
    });
    let between = Rotation3::from_matrix_unchecked(last * first.transpose());
    let turned = UnitQuaternion::from_rotation_matrix(&between).scaled_axis();
    let count = (turned.norm() / LONGEST).ceil().max(1.0) as usize;
    let angle = turned.norm() / count as f64;
    let axis = turned.try_normalize(f64::MIN_POSITIVE).unwrap_or_else(V::z);
    let half = (axis * (angle / 2.0).tan()).map(|x| (x * KEPT).round() / KEPT);
    let from = body[0] - poses[0].origin.cast::<f64>();
    let to = body[1] - poses[1].origin.cast::<f64>();
    let part = |k: usize| {
        let share = [k, k + 1].map(|k| k as f64 / count as f64);
        let [a, b] = share.map(|at| from + (to - from) * at);
        let so_far = UnitQuaternion::from_scaled_axis(turned * share[0]);
        Turn {
            axes: if k == 0 {
                first
            } else {
                so_far.to_rotation_matrix().matrix() * first
            },
            half,
            path: Path {
                start: a,
                d: if k + 1 == count { to - a } else { b - a },
            },
            share,
        }
    };
    (0..count).map(part).collect()
}

impl Turn {
    /// The rotation at a progress, in f64.
    pub(super) fn rotation(&self, s: f64) -> Matrix3<f64> {
        let w = self.half * s;
        let w2 = w.norm_squared();
        let n = Matrix3::identity() * (1.0 - w2) + w * w.transpose() * 2.0 + w.cross_matrix() * 2.0;
        n / (1.0 + w2)
    }

    /// The progress of the whole tick at a progress of this part.
    pub(super) fn of_tick(&self, s: f64) -> f64 {
        self.share[0] + (self.share[1] - self.share[0]) * s
    }
}

/// The same motion in rational numbers.
pub(super) struct ExactTurn {
    /// Columns.
    axes: [Q3; 3],
    half: Q3,
    half2: Q,
    from: Q3,
    way: Q3,
}

impl ExactTurn {
    pub(super) fn new(turn: &Turn) -> Self {
        let half = q3(&turn.half);
        Self {
            axes: [0, 1, 2].map(|i| q3(&turn.axes.column(i).into_owned())),
            half2: dot(&half, &half),
            half,
            from: q3(&turn.path.start),
            way: q3(&turn.path.d),
        }
    }

    /// A point or direction of the model when the part begins.
    pub(super) fn point(&self, p: &Q3) -> Q3 {
        image(&self.axes, p)
    }

    /// The normal of a plane of the model when the part begins, and the factor of its distance.
    pub(super) fn normal(&self, n: &Q3) -> (Q3, Q) {
        image_of_normal(&self.axes, n)
    }

    /// N(s) times a vector of the part's beginning.
    pub(super) fn turned(&self, v: &Q3) -> Poly3 {
        let across = cross(&self.half, v);
        let along = dot(&self.half, v);
        let two = Q::from(2u8);
        let once = std::array::from_fn(|i| &across[i] * &two);
        let twice = std::array::from_fn(|i| &self.half[i] * &along * &two - &v[i] * &self.half2);
        of_powers(&[v.clone(), once, twice])
    }

    /// D(s).
    pub(super) fn divisor(&self) -> Poly {
        Poly(vec![Q::ONE, Q::ZERO, self.half2.clone()])
    }

    /// The body's origin from the model's.
    pub(super) fn body(&self) -> Poly3 {
        of_powers(&[self.from.clone(), self.way.clone()])
    }

    /// A point given from the model's origin, turned back to the part's beginning: N(s)' times it, over D(s).
    pub(super) fn back(&self, x: &Q3, s: &Q) -> Q3 {
        let w: Q3 = std::array::from_fn(|i| &self.half[i] * s);
        let w2 = dot(&w, &w);
        let (along, across) = (dot(&w, x), cross(&w, x));
        let two = Q::from(2u8);
        let one = Q::ONE;
        let (keep, all) = (&one - &w2, &one + &w2);
        let turned: Q3 = std::array::from_fn(|i| &x[i] * &keep + &w[i] * &along * &two - &across[i] * &two);
        turned.map(|c| c / &all)
    }

    /// Where the body's origin is from the model's at a progress.
    pub(super) fn body_at(&self, s: &Q) -> Q3 {
        std::array::from_fn(|i| &self.from[i] + &self.way[i] * s)
    }

    /// A point relative to the body's origin, given from the model's.
    pub(super) fn of_body(&self, x: &Q3, s: &Q) -> Q3 {
        sub(x, &self.body_at(s))
    }
}

/// A body that does not turn: a box or an upright cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Upright {
    pub(super) bounds: Core,
    /// Of a cylinder.
    pub(super) radius: Option<f64>,
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
        let bounds = Core { mins, maxs };
        Some(Self { bounds, radius })
    }

    /// The same, smaller by this much on each side. `None` where nothing is left.
    #[must_use]
    pub fn shrunk(mut self, by: f64) -> Option<Self> {
        let Core { mins, maxs } = &mut self.bounds;
        *mins += V::repeat(by);
        *maxs -= V::repeat(by);
        self.radius = self.radius.map(|r| r - by);
        let Core { mins, maxs } = self.bounds;
        (0..3).all(|i| mins[i] <= maxs[i]).then_some(self)
    }

    pub(super) fn middle(&self) -> V {
        (self.bounds.mins + self.bounds.maxs) * 0.5
    }

    pub(super) fn half(&self) -> V {
        (self.bounds.maxs - self.bounds.mins) * 0.5
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
