//! One body in rational numbers: whether a path meets it, decided without any rounding.
//!
//! Made only for a body that f64 could not decide about, and kept. Its numbers are the world's own: the f32 normals
//! and distances of a brush (a plane is the same at any length of its normal), the f32 corners of a triangle, the
//! bounds of the hull; all are dyadic, so corners by Cramer's rule, heights, distances and times of impact are
//! rational.
//!
//! - *Boxes and points*: the clip of Cyrus and Beck over the half-spaces of the Minkowski sum.
//! - *Spheres and capsules*: is the least squared distance between the path and the core's polyhedron below the
//!   squared radius? Two convex polyhedra are nearest at a corner and a face or at two edges (Ericson, *Real-Time
//!   Collision Detection*, 5.1), and each such pair has a rational squared distance.
//! - *Vertical cylinders*: the differences in plan between points of the path and points of the core at the same
//!   height are a convex polygon, whose corners come from the path's two ends and from the core's corners at their
//!   heights; is the origin nearer to it than the radius?
//! - *Mitred hulls* are by definition the half-spaces of their body in f64, which are dyadic too.
//!
//! Departure: which planes may meet in a corner is looked up in the f64 solid (within [`NEAR`]); whether they do is
//! decided exactly.

use crate::body::{Body, Core};
use crate::path::{Path, ROUNDING, Rounding};
use crate::solid::{Given, HalfSpace, Solid, V};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::sync::OnceLock;

/// A rational number.
type Q = RBig;
type Q3 = [Q; 3];

/// Planes this near to an f64 corner may form it, in units; a thousand times what f64 corners are off by. Too small
/// loses corners; larger costs time.
const NEAR: f64 = 1e-3;

/// What is certain about a path and a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Certain {
    /// Some of the path lies in the interior.
    pub(crate) met: bool,
    /// The start does.
    pub(crate) starts_inside: bool,
    /// Where it is entered, for hulls without roundness; negative when it starts inside.
    pub(crate) entry: Option<f64>,
}

/// The body of a solid and a hull.
#[derive(Debug)]
pub(crate) struct ExactBody {
    planes: Vec<(Q3, Q)>,
    /// The same in f64, of unit length, to tell which are worth asking.
    rounded: Vec<HalfSpace>,
    points: Vec<Q3>,
    /// Pairs of points that share two planes; found when a round hull asks.
    edges: OnceLock<Vec<(usize, usize)>>,
    /// Normal and height, when it has no thickness.
    flat: Option<(Q3, Q)>,
}

fn q(x: f64) -> Q {
    // NaN and infinity never come here: worlds, hulls and paths are checked before.
    Q::try_from(x).unwrap_or(Q::ZERO)
}

fn q3(v: &V) -> Q3 {
    [q(v.x), q(v.y), q(v.z)]
}

fn dot(a: &Q3, b: &Q3) -> Q {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Q3, b: &Q3) -> Q3 {
    [
        &a[1] * &b[2] - &a[2] * &b[1],
        &a[2] * &b[0] - &a[0] * &b[2],
        &a[0] * &b[1] - &a[1] * &b[0],
    ]
}

