//! The point of a simplex nearest to the origin, in f64. Source: the sub-simplex problem of Gilbert, Johnson and Keerthi
//! (1988). The solution by Voronoi regions follows Ericson, *Real-Time Collision Detection* (2005, 5.1). A flat triangle or
//! tetrahedron is taken for its sides, so that rounding sends no case astray.

use crate::V;

/// Point and simplex, or two bounds of a distance, have met when they are this near, in units. Smaller: round hulls take more
/// steps; larger: hits on edges come early by about its root.
pub(crate) const MET: f64 = 1e-7;
/// Supports until a search is left to others. Polyhedra take 3 to 12; a cylinder's rim halves the gap about every second.
pub(crate) const MAX_STEPS: usize = 64;
/// Nearer than this, a direction is rounding, in units.
const NO_DIRECTION: f64 = 1e-9;
/// A triangle whose doubled area is a smaller share of its longest side squared has no usable plane.
pub const FLAT: f64 = 1e-12;

/// The simplex that follows a point: at most four corners of a convex body, each with its source.
#[derive(Default)]
pub struct Simplex<S = ()> {
    corners: [V; 4],
    sources: [S; 4],
    len: usize,
}

/// Where a point is with respect to a simplex that it is not in.
#[derive(Clone, Copy)]
pub struct Towards {
    /// The nearest point of the simplex.
    nearest: V,
    /// Unit direction from the simplex to the point.
    pub direction: V,
    /// How far away it is.
    pub distance: f64,
    /// The nearest feature is a triangle.
    pub(crate) is_face: bool,
}

impl<S: Copy + Default> Simplex<S> {
    /// Without a corner.
    pub fn new() -> Self {
        Self::default()
    }

    /// The corners held.
    pub(crate) fn corners(&self) -> &[V] {
        &self.corners[..self.len]
    }

    /// How far it is from a point; infinitely without corners. Keeps the corners of the nearest feature.
    pub(crate) fn distance(&mut self, point: &V) -> f64 {
        if self.len == 0 {
            return f64::INFINITY;
        }
        self.nearest(point).map_or(0.0, |near| near.distance)
    }

    /// Adds a corner; false if the simplex has it already. All four corners stay when the point is in their tetrahedron.
    pub fn push(&mut self, corner: V, source: S) -> bool {
        if self.len == 4 || self.corners[..self.len].contains(&corner) {
            return false;
        }
        self.corners[self.len] = corner;
        self.sources[self.len] = source;
        self.len += 1;
        true
    }

    /// Keeps the corners of the feature nearest to a point. `None` when the point is in the simplex, or on it.
    #[inline]
    pub fn nearest(&mut self, point: &V) -> Option<Towards> {
        let [a, b, c, d] = &self.corners;
        let near = match self.len {
            1 => feature(a - point, [0]),
            2 => on_segment(a - point, b - point),
            3 => on_triangle(&(a - point), &(b - point), &(c - point)),
            4 => on_tetrahedron(&(a - point), &(b - point), &(c - point), &(d - point))?,
            _ => return None,
        };
        let distance = near.point.norm();
        if distance < NO_DIRECTION {
            return None;
        }
        let kept = near.spanned().len();
        if kept < self.len {
            for (i, &corner) in near.spanned().iter().enumerate() {
                // The corners of a feature are in ascending order.
                let from = usize::from(corner) & 3;
                self.corners[i] = self.corners[from];
                self.sources[i] = self.sources[from];
            }
            self.len = kept;
        }
        let mut direction = -near.point / distance;
        if kept == 3 {
            // Across a small gap the plane of the corners is better known than the gap's direction.
            let [a, b, c, _] = &self.corners;
            if let Some(n) = (b - a).cross(&(c - a)).try_normalize(0.0) {
                direction = if n.dot(&direction) < 0.0 { -n } else { n };
            }
        }
        Some(Towards {
            nearest: near.point + point,
            direction,
            distance,
            is_face: kept == 3,
        })
    }

