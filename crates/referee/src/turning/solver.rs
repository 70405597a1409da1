//! Proposes separating planes and points that are in both, in f64. Nothing rests on it: what it proposes is proven (`proof.rs`).

use super::motion::{Piece, Turn, Upright};
use crate::corners::corners_and_edges;
use crate::solid::{HalfSpace, V};
use nalgebra::Matrix3;

/// Directions in plan in which planes beside a cylinder are sought. Edges that pass its rim between two of them are undecided
/// within a part in 1,700 of its radius.
const ROUND: usize = 64;
/// Digits kept of a plane that is proposed: fewer make the proof quicker.
const KEPT: f64 = (1u64 << 24) as f64;

/// A plane between the solid and the body, by its normal toward the body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plane {
    /// The normal stays; the plane goes with the body, and touches it.
    Stays(V),
    /// A face of the solid, and turns with it.
    Face(usize),
    /// Along an edge of the solid and an axis of the body's box. The normal may be the other way round.
    Edge(usize, usize, bool),
}

/// Solid and body at a moment, from the model's origin.
pub(super) struct Moment {
    /// The model's axes.
    axes: Matrix3<f64>,
    corners: Vec<V>,
    /// The body's origin.
    body: V,
}

impl Moment {
    pub(super) fn at(turn: &Turn, piece: &Piece, s: f64) -> Self {
        let axes = turn.rotation(s) * turn.axes;
        Self {
            corners: piece.corners_f64.iter().map(|p| axes * p).collect(),
            axes,
            body: turn.path.at(s),
        }
    }

    /// The normal of a plane, of unit length; `None` where it has none.
    fn normal(&self, plane: Plane, piece: &Piece) -> Option<V> {
        let n = match plane {
            Plane::Stays(n) => n,
            Plane::Face(i) => self.axes * piece.faces_f64[i],
            Plane::Edge(edge, axis, other) => {
                let n = (self.axes * piece.edges_f64[edge]).cross(&unit(axis));
                if other { -n } else { n }
            }
        };
        n.try_normalize(1e-9)
    }

    /// From the solid to the body along a unit normal, in units; negative where they overlap.
    fn gap(&self, body: &Upright, n: &V) -> f64 {
        let solid = self
            .corners
            .iter()
            .map(|p| n.dot(p))
            .fold(f64::NEG_INFINITY, f64::max);
        let half = body.half();
        let out = match body.radius {
            None => n.abs().dot(&half),
            Some(r) => n.xy().norm() * r + n.z.abs() * half.z,
        };
        n.dot(&(self.body + body.middle())) - out - solid
    }

    /// The corner of the solid that is farthest along a plane's normal.
    pub(super) fn support(&self, plane: Plane, piece: &Piece) -> usize {
        let Some(n) = self.normal(plane, piece) else {
            return 0;
        };
        let along = |i: &usize| n.dot(&self.corners[*i]);
        let all = 0..self.corners.len();
        all.max_by(|a, b| along(a).total_cmp(&along(b))).unwrap_or(0)
    }

