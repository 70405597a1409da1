//! The exact distance from a position to a convex polyhedron, and where it is attained.
//!
//! The nearest point of a convex solid to an outside position lies on a face that the position is in front of. So the answer
//! is the least distance to the polygons of those faces; no search, no iteration.

use crate::body::Body;
use crate::solid::V;

/// The nearest point of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Nearest {
    /// Distance in units; negative inside: minus the depth below the nearest plane.
    pub(crate) distance: f64,
    /// Unit direction from the solid to the position (the gradient of the distance).
    pub(crate) normal: V,
}

/// Signed distance from a position to a body's polyhedron: convex and 1-Lipschitz in the position.
pub(crate) fn to_polyhedron(body: &Body, x: &V) -> Nearest {
    let mut inside = Nearest {
        distance: f64::NEG_INFINITY,
        normal: V::z(),
    };
    for p in &body.planes {
        let distance = p.distance(x);
        if distance > inside.distance {
            inside = Nearest {
                distance,
                normal: p.normal,
            };
        }
    }
    if inside.distance <= 0.0 {
        return inside;
    }
    let mut best: Option<(f64, V)> = None;
    for (plane, polygon) in body.planes.iter().zip(body.polygons()) {
        let height = plane.distance(x);
        // The distance to the solid is never less than the height over one of its planes.
        if height <= 0.0 || polygon.is_empty() || best.is_some_and(|(d, _)| height * height >= d) {
            continue;
        }
        let foot = to_polygon(x, &plane.normal, height, polygon);
        let d = (x - foot).norm_squared();
        if best.is_none_or(|(least, _)| d < least) {
            best = Some((d, foot));
        }
    }
    match best {
        Some((d, foot)) if d > 0.0 => Nearest {
            distance: d.sqrt(),
            normal: (x - foot) / d.sqrt(),
        },
        _ => inside,
    }
}

/// The nearest point of a convex polygon, counter-clockwise about its normal.
pub(crate) fn to_polygon(x: &V, normal: &V, height: f64, polygon: &[V]) -> V {
    let mut best: Option<(f64, V)> = None;
    let mut over_face = polygon.len() > 2;
    for (i, a) in polygon.iter().enumerate() {
        let b = &polygon[(i + 1) % polygon.len()];
        let edge = b - a;
        if normal.cross(&edge).dot(&(x - a)) >= 0.0 && polygon.len() > 2 {
            continue; // on the inner side of this edge
        }
        over_face = false;
        let len2 = edge.norm_squared();
        let t = if len2 > 0.0 {
            (edge.dot(&(x - a)) / len2).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let foot = a + edge * t;
        let d = (x - foot).norm_squared();
        if best.is_none_or(|(least, _)| d < least) {
            best = Some((d, foot));
        }
    }
    match best {
        Some((_, foot)) if !over_face => foot,
        _ => x - normal * height,
    }
}
