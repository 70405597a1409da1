//! Edges of convex bodies, to be drawn.

use crate::V;
use crate::core_shape::CoreShape;
use parry3d::math::Vector;
use parry3d::transformation::try_convex_hull;

/// Triangles of a body whose unit normals have a cosine above this are one face. Larger: rounding draws edges across flat
/// faces; smaller: facets of a round hull merge.
const SAME_FACE: f64 = 1.0 - 1e-5;
/// Directions around in which a core is sampled for drawing: a cylinder gets this many sides.
const ROUND: usize = 32;

/// An edge of a convex body.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its ends.
    pub ends: [V; 2],
    /// Normals of the faces that it joins, of any length.
    pub normals: [V; 2],
}

/// The edges of a solid grown by a core, relative to a place.
pub(super) fn grown(corners: &[V], shape: &CoreShape, at: &V) -> Vec<Edge> {
    let turn = |i: usize| std::f64::consts::TAU * (i as f64 + 0.5) / ROUND as f64;
    let around = (0..ROUND).flat_map(|i| [1.0, -1.0].map(|z| V::new(turn(i).cos(), turn(i).sin(), z)));
    let mut core: Vec<V> = around.map(|n| shape.core_support(&n)).collect();
    core.sort_by(|a, b| {
        a.x.total_cmp(&b.x)
            .then(a.y.total_cmp(&b.y))
            .then(a.z.total_cmp(&b.z))
    });
    core.dedup();
    let sums = corners.iter().flat_map(|c| core.iter().map(move |k| c - at - k));
    edges(&sums.collect::<Vec<_>>())
}

/// The edges of the convex hull of points; those between all of them where they span no body.
pub(super) fn edges(points: &[V]) -> Vec<Edge> {
    // parry's hull is in f32: about the middle nothing is lost.
    let middle = points.iter().sum::<V>() / points.len().max(1) as f64;
    let near: Vec<Vector> = points
        .iter()
        .map(|p| crate::closest::to_parry(&(p - middle)))
        .collect();
    let flat = || {
        let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let joined = |(i, j): (usize, usize)| Edge {
            ends: [points[i], points[j]],
            normals: [V::zeros(); 2],
        };
        pairs.map(joined).collect()
    };
    if points.len() < 4 {
        return flat();
    }
    let Ok((corners, triangles)) = try_convex_hull(&near) else {
        return flat();
    };
    let at = |i: u32| {
        let p = corners[i as usize];
        V::new(p.x.into(), p.y.into(), p.z.into()) + middle
    };
    let normal = |t: &[u32; 3]| {
        let [a, b, c] = t.map(at);
        (b - a)
            .cross(&(c - a))
            .try_normalize(0.0)
            .unwrap_or_else(V::zeros)
    };
    let mut out = Vec::new();
    for (i, t) in triangles.iter().enumerate() {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            let other = triangles[i + 1..]
                .iter()
                .find(|u| u.contains(&a) && u.contains(&b));
            let Some(other) = other else { continue };
            let normals = [normal(t), normal(other)];
            if normals[0].dot(&normals[1]) < SAME_FACE {
                out.push(Edge {
                    ends: [at(a), at(b)],
                    normals,
                });
            }
        }
    }
    out
}
