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
