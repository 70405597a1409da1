//! Proves in rational numbers what the solver proposes. Either a plane parts solid and body in a whole part of the tick, or a
//! point is in both at a moment.
//!
//! A solid's corner is N(s) q / D(s) from the model's origin, the body's origin b(s), linear. Times D, which is positive, each
//! test of a plane is a polynomial in s. Its degree is 3 for a plane that stays or is a face's, and 5 along two edges.

use super::motion::{ExactTurn, Piece, Turn, Upright};
use super::poly::{Poly, Poly3, dot as poly_dot, fixed};
use super::solver::Plane;
use crate::rational::{Q, Q3, dot, q, q3, sign};
use crate::solid::V;

/// A solid and a body in a part of a tick, exact.
pub(super) struct Proof<'a> {
    turn: ExactTurn,
    piece: &'a Piece,
    /// The solid's corners when the part begins, and times D in it.
    corners: Vec<(Q3, Poly3)>,
    body: Poly3,
    divisor: Poly,
    /// The body's bounds, from its origin, and a cylinder's radius and its square.
    bounds: [Q3; 2],
    around: Vec<Q3>,
    radius: Option<(f64, Q)>,
}

/// A stretch of a part of the tick.
pub(super) struct Stretch {
    pub(super) ends: [Q; 2],
    /// Whether a test is decided exactly, by its roots. Its Bernstein coefficients cost less, and may leave it undecided.
    pub(super) exact: bool,
}

impl Stretch {
    pub(super) fn middle(&self) -> Q {
        (&self.ends[0] + &self.ends[1]) / Q::from(2u8)
    }

    fn has_none_below_zero(&self, test: &Poly) -> bool {
        let [a, b] = &self.ends;
        match self.exact {
            true => test.nowhere_negative(a, b),
            false => test.not_negative(a, b),
        }
    }
}

impl<'a> Proof<'a> {
    pub(super) fn new(turn: &Turn, piece: &'a Piece, body: &Upright) -> Self {
        let turn = ExactTurn::new(turn);
        let corner = |p: &Q3| {
            let begins = turn.point(p);
            let turned = turn.turned(&begins);
            (begins, turned)
        };
        Self {
            corners: piece.corners.iter().map(corner).collect(),
            body: turn.body(),
            divisor: turn.divisor(),
            bounds: [q3(&body.bounds.mins), q3(&body.bounds.maxs)],
            around: body.bounds.corners().iter().map(q3).collect(),
            radius: body.radius.map(|r| (r, q(r) * q(r))),
            turn,
            piece,
        }
    }

    /// Whether a plane keeps solid and body apart in a part: they may touch it, on either side. `support` is a corner of
    /// the solid that the plane of an edge goes through.
    pub(super) fn parts(&self, plane: Plane, support: usize, stretch: &Stretch) -> bool {
        match plane {
            Plane::Stays(n) => self.stays(&n, stretch),
            Plane::Face(i) => self.face(&self.piece.faces[i], stretch),
            Plane::Edge(..) if self.radius.is_some() => false,
            Plane::Edge(edge, axis, other) => {
                let along = self.turn.turned(&self.turn.point(&self.piece.edges[edge]));
                let sign = if other { -Q::ONE } else { Q::ONE };
                self.edge(&across(&along, axis, &sign), support, stretch)
            }
        }
    }

    fn stays(&self, n: &V, stretch: &Stretch) -> bool {
        let exact = q3(n);
        let least = |i: usize| &exact[i] * &self.bounds[usize::from(sign(&exact[i]).is_lt())][i];
        let low = match &self.radius {
            None => least(0) + least(1) + least(2),
            Some((r, _)) => {
                let Some(length) = not_less(n) else {
                    return false;
                };
                let middle = |i: usize| (&self.bounds[0][i] + &self.bounds[1][i]) * &exact[i] / Q::from(2u8);
                middle(0) + middle(1) + least(2) - q(*r) * length
            }
        };
        let n = fixed(&exact);
        let body = poly_dot(&n, &self.body).plus(&Poly(vec![low]));
        let body = body.times(&self.divisor);
        let beyond =
            |corner: &(Q3, Poly3)| stretch.has_none_below_zero(&body.minus(&poly_dot(&n, &corner.1)));
        self.corners.iter().all(beyond)
    }

