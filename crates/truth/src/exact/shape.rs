//! The parts of a brush or triangle, in rational numbers: Cramer's rule for the corners, cross products for the rest.
//!
//! Departure: which planes may meet in a corner is looked up in the f64 solid (within [`NEAR`]). Whether they do is decided
//! exactly.

use super::rational::{Q, Q3, cross, dot, is_zero, negated, q, q3, sub};
use crate::solid::{Solid, V};

/// Planes this near to an f64 corner may form it, in units. A thousand times the error of f64 corners. Too small loses
/// corners; larger costs time.
pub(super) const NEAR: f64 = 1e-3;

/// The parts that a Minkowski sum is made from.
pub(super) struct Shape {
    pub(super) vertices: Vec<Q3>,
    /// Normals of its planes, of any length.
    pub(super) normals: Vec<Q3>,
    /// Directions of its edges, of any length.
    pub(super) edges: Vec<Q3>,
    /// Its normal, when it has no thickness.
    pub(super) flat: Option<Q3>,
}

/// From a brush, the source of `solid`.
pub(super) fn polyhedron(solid: &Solid, planes: &[([f32; 3], f32)]) -> Shape {
    let (at, exact_at) = placed_at(solid);
    let f64s: Vec<(V, f64)> = planes
        .iter()
        .map(|(n, d)| (V::from(n.map(f64::from)), f64::from(*d)))
        .collect();
    let shifted = |(n, d): &(V, f64)| {
        let n = q3(n);
        let d = q(*d) + dot(&n, &exact_at);
        (n, d)
    };
    let exact: Vec<(Q3, Q)> = f64s.iter().map(shifted).collect();
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

/// Where a placed model puts a solid's numbers: nowhere else for one of the rigid world.
fn placed_at(solid: &Solid) -> (V, Q3) {
    let at = V::from(solid.placed_at.map(f64::from));
    let exact = q3(&at);
    (at, exact)
}

/// From a triangle.
pub(super) fn triangle(solid: &Solid, corners: &[[f32; 3]; 3]) -> Shape {
    let (_, at) = placed_at(solid);
    let shifted = |p: [f32; 3]| -> Q3 {
        let p = q3(&V::from(p.map(f64::from)));
        std::array::from_fn(|i| &p[i] + &at[i])
    };
    let [a, b, c] = corners.map(shifted);
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