    /// The sources of the corners that were kept, and their weights in the nearest point.
    pub fn weights(&self, near: &Towards) -> impl Iterator<Item = (S, f64)> {
        let p = near.nearest;
        let weights = match *self.corners() {
            [a, b] => {
                let t = (p - a).norm() / (b - a).norm();
                [1.0 - t, t, 0.0]
            }
            [a, b, c] => {
                let n = (b - a).cross(&(c - a));
                let p = p - a;
                let (u, v) = (
                    p.cross(&(c - a)).dot(&n) / n.norm_squared(),
                    (b - a).cross(&p).dot(&n) / n.norm_squared(),
                );
                [1.0 - u - v, u, v]
            }
            _ => [1.0, 0.0, 0.0],
        };
        self.sources.into_iter().zip(weights).take(self.len)
    }
}

/// The nearest point of a simplex of one to three corners, and which of them span it.
#[derive(Clone, Copy, Debug)]
struct Feature {
    point: V,
    corners: [u8; 3],
    len: u8,
}

impl Feature {
    /// The corners that span it, in ascending order.
    fn spanned(&self) -> &[u8] {
        &self.corners[..usize::from(self.len)]
    }

    /// The same feature, with these numbers for the corners 0, 1 and so on.
    fn renamed<const N: usize>(mut self, names: [u8; N]) -> Self {
        for corner in &mut self.corners[..usize::from(self.len)] {
            *corner = names[usize::from(*corner)];
        }
        self
    }
}

#[inline]
fn feature<const N: usize>(point: V, on: [u8; N]) -> Feature {
    let mut corners = [0; 3];
    corners[..N].copy_from_slice(&on);
    Feature {
        point,
        corners,
        len: N as u8,
    }
}

#[inline]
fn on_segment(a: V, b: V) -> Feature {
    let ab = b - a;
    let (t, whole) = (-a.dot(&ab), ab.norm_squared());
    if t <= 0.0 {
        feature(a, [0])
    } else if t >= whole {
        feature(b, [1])
    } else {
        feature(a + ab * (t / whole), [0, 1])
    }
}

/// By the Voronoi regions of the triangle (Ericson, *Real-Time Collision Detection*, 2005, 5.1.5).
#[inline]
fn on_triangle(a: &V, b: &V, c: &V) -> Feature {
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return feature(*a, [0]);
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return feature(*b, [1]);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return feature(a + ab * (d1 / (d1 - d3)), [0, 1]);
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return feature(*c, [2]);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return feature(a + ac * (d2 / (d2 - d6)), [0, 2]);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return feature(b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), [1, 2]);
    }
    let n = ab.cross(&ac);
    let area2 = n.norm_squared();
    let size = ab.norm_squared().max(ac.norm_squared());
    if area2 > FLAT * size * size {
        return feature(n * (a.dot(&n) / area2), [0, 1, 2]);
    }
    on_sides(a, b, c)
}

/// A triangle without a plane to speak of: the nearest of its sides.
#[cold]
fn on_sides(a: &V, b: &V, c: &V) -> Feature {
    let mut best = feature(*a, [0]);
    for (p, q, on) in [(a, b, [0, 1]), (a, c, [0, 2]), (b, c, [1, 2])] {
        let side = on_segment(*p, *q);
        if side.point.norm_squared() < best.point.norm_squared() {
            best = side.renamed(on);
        }
    }
    best
}

/// `None` when the origin lies in it.
#[inline]
fn on_tetrahedron(a: &V, b: &V, c: &V, d: &V) -> Option<Feature> {
    let mut best: Option<Feature> = None;
    let mut least = f64::INFINITY;
    let mut look_at = |p: &V, q: &V, r: &V, apex: &V, face: [u8; 3]| {
        let n = (q - p).cross(&(r - p));
        // Beyond this face, seen from its apex; all faces of a flat tetrahedron are.
        if -n.dot(p) * n.dot(&(apex - p)) > 0.0 {
            return;
        }
        let near = on_triangle(p, q, r);
        let far = near.point.norm_squared();
        if best.is_none() || far < least {
            (best, least) = (Some(near.renamed(face)), far);
        }
    };
    look_at(a, b, c, d, [0, 1, 2]);
    look_at(a, b, d, c, [0, 1, 3]);
    look_at(a, c, d, b, [0, 2, 3]);
    look_at(b, c, d, a, [1, 2, 3]);
    best
}
