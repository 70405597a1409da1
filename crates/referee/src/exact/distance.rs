//! Squared distances between a path and a body's polyhedron, in rational numbers, which decide about round hulls.
//!
//! Two convex polyhedra are nearest at a corner and a face or at two edges (Ericson, *Real-Time Collision Detection*, 5.1). Each
//! such pair has a rational squared distance. For cylinders the distance counts in plan. The differences between points of the
//! path and of the body at the same height are a convex polygon.

use super::ExactBody;
use crate::body::convex_hull;
use crate::rational::{Q, Q3, along, dot, reduced, sign, sub};
use std::cmp::Ordering;

impl ExactBody {
    /// Squared distance of the segment from `s` along `d` to the polyhedron.
    pub(super) fn distance2(&self, s: &Q3, d: &Q3) -> Q {
        let (mut enter, mut leave) = (Q::ZERO, Q::ONE);
        let mut outside = false;
        for (n, h) in &self.planes {
            let (gap, speed) = (h - dot(n, s), dot(n, d));
            match sign(&speed) {
                Ordering::Equal => outside |= sign(&gap).is_lt(),
                Ordering::Less => enter = enter.max(gap / speed),
                Ordering::Greater => leave = leave.min(gap / speed),
            }
        }
        if !outside && enter <= leave {
            return Q::ZERO;
        }
        let ends = [s.clone(), along(s, d, &Q::ONE)];
        let faces = ends
            .iter()
            .flat_map(|x| self.planes.iter().filter_map(move |p| self.over_face(x, p)));
        let edges = self.edges().iter().map(|&(i, j)| {
            let (a, b) = (&self.points[i], &self.points[j]);
            segments2(s, d, a, &sub(b, a))
        });
        faces.chain(edges).min().unwrap_or(Q::ZERO)
    }

    /// Squared distance of a position from a plane that it is in front of, if its foot is on the body.
    fn over_face(&self, x: &Q3, (n, h): &(Q3, Q)) -> Option<Q> {
        let height = dot(n, x) - h;
        if !sign(&height).is_gt() {
            return None;
        }
        let n2 = dot(n, n);
        let foot = along(x, n, &(-&height / &n2));
        let on = self.planes.iter().all(|(m, k)| dot(m, &foot) <= *k);
        on.then(|| &height * &height / n2)
    }

    /// Squared distance in plan between the segment and the body at equal heights. `None` where the segment never lies strictly
    /// between the body's lowest and highest point.
    pub(super) fn plan_distance2(&self, s: &Q3, d: &Q3) -> Option<Q> {
        let (bottom, top) = (
            self.points.iter().map(|p| &p[2]).min()?,
            self.points.iter().map(|p| &p[2]).max()?,
        );
        let (mut first, mut last) = (Q::ZERO, Q::ONE);
        if d[2].is_zero() {
            if s[2] <= *bottom || s[2] >= *top {
                return None;
            }
        } else {
            let (a, b) = ((bottom - &s[2]) / &d[2], (top - &s[2]) / &d[2]);
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            first = first.max(low);
            last = last.min(high);
            if first >= last {
                return None;
            }
        }
        let mut apart: Vec<[Q; 2]> = Vec::new();
        for t in [&first, &last] {
            let x = along(s, d, t).map(reduced);
            for &(i, j) in self.edges() {
                let (a, b) = (&self.points[i], &self.points[j]);
                let (low, high) = if a[2] <= b[2] { (a, b) } else { (b, a) };
                if low[2] <= x[2] && x[2] <= high[2] {
                    let rise = &high[2] - &low[2];
                    if rise.is_zero() {
                        apart.extend([[&a[0] - &x[0], &a[1] - &x[1]], [&b[0] - &x[0], &b[1] - &x[1]]]);
                    } else {
                        let c = along(low, &sub(high, low), &((&x[2] - &low[2]) / rise));
                        apart.push([reduced(&c[0] - &x[0]), reduced(&c[1] - &x[1])]);
                    }
                }
            }
        }
        if !d[2].is_zero() {
            for p in &self.points {
                let t = (&p[2] - &s[2]) / &d[2];
                if first <= t && t <= last {
                    let x = along(s, d, &t);
                    apart.push([reduced(&p[0] - &x[0]), reduced(&p[1] - &x[1])]);
                }
            }
        }
        Some(origin_to_hull2(apart))
    }
}

/// Squared distance of two segments, each given by a point and a displacement.
fn segments2(p: &Q3, d: &Q3, a: &Q3, e: &Q3) -> Q {
    let w = sub(p, a);
    let (dd, ee, de) = (dot(d, d), dot(e, e), dot(d, e));
    let (dw, ew) = (dot(d, &w), dot(e, &w));
    let clamp = |x: Q| x.max(Q::ZERO).min(Q::ONE);
    // |w + t d - u e|^2, convex over the square: its least inside, or on one of the four sides.
    let value = |t: &Q, u: &Q| {
        let x = along(&along(&w, d, t), e, &-u);
        dot(&x, &x)
    };
    let det = &dd * &ee - &de * &de;
    if !det.is_zero() {
        let (t, u) = ((&de * &ew - &ee * &dw) / &det, (&dd * &ew - &de * &dw) / &det);
        let inside = |x: &Q| !sign(x).is_lt() && *x <= Q::ONE;
        if inside(&t) && inside(&u) {
            return value(&t, &u);
        }
    }
    let mut least: Option<Q> = None;
    for end in [Q::ZERO, Q::ONE] {
        let u = if ee.is_zero() {
            Q::ZERO
        } else {
            clamp((&ew + &de * &end) / &ee)
        };
        let t = if dd.is_zero() {
            Q::ZERO
        } else {
            clamp((&de * &end - &dw) / &dd)
        };
        for v in [value(&end, &u), value(&t, &end)] {
            least = Some(least.map_or(v.clone(), |l| l.min(v)));
        }
    }
    least.unwrap_or(Q::ZERO)
}

/// Squared distance of the origin to the convex hull of points in the plane.
fn origin_to_hull2(mut points: Vec<[Q; 2]>) -> Q {
    points.sort();
    points.dedup();
    let turn = |a: &[Q; 2], b: &[Q; 2], c: &[Q; 2]| {
        (&b[0] - &a[0]) * (&c[1] - &a[1]) - (&b[1] - &a[1]) * (&c[0] - &a[0])
    };
    let hull = convex_hull(&points, |a, b, c| sign(&turn(a, b, c)).is_gt());
    let origin = [Q::ZERO, Q::ZERO];
    let edges = || hull.iter().zip(hull.iter().cycle().skip(1));
    if hull.len() > 2 && edges().all(|(a, b)| !sign(&turn(a, b, &origin)).is_lt()) {
        return Q::ZERO;
    }
    let flat = |p: &[Q; 2]| [p[0].clone(), p[1].clone(), Q::ZERO];
    let still = || [Q::ZERO, Q::ZERO, Q::ZERO];
    match points.as_slice() {
        [only] => dot(&flat(only), &flat(only)),
        _ => edges()
            .map(|(a, b)| segments2(&still(), &still(), &flat(a), &sub(&flat(b), &flat(a))))
            .min()
            .unwrap_or(Q::ZERO),
    }
}
