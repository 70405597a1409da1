//! The parts of a brush or triangle, in rational numbers: Cramer's rule for the corners, cross products for the rest.
//!
//! Departure: which planes may meet in a corner is looked up in the f64 solid (within [`NEAR`]). Whether they do is decided
//! exactly.

use crate::rational::{Q, Q3, cross, dot, is_zero, negated, q, q3, sub};
use crate::solid::{Solid, V};

/// Planes this near to an f64 corner may form it, in units. A thousand times the error of f64 corners. Too small loses
/// corners; larger costs time.
pub(super) const NEAR: f64 = 1e-3;

/// The parts that a Minkowski sum is made from.
pub(crate) struct Shape {
    pub(crate) vertices: Vec<Q3>,
    /// Normals of its planes, of any length.
    pub(crate) normals: Vec<Q3>,
    /// Directions of its edges, of any length.
    pub(crate) edges: Vec<Q3>,
    /// Its normal, when it has no thickness.
    pub(crate) flat: Option<Q3>,
}

/// From a brush, the source of `solid`.
pub(crate) fn polyhedron(solid: &Solid, planes: &[([f32; 3], f32)]) -> Shape {
    let given = |(n, d): &([f32; 3], f32)| {
        let n = q3(&V::from(n.map(f64::from)));
        solid.frame.exact_plane(&n, &q(f64::from(*d)))
    };
    let exact: Vec<(Q3, Q)> = planes.iter().map(given).collect();
    // Around the solid's place, where rounding is least.
    let at = solid.frame.origin();
    let exact_at = q3(&at);
    let rounded = |(n, d): &(Q3, Q)| {
        let own = d - dot(n, &exact_at);
        (V::from_fn(|i, _| n[i].to_f64().value()), own.to_f64().value())
    };
    let f64s: Vec<(V, f64)> = exact.iter().map(rounded).collect();
    let mut vertices: Vec<Q3> = Vec::new();
    let mut tight: Vec<Vec<usize>> = Vec::new();
    for v in &solid.vertices {
        let near: Vec<usize> = (0..planes.len())
            .filter(|&i| (f64s[i].0.dot(&(v - at)) - f64s[i].1).abs() < NEAR)
            .collect();
        for (x, i) in near.iter().enumerate() {
            for (y, j) in near.iter().enumerate().skip(x + 1) {
                let ij = cross(&exact[*i].0, &exact[*j].0);
                for k in &near[y + 1..] {
                    let det = dot(&ij, &exact[*k].0);
                    if det.is_zero() {
                        continue;
                    }
                    let (jk, ki) = (
                        cross(&exact[*j].0, &exact[*k].0),
                        cross(&exact[*k].0, &exact[*i].0),
                    );
                    let at: Q3 = std::array::from_fn(|c| {
                        (&exact[*i].1 * &jk[c] + &exact[*j].1 * &ki[c] + &exact[*k].1 * &ij[c]) / &det
                    });
                    let here = (0..3).all(|c| (at[c].to_f64().value() - v[c]).abs() < 0.5 * NEAR);
                    let behind = || near.iter().all(|&m| dot(&exact[m].0, &at) <= exact[m].1);
                    if here && !vertices.contains(&at) && behind() {
                        let on = |m: &usize| dot(&exact[*m].0, &at) == exact[*m].1;
                        tight.push(near.iter().copied().filter(on).collect());
                        vertices.push(at);
                    }
                }
            }
        }
    }
    let shared = |i: usize, j: usize| {
        let both = tight.iter().filter(|t| t.contains(&i) && t.contains(&j)).count();
        both >= 2
    };
    let mut edges = Vec::new();
    for i in 0..exact.len() {
        for j in i + 1..exact.len() {
            if shared(i, j) {
                edges.push(cross(&exact[i].0, &exact[j].0));
            }
        }
    }
    edges.retain(|e| !is_zero(e));
    let faces = (0..exact.len())
        .filter(|i| tight.iter().filter(|t| t.contains(i)).count() >= 3)
        .map(|i| exact[i].0.clone())
        .collect();
    Shape {
        vertices,
        normals: faces,
        edges,
        flat: None,
    }
}

/// From a triangle.
pub(super) fn triangle(solid: &Solid, corners: &[[f32; 3]; 3]) -> Shape {
    let placed = |p: [f32; 3]| solid.frame.exact_point(&q3(&V::from(p.map(f64::from))));
    let [a, b, c] = corners.map(placed);
    let edges = vec![sub(&b, &a), sub(&c, &b), sub(&a, &c)];
    let normal = cross(&edges[0], &edges[1]);
    let normals = vec![normal.clone(), negated(&normal)];
    Shape {
        vertices: vec![a, b, c],
        normals,
        edges,
        flat: Some(normal),
    }
}
