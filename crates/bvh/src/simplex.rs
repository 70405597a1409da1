//! The point of a simplex nearest to the origin, in f64. Source: the sub-simplex problem of Gilbert, Johnson and
//! Keerthi (1988); here every sub-simplex of at most three corners is tried, which has no case that rounding can
//! send astray, and a simplex is only walked once or twice per query.

use crate::V;

/// The nearest point and the corners that span the feature it lies on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    pub(crate) point: V,
    /// Barycentric weight of every corner; zero for those that do not span the feature.
    pub(crate) weights: [f64; 4],
}

/// Nearer than this, a direction is rounding, in units.
const NO_DIRECTION: f64 = 1e-9;
/// A triangle whose doubled area is a smaller share of its longest side squared has no usable plane.
const FLAT: f64 = 1e-12;

/// `None` when the corners are a tetrahedron around the origin.
pub(crate) fn nearest(corners: &[V]) -> Option<Nearest> {
    if let &[a, b, c, d] = corners
        && holds_origin(a, b, c, d)
    {
        return None;
    }
    let mut best = Nearest {
        point: V::repeat(f64::INFINITY),
        weights: [0.0; 4],
    };
    let mut least = f64::INFINITY;
    let mut take = |point: V, weights: [f64; 4]| {
        let d = point.norm_squared();
        if d < least {
            least = d;
            best = Nearest { point, weights };
        }
    };
    for (i, a) in corners.iter().enumerate() {
        let mut w = [0.0; 4];
        w[i] = 1.0;
        take(*a, w);
        for (j, b) in corners.iter().enumerate().skip(i + 1) {
            let ab = b - a;
            let t = -a.dot(&ab) / ab.norm_squared();
            if t > 0.0 && t < 1.0 {
                let mut w = [0.0; 4];
                (w[i], w[j]) = (1.0 - t, t);
                take(a + ab * t, w);
            }
            for (k, c) in corners.iter().enumerate().skip(j + 1) {
                let ac = c - a;
                let n = ab.cross(&ac);
                let area2 = n.norm_squared();
                let size = ab.norm_squared().max(ac.norm_squared());
                if area2 <= FLAT * size * size {
                    continue;
                }
                let (u, v) = (-a.cross(&ac).dot(&n) / area2, -ab.cross(a).dot(&n) / area2);
                if u > 0.0 && v > 0.0 && u + v < 1.0 {
                    let mut w = [0.0; 4];
                    (w[i], w[j], w[k]) = (1.0 - u - v, u, v);
                    take(n * (a.dot(&n) / area2), w);
                }
            }
        }
    }
    Some(best)
}

fn holds_origin(a: V, b: V, c: V, d: V) -> bool {
    let inside = |p: V, q: V, r: V, apex: V| {
        let n = (q - p).cross(&(r - p));
        n.dot(&-p) * n.dot(&(apex - p)) > 0.0
    };
    inside(a, b, c, d) && inside(a, b, d, c) && inside(a, c, d, b) && inside(b, c, d, a)
}

/// The simplex that follows a point: at most four corners of a convex body.
pub(crate) struct Simplex {
    corners: [V; 4],
    len: usize,
}

/// Where a point is with respect to a simplex that it is not in.
pub(crate) struct Towards {
    /// Unit direction from the simplex to the point.
    pub(crate) direction: V,
    pub(crate) distance: f64,
    /// The nearest feature is a triangle.
    pub(crate) is_face: bool,
}

impl Simplex {
    pub(crate) fn new() -> Self {
        Self {
            corners: [V::zeros(); 4],
            len: 0,
        }
    }

    /// Adds a corner; false when it is among them. Of four corners, that were left because the point was in
    /// their tetrahedron, none is dropped.
    pub(crate) fn push(&mut self, corner: V) -> bool {
        if self.len == 4 || self.corners[..self.len].contains(&corner) {
            return false;
        }
        self.corners[self.len] = corner;
        self.len += 1;
        true
    }

    /// Keeps the corners of the feature nearest to a point; `None` when the point is in the simplex, or on it.
    pub(crate) fn nearest(&mut self, point: &V) -> Option<Towards> {
        let relative = self.corners.map(|c| c - point);
        let near = nearest(&relative[..self.len])?;
        let distance = near.point.norm();
        if distance < NO_DIRECTION {
            return None;
        }
        let mut direction = -near.point / distance;
        let mut kept = 0;
        for i in 0..self.len {
            if near.weights[i] > 0.0 {
                self.corners[kept] = self.corners[i];
                kept += 1;
            }
        }
        self.len = kept;
        if kept == 3 {
            // Across a small gap the plane of the corners is better known than the gap's direction.
            let [a, b, c, _] = &self.corners;
            if let Some(n) = (b - a).cross(&(c - a)).try_normalize(0.0) {
                direction = if n.dot(&direction) < 0.0 { -n } else { n };
            }
        }
        Some(Towards {
            direction,
            distance,
            is_face: kept == 3,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_feature_is_found_by_hand() {
        let p = |x: f64, y: f64, z: f64| V::new(x, y, z);
        let t = [p(1.0, -1.0, -1.0), p(1.0, 2.0, -1.0), p(1.0, -1.0, 2.0)];
        let face = nearest(&t).unwrap();
        assert!((face.point - p(1.0, 0.0, 0.0)).norm() < 1e-12);
        assert!(face.weights[..3].iter().all(|w| (w - 1.0 / 3.0).abs() < 1e-12));
        let edge = nearest(&t.map(|q| q + p(0.0, 3.0, 0.0))).unwrap();
        assert!((edge.point - p(1.0, 2.0, 0.0)).norm() < 1e-12);
        let corner = nearest(&t.map(|q| q + p(0.0, 3.0, 3.0))).unwrap();
        assert_eq!(corner.point, p(1.0, 2.0, 2.0));
        let apex = p(-1.0, 0.0, 0.0);
        assert!(nearest(&[t[0], t[1], t[2], apex]).is_none());
        assert!(nearest(&[t[0], t[1], t[2], apex].map(|q| q + p(3.0, 0.0, 0.0))).is_some());
    }
}