    /// Normals that may part a cylinder from the solid.
    fn round_normals(&self, body: &Upright, piece: &Piece) -> Vec<V> {
        let middle = self.body + body.middle();
        let directions = (0..ROUND).map(|k| {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / ROUND as f64).sin_cos();
            V::new(cos, sin, 0.0)
        });
        let mut out: Vec<V> = directions.clone().collect();
        out.extend([V::z(), -V::z()]);
        out.extend(piece.faces_f64.iter().map(|n| self.axes * n));
        let level = |v: V| V::new(v.x, v.y, 0.0);
        out.extend(self.corners.iter().map(|p| level(middle - p)));
        for edge in piece.edges_f64.iter().map(|e| self.axes * e) {
            let beside = edge.cross(&V::z());
            out.extend([beside, -beside]);
            out.extend(directions.clone().map(|t| edge.cross(&t)));
        }
        let unit = |n: V| n.try_normalize(1e-9);
        out.into_iter()
            .filter_map(unit)
            .map(|n| n.map(|x| (x * KEPT).round() / KEPT))
            .collect()
    }

    /// The greatest gap, in units; where they overlap, the negative of their depth.
    pub(super) fn widest(&self, body: &Upright, piece: &Piece) -> f64 {
        let gap = |plane| self.normal(plane, piece).map(|n| self.gap(body, &n));
        planes(self, body, piece)
            .into_iter()
            .filter_map(gap)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// A point in both, from the model's origin.
    pub(super) fn point_in_both(&self, body: &Upright, piece: &Piece) -> Option<V> {
        let mut sides: Vec<HalfSpace> = piece
            .planes_f64
            .iter()
            .map(|(n, d)| {
                let normal = (self.axes * n).normalize();
                let on = self.axes * (n * (*d / n.norm_squared()));
                HalfSpace {
                    normal,
                    height: normal.dot(&on),
                }
            })
            .collect();
        let (middle, half) = (self.body + body.middle(), body.half());
        let mut side = |normal: V, out: f64| {
            sides.push(HalfSpace {
                normal,
                height: normal.dot(&middle) + out,
            });
        };
        match body.radius {
            None => (0..3).for_each(|i| {
                side(unit(i), half[i]);
                side(-unit(i), half[i]);
            }),
            Some(r) => {
                side(V::z(), half.z);
                side(-V::z(), half.z);
                // A prism within the cylinder.
                for k in 0..ROUND {
                    let angle = std::f64::consts::TAU * k as f64 / ROUND as f64;
                    let inner = r * (std::f64::consts::PI / ROUND as f64).cos();
                    side(V::new(angle.cos(), angle.sin(), 0.0), inner);
                }
            }
        }
        let (corners, _) = corners_and_edges(&sides).ok()?;
        (corners.len() >= 4).then(|| corners.iter().sum::<V>() / corners.len() as f64)
    }
}

fn unit(axis: usize) -> V {
    V::from_fn(|i, _| f64::from(u8::from(i == axis)))
}

/// The planes to try at a moment. Of two convex solids that are apart, one of these parts them if the body is a box.
fn planes(at: &Moment, body: &Upright, piece: &Piece) -> Vec<Plane> {
    if body.radius.is_some() {
        let normals = at.round_normals(body, piece);
        return normals.into_iter().map(Plane::Stays).collect();
    }
    let mut out: Vec<Plane> = (0..3)
        .flat_map(|i| [unit(i), -unit(i)])
        .map(Plane::Stays)
        .collect();
    out.extend((0..piece.faces.len()).map(Plane::Face));
    for edge in 0..piece.edges.len() {
        for axis in 0..3 {
            out.extend([false, true].map(|other| Plane::Edge(edge, axis, other)));
        }
    }
    out
}

/// What f64 proposes for a part of the tick.
pub(super) struct Bound {
    /// The plane that keeps the widest gap at the part's ends and middle; `None` where all of them lose it.
    pub(super) plane: Option<(Plane, usize)>,
    /// Whether they overlap in the middle.
    pub(super) overlaps: bool,
}

/// Below this f64 says nothing about a gap, in units: 2^-30, its rounding at 2^20 u. Lesser gaps are left to the proof.
const UNSURE: f64 = 1.0 / (1u64 << 30) as f64;

pub(super) fn bound(turn: &Turn, piece: &Piece, body: &Upright, [a, b]: [f64; 2]) -> Bound {
    let moments = [a, f64::midpoint(a, b), b].map(|s| Moment::at(turn, piece, s));
    let middle = &moments[1];
    let mut best: Option<(f64, Plane)> = None;
    let mut widest = f64::NEG_INFINITY;
    for plane in planes(middle, body, piece) {
        let Some(gaps) = moments
            .iter()
            .map(|at| at.normal(plane, piece).map(|n| at.gap(body, &n)))
            .collect::<Option<Vec<f64>>>()
        else {
            continue;
        };
        widest = widest.max(gaps[1]);
        let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        if least > -UNSURE && best.is_none_or(|(so_far, _)| least > so_far) {
            best = Some((least, plane));
        }
    }
    Bound {
        plane: best.map(|(_, plane)| (plane, middle.support(plane, piece))),
        overlaps: widest < 0.0,
    }
}
