//! The largest part of a velocity that enters no touched surface. It is the projection on the cone of velocities that
//! point into none.
//!
//! The nearest member of a polyhedral cone lies inside it, on a face, an edge or its tip; all are tried.

use nalgebra::Vector3;

type V = Vector3<f64>;

/// A velocity that enters a plane by less than this share of its speed does not enter it. It covers rounding of f32
/// normals and velocities, with a margin.
const ENTERS: f64 = 1e-3;

/// The member of the cone nearest to a velocity.
pub fn feasible(v: &V, normals: &[V]) -> V {
    let enters = |u: &V| normals.iter().any(|n| n.dot(u) < -1e-9 * v.norm());
    if !enters(v) {
        return *v;
    }
    let mut best = V::zeros();
    let mut try_one = |u: V| {
        if u.dot(v) > best.dot(v) && !enters(&u) {
            best = u;
        }
    };
    for (i, a) in normals.iter().enumerate() {
        try_one(v - a * a.dot(v));
        for b in &normals[i + 1..] {
            if let Some(crease) = a.cross(b).try_normalize(1e-9) {
                try_one(crease * crease.dot(v));
            }
        }
    }
    best
}

/// The normals that a velocity enters.
pub(super) fn entered(v: &V, normals: &[V]) -> Vec<V> {
    let enters = |n: &&V| n.dot(v) < -ENTERS * v.norm();
    normals.iter().filter(enters).copied().collect()
}
