//! One body in rational numbers: whether a path meets it, decided without any rounding.
//!
//! Made only for a body that f64 could not decide about, and kept. Its numbers are the world's own: f32 normals and distances of
//! a brush, f32 corners of a triangle, the hull's bounds. A plane is the same at any length of its normal. All are dyadic, so
//! corners by Cramer's rule, heights, distances and times of impact are rational.
//!
//! - *Boxes and points*: the clip of Cyrus and Beck over the half-spaces of the Minkowski sum.
//! - *Spheres and capsules*: is the least squared distance between the path and the core's polyhedron below the
//!   squared radius (`distance.rs`)?
//! - *Vertical cylinders*: take the differences in plan between points of the path and of the core at the same height. They are a
//!   convex polygon. Its corners come from the path's two ends and from the core's corners at their heights. Is the origin nearer
//!   to it than the radius?
//! - *Mitred hulls* are by definition the half-spaces of their body in f64, which are dyadic too.

mod distance;
mod shape;

use crate::body::{Core, Round};
use crate::frame::Frame;
use crate::path::{Certain, Path, ROUNDING};
use crate::rational::{Q, Q3, along, cross, dot, is_zero, negated, q, q3, reduced, sign, sub};
use crate::solid::{Given, HalfSpace, Solid, V};
use shape::{NEAR, triangle};
pub(crate) use shape::{Shape, polyhedron};
use std::cmp::Ordering;
use std::sync::OnceLock;

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

impl ExactBody {
    /// The body of a solid and a box or a segment; `None` if the solid has no corners.
    pub(crate) fn new(solid: &Solid, core: &Core) -> Option<Self> {
        let Shape {
            vertices,
            normals,
            edges,
            flat,
        } = match &solid.given {
            Given::Planes(planes) => polyhedron(solid, planes),
            Given::Corners(corners) => triangle(solid, corners),
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
        let corners: Vec<Q3> = core.corners().iter().map(q3).collect();
        let points = corners
            .iter()
            .flat_map(|c| vertices.iter().map(|v| sub(v, c)))
            .collect();
        Some(Self::from_planes(planes, points, flat))
    }

    /// A body that is the intersection of its planes in f64, as they stand.
    pub(crate) fn of_planes(planes: &[HalfSpace]) -> Self {
        let planes = planes.iter().map(|p| (q3(&p.normal), q(p.height))).collect();
        Self::from_planes(planes, Vec::new(), None)
    }

    fn from_planes(planes: Vec<(Q3, Q)>, points: Vec<Q3>, flat: Option<(Q3, Q)>) -> Self {
        let planes: Vec<_> = planes
            .into_iter()
            .map(|(n, h)| (n.map(reduced), reduced(h)))
            .collect();
        let points = points.into_iter().map(|p| p.map(reduced)).collect();
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

    /// The same placed by a frame, and then shifted.
    pub(crate) fn placed(self, frame: &Frame, by: &V) -> Self {
        let by = q3(by);
        let plane = |(n, h): (Q3, Q)| {
            let (n, h) = frame.exact_plane(&n, &h);
            let h = h + dot(&n, &by);
            (n, h)
        };
        let point = |p: &Q3| {
            let p = frame.exact_point(p);
            std::array::from_fn(|i| &p[i] + &by[i])
        };
        let points = self.points.iter().map(point).collect();
        Self::from_planes(
            self.planes.into_iter().map(plane).collect(),
            points,
            self.flat.map(plane),
        )
    }

    /// Its corners and points within it, rounded.
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
    fn separated(&self, round: Round, path: &Path, s: &Q3, end: &Q3) -> bool {
        let near = NEAR + ROUNDING * path.scale();
        self.rounded.iter().zip(&self.planes).any(|(rounded, (n, h))| {
            let (out, wide) = match round {
                Round::None => (0.0, None),
                Round::Ball(r) => (r, Some((r, dot(n, n)))),
                Round::Disc(r) => (
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
            clear(&path.start) && clear(&path.at(1.0)) && beyond(s) && beyond(end)
        })
    }

    /// Certain facts about a path, with this rounding around the body.
    pub(crate) fn decide(&self, round: Round, path: &Path) -> Certain {
        let (s, end) = (q3(&path.start), q3(&path.at(1.0)));
        let d = sub(&end, &s);
        if self.flat.is_none() && self.separated(round, path, &s, &end) {
            return Certain::OUTSIDE;
        }
        let certain = |meets: &dyn Fn(&Q3) -> bool| {
            let met = meets(&d);
            Certain {
                met,
                // A body that is not met does not hold the start.
                starts_inside: met && (is_zero(&d) || meets(&[Q::ZERO, Q::ZERO, Q::ZERO])),
                entry: None,
            }
        };
        match round {
            Round::None => self.clip(path, &s, &d),
            Round::Ball(r) => {
                let r2 = q(r) * q(r);
                certain(&|d| self.distance2(&s, d) < r2)
            }
            Round::Disc(r) => {
                let r2 = q(r) * q(r);
                certain(&|d| self.plan_distance2(&s, d).is_some_and(|x| x < r2))
            }
        }
    }

    fn clip(&self, path: &Path, s: &Q3, d: &Q3) -> Certain {
        if let Some((n, h)) = &self.flat {
            let (gap, speed) = (h - dot(n, s), dot(n, d));
            if speed.is_zero() {
                return Certain::OUTSIDE;
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
                ..Certain::OUTSIDE
            };
        }
        let (mut enter, mut leave): (Option<Q>, Option<Q>) = (None, None);
        let mut starts_inside = true;
        // A plane that start and end are far behind is crossed before 0 or after 1, and decides nothing.
        let near = NEAR + ROUNDING * path.scale();
        let end = path.at(1.0);
        let decides = |p: &HalfSpace| p.distance(&path.start) > -near || p.distance(&end) > -near;
        let deciding = self.rounded.iter().zip(&self.planes).filter(|p| decides(p.0));
        for (n, h) in deciding.map(|p| p.1) {
            let (gap, speed) = (h - dot(n, s), dot(n, d));
            starts_inside &= sign(&gap).is_gt();
            match sign(&speed) {
                Ordering::Equal if sign(&gap).is_gt() => {}
                Ordering::Equal => return Certain::OUTSIDE,
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
}