fn sub(a: &Q3, b: &Q3) -> Q3 {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

fn along(a: &Q3, d: &Q3, t: &Q) -> Q3 {
    [&a[0] + &d[0] * t, &a[1] + &d[1] * t, &a[2] + &d[2] * t]
}

fn negated(a: &Q3) -> Q3 {
    [-&a[0], -&a[1], -&a[2]]
}

fn is_zero(a: &Q3) -> bool {
    a.iter().all(Q::is_zero)
}

fn sign(x: &Q) -> Ordering {
    x.cmp(&Q::ZERO)
}

impl ExactBody {
    /// The body of a solid and a box or a segment; `None` if the solid has no corners.
    pub(crate) fn new(solid: &Solid, core: &Core) -> Option<Self> {
        let (vertices, normals, edges, flat) = match &solid.given {
            Given::Planes(planes) => polyhedron(solid, planes),
            Given::Corners(corners) => triangle(corners),
        };
        if vertices.is_empty() {
            return None;
        }
        let (mins, maxs) = (q3(&core.mins), q3(&core.maxs));
        let wide: [bool; 3] = std::array::from_fn(|i| core.maxs[i] > core.mins[i]);
        let unit = |i: usize| -> Q3 { std::array::from_fn(|k| if k == i { Q::ONE } else { Q::ZERO }) };
        let mut candidates = normals.clone();
        for i in 0..3 {
            let axis = unit(i);
            if wide[(i + 1) % 3] && wide[(i + 2) % 3] {
                candidates.extend([negated(&axis), axis.clone()]);
            }
            for e in edges.iter().filter(|_| wide[i]) {
                let n = cross(e, &axis);
                candidates.extend([negated(&n), n]);
            }
        }
        if let Some(n) = flat.as_ref().filter(|_| wide != [true; 3]) {
            let axes: Vec<Q3> = (0..3).filter(|&i| wide[i]).map(unit).collect();
            for e in edges.iter().chain(&axes) {
                let m = cross(e, n);
                candidates.extend([negated(&m), m]);
            }
        }
        candidates.retain(|n| !is_zero(n));
        let support = |n: &Q3| -> Q {
            let solid = vertices.iter().map(|v| dot(n, v)).max().unwrap_or(Q::ZERO);
            (0..3).fold(solid, |sum, i| {
                sum - &n[i] * if sign(&n[i]).is_gt() { &mins[i] } else { &maxs[i] }
            })
        };
        let mut planes: Vec<(Q3, Q)> = Vec::with_capacity(candidates.len());
        for n in candidates {
            let height = support(&n);
            planes.push((n, height));
        }
        let flat = flat
            .filter(|n| (0..3).all(|i| !wide[i] || n[i].is_zero()))
            .map(|n| {
                let height = support(&n);
                (n, height)
            });
        let mut corners: Vec<Q3> = Vec::new();
        for i in 0..8 {
            let c: Q3 = std::array::from_fn(|k| {
                if i >> k & 1 == 0 {
                    mins[k].clone()
                } else {
                    maxs[k].clone()
                }
            });
            if !corners.contains(&c) {
                corners.push(c);
            }
        }
        let points = corners
            .iter()
            .flat_map(|c| vertices.iter().map(|v| sub(v, c)))
            .collect();
        Some(Self::of(planes, points, flat))
    }

    /// A body that is the intersection of its planes in f64, as they stand.
    pub(crate) fn of_planes(planes: &[HalfSpace]) -> Self {
        let planes = planes.iter().map(|p| (q3(&p.normal), q(p.height))).collect();
        Self::of(planes, Vec::new(), None)
    }

    fn of(planes: Vec<(Q3, Q)>, points: Vec<Q3>, flat: Option<(Q3, Q)>) -> Self {
        let rounded = planes.iter().map(|(n, h)| {
            let n: V = V::from_fn(|i, _| n[i].to_f64().value());
            HalfSpace {
                normal: n / n.norm(),
                height: h.to_f64().value() / n.norm(),
            }
        });
        Self {
            rounded: rounded.collect(),
            planes,
            points,
            edges: OnceLock::new(),
            flat,
        }
    }

    /// Its corners and points within it, rounded.
    #[cfg(test)]
    pub(crate) fn f64_points(&self) -> impl Iterator<Item = V> {
        self.points
            .iter()
            .map(|p| V::from_fn(|i, _| p[i].to_f64().value()))
    }

    fn edges(&self) -> &[(usize, usize)] {
        self.edges.get_or_init(|| {
            let on: Vec<Vec<usize>> = self
                .points
                .iter()
                .map(|p| {
                    let tight = |i: &usize| dot(&self.planes[*i].0, p) == self.planes[*i].1;
                    (0..self.planes.len()).filter(tight).collect()
                })
                .collect();
            let mut edges = Vec::new();
            for i in 0..self.points.len() {
                for j in i + 1..self.points.len() {
                    let mut shared = on[i]
                        .iter()
                        .filter(|k| on[j].contains(k))
                        .map(|&k| &self.planes[k].0);
                    if let Some(first) = shared.next()
                        && shared.any(|n| !is_zero(&cross(first, n)) || self.flat.is_some())
                    {
                        edges.push((i, j));
                    }
                }
            }
            edges
        })
    }

    /// Whether one plane alone keeps the whole path out; most doubts are about a path along a face.
    fn separated(&self, rounding: Rounding, path: &Path, s: &Q3, d: &Q3) -> bool {
        let near = NEAR + ROUNDING * path.scale();
        let end = along(s, d, &Q::ONE);
        self.rounded.iter().zip(&self.planes).any(|(rounded, (n, h))| {
            let (out, wide) = match rounding {
                Rounding::None => (0.0, None),
                Rounding::Ball(r) => (r, Some((r, dot(n, n)))),
                Rounding::Disc(r) => (
                    r * rounded.normal.xy().norm(),
                    Some((r, &n[0] * &n[0] + &n[1] * &n[1])),
                ),
            };
            let clear = |x: &V| rounded.distance(x) > out - near;
            let beyond = |x: &Q3| {
                let height = dot(n, x) - h;
                match &wide {
                    None => !sign(&height).is_lt(),
                    Some((r, n2)) => !sign(&height).is_lt() && &height * &height >= q(*r) * q(*r) * n2,
                }
            };
            clear(&path.start) && clear(&path.at(1.0)) && beyond(s) && beyond(&end)
        })
    }

    /// What is certain about a path, when this is laid around the body.
    pub(crate) fn decide(&self, rounding: Rounding, path: &Path) -> Certain {
        let (s, d) = (q3(&path.start), sub(&q3(&path.at(1.0)), &q3(&path.start)));
        if self.flat.is_none() && self.separated(rounding, path, &s, &d) {
            return Certain {
                met: false,
                starts_inside: false,
                entry: None,
            };
        }
        match rounding {
            Rounding::None => self.clip(&s, &d),
            Rounding::Ball(r) => {
                let r2 = q(r) * q(r);
                Certain {
                    met: self.distance2(&s, &d) < r2,
                    starts_inside: self.distance2(&s, &[Q::ZERO, Q::ZERO, Q::ZERO]) < r2,
                    entry: None,
                }
            }
            Rounding::Disc(r) => {
                let r2 = q(r) * q(r);
                let still = [Q::ZERO, Q::ZERO, Q::ZERO];
                Certain {
                    met: self.plan_distance2(&s, &d).is_some_and(|x| x < r2),
                    starts_inside: self.plan_distance2(&s, &still).is_some_and(|x| x < r2),
                    entry: None,
                }
            }
        }
    }

    fn clip(&self, s: &Q3, d: &Q3) -> Certain {
        let out = Certain {
            met: false,
            starts_inside: false,
            entry: None,
        };
        if let Some((n, h)) = &self.flat {
            let (gap, speed) = (h - dot(n, s), dot(n, d));
            if speed.is_zero() {
                return out;
            }
            let t = gap / speed;
            let x = along(s, d, &t);
            let across = |m: &Q3| is_zero(&cross(m, n));
            let within = self
                .planes
                .iter()
                .filter(|p| !across(&p.0))
                .all(|(m, h)| dot(m, &x) <= *h);
            let met = within && sign(&t).is_gt() && t < Q::ONE;
            return Certain {
                met,
                entry: met.then(|| t.to_f64().value()),
                ..out
            };
        }
        let (mut enter, mut leave): (Option<Q>, Option<Q>) = (None, None);
        let mut starts_inside = true;
        for (n, h) in &self.planes {
            let (gap, speed) = (h - dot(n, s), dot(n, d));
            starts_inside &= sign(&gap).is_gt();
            match sign(&speed) {
                Ordering::Equal if sign(&gap).is_gt() => {}
                Ordering::Equal => return out,
                Ordering::Less => {
                    let t = gap / speed;
                    enter = Some(enter.map_or(t.clone(), |e| e.max(t)));
                }
                Ordering::Greater => {
                    let t = gap / speed;
                    leave = Some(leave.map_or(t.clone(), |l| l.min(t)));
                }
            }
        }
        let empty = matches!((&enter, &leave), (Some(e), Some(l)) if e >= l);
        let ahead = leave.is_none_or(|l| sign(&l).is_gt()) && enter.as_ref().is_none_or(|e| *e < Q::ONE);
        let met = !empty && ahead;
        Certain {
            met,
            starts_inside,
            entry: met.then(|| enter.map_or(f64::NEG_INFINITY, |e| e.to_f64().value())),
        }
    }

    /// Squared distance of the segment from `s` along `d` to the polyhedron.
    fn distance2(&self, s: &Q3, d: &Q3) -> Q {
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

    /// Squared distance of a position from a plane that it is in front of, if its foot lies on the body.
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

    /// Squared distance in plan between the segment and the body at equal heights; `None` where the segment never
    /// lies strictly between the body's lowest and highest point.
    fn plan_distance2(&self, s: &Q3, d: &Q3) -> Option<Q> {
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
            let x = along(s, d, t);
            for &(i, j) in self.edges() {
                let (a, b) = (&self.points[i], &self.points[j]);
                let (low, high) = if a[2] <= b[2] { (a, b) } else { (b, a) };
                if low[2] <= x[2] && x[2] <= high[2] {
                    let rise = &high[2] - &low[2];
                    if rise.is_zero() {
                        apart.extend([[&a[0] - &x[0], &a[1] - &x[1]], [&b[0] - &x[0], &b[1] - &x[1]]]);
                    } else {
                        let c = along(low, &sub(high, low), &((&x[2] - &low[2]) / rise));
                        apart.push([&c[0] - &x[0], &c[1] - &x[1]]);
                    }
                }
            }
        }
        if !d[2].is_zero() {
            for p in &self.points {
                let t = (&p[2] - &s[2]) / &d[2];
                if first <= t && t <= last {
                    let x = along(s, d, &t);
                    apart.push([&p[0] - &x[0], &p[1] - &x[1]]);
                }
            }
        }
        Some(origin_to_hull2(apart))
    }
}

/// Corners, normals of planes and directions of edges of a brush.
fn polyhedron(solid: &Solid, planes: &[([f32; 3], f32)]) -> (Vec<Q3>, Vec<Q3>, Vec<Q3>, Option<Q3>) {
    let f64s: Vec<(V, f64)> = planes
        .iter()
        .map(|(n, d)| (V::from(n.map(f64::from)), f64::from(*d)))
        .collect();
    let exact: Vec<(Q3, Q)> = f64s.iter().map(|(n, d)| (q3(n), q(*d))).collect();
    let mut vertices: Vec<Q3> = Vec::new();
    let mut tight: Vec<Vec<usize>> = Vec::new();
    for v in &solid.vertices {
        let near: Vec<usize> = (0..planes.len())
            .filter(|&i| (f64s[i].0.dot(v) - f64s[i].1).abs() < NEAR)
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
    (vertices, faces, edges, None)
}

fn triangle(corners: &[[f32; 3]; 3]) -> (Vec<Q3>, Vec<Q3>, Vec<Q3>, Option<Q3>) {
    let [a, b, c] = corners.map(|p| q3(&V::from(p.map(f64::from))));
    let edges = vec![sub(&b, &a), sub(&c, &b), sub(&a, &c)];
    let normal = cross(&edges[0], &edges[1]);
    let normals = vec![normal.clone(), negated(&normal)];
    (vec![a, b, c], normals, edges, Some(normal))
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
    // Andrew's monotone chain.
    let chain = |points: &mut dyn Iterator<Item = &[Q; 2]>| {
        let mut out: Vec<[Q; 2]> = Vec::new();
        for p in points {
            while out.len() > 1 && !sign(&turn(&out[out.len() - 2], &out[out.len() - 1], p)).is_gt() {
                out.pop();
            }
            out.push(p.clone());
        }
        out.pop();
        out
    };
    let mut hull = chain(&mut points.iter());
    hull.extend(chain(&mut points.iter().rev()));
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

/// Of a body in f64 and what it was made from.
pub(crate) fn of(body: &Body, solid: &Solid, core: &Core, mitred: bool) -> Option<ExactBody> {
    if mitred {
        return Some(ExactBody::of_planes(&body.planes));
    }
    ExactBody::new(solid, core)
}