    fn face(&self, normal: &Q3, stretch: &Stretch) -> bool {
        if self.radius.is_some() {
            return false;
        }
        let (begins, _) = self.turn.normal(normal);
        let Some(height) = self.corners.iter().map(|(p, _)| dot(&begins, p)).max() else {
            return false;
        };
        let n = self.turn.turned(&begins);
        let body = poly_dot(&n, &self.body).minus(&self.divisor.scaled(&height));
        let beyond = |c: &Q3| stretch.has_none_below_zero(&body.plus(&poly_dot(&n, &fixed(c))));
        self.around.iter().all(beyond)
    }

    fn edge(&self, n: &Poly3, support: usize, stretch: &Stretch) -> bool {
        // Before a normal that is zero all the while nothing would be in front or behind.
        if n.iter().all(|part| part.0.iter().all(|c| *c == Q::ZERO)) {
            return false;
        }
        let body = poly_dot(n, &self.body);
        let around = self.around.iter();
        let around = around.map(|c| body.plus(&poly_dot(n, &fixed(c))).times(&self.divisor));
        let around: Vec<Poly> = around.collect();
        let in_front = |of: &Poly| around.iter().all(|c| stretch.has_none_below_zero(&c.minus(of)));
        let height = poly_dot(n, &self.corners[support].1);
        let behind =
            |corner: &(Q3, Poly3)| stretch.has_none_below_zero(&height.minus(&poly_dot(n, &corner.1)));
        if self.corners.iter().all(behind) {
            return in_front(&height);
        }
        // Where the edge passes a face's normal another corner is the farthest. Then each is asked by itself.
        self.corners
            .iter()
            .all(|corner| in_front(&poly_dot(n, &corner.1)))
    }

    /// Whether a point, given from the model's origin, is in the solid and in the interior of the body at a moment.
    pub(super) fn in_both(&self, point: &V, s: &Q) -> bool {
        let point = q3(point);
        let own = self.turn.of_body(&point, s);
        let between = |i: usize| own[i] > self.bounds[0][i] && own[i] < self.bounds[1][i];
        let in_body = between(2)
            && match &self.radius {
                None => between(0) && between(1),
                Some((_, r2)) => {
                    let off = |i: usize| {
                        let middle = (&self.bounds[0][i] + &self.bounds[1][i]) / Q::from(2u8);
                        &own[i] - middle
                    };
                    let (x, y) = (off(0), off(1));
                    &x * &x + &y * &y < *r2
                }
            };
        let back = self.turn.back(&point, s);
        let behind = |(n, d): &(Q3, Q)| {
            let (begins, factor) = self.turn.normal(n);
            dot(&begins, &back) <= d * factor
        };
        in_body && self.piece.planes.iter().all(behind)
    }
}

/// A length that is not less than the normal's in plan.
fn not_less(n: &V) -> Option<Q> {
    /// More than the rounding of a square root and its operand.
    const ROUNDED_UP: f64 = 1.0 + 1e-12;
    let length = q(n.xy().norm() * ROUNDED_UP);
    let (x, y) = (q(n.x), q(n.y));
    (&length * &length >= &x * &x + &y * &y).then_some(length)
}

/// The cross product with an axis, times a number.
fn across(v: &Poly3, axis: usize, by: &Q) -> Poly3 {
    let (next, after) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut out = [0; 3].map(|_| Poly(vec![Q::ZERO]));
    out[next] = v[after].scaled(by);
    out[after] = v[next].scaled(&-by);
    out
}
