//! When a straight path is inside one body: half-spaces exactly, round bodies by a convex function with a
//! certified bracket.
//!
//! A polyhedron `n . x <= h` is entered at the latest entry and left at the earliest exit over its planes (Cyrus
//! and Beck 1978). The signed distance to a convex set is convex along a line, so its minimum is found from its
//! tangents (Kelley's cutting planes), which also prove a miss; the entry is bracketed from below by Newton
//! steps, which cannot overshoot on a convex function, and from above by bisection.

use crate::body::Body;
use crate::distance::{Nearest, to_polyhedron};
use crate::slice;
use crate::solid::{HalfSpace, V};

/// Width at which the bracket of a round hull's entry is closed, as a fraction of the path.
pub(crate) const BRACKET: f64 = 1.0 / (1u64 << 40) as f64;
/// Distance below which two heights cannot be told apart, as a fraction of the largest coordinate: about 64
/// roundings of f64. Too small: exact contacts of the closed form are searched for needlessly and decisions are
/// called certain that are not; too large: certain ones are called doubtful.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Steps after which a search for the minimum stops; bisection alone needs 50.
const MAX_STEPS: usize = 120;

/// What is laid around a body's polyhedron.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rounding {
    /// Nothing: boxes, points and mitred hulls.
    None,
    /// A ball of this radius: spheres and capsules.
    Ball(f64),
    /// A horizontal disc of this radius: vertical cylinders.
    Disc(f64),
}

impl Rounding {
    /// Whether nothing round is left when the surface is moved out by `offset`.
    fn is_flat(self, offset: f64) -> bool {
        match self {
            Self::None => true,
            Self::Ball(r) | Self::Disc(r) => r + offset <= 0.0,
        }
    }
}

/// A path in f64: position at `t` is `start + d t`, `t` from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) start: V,
    pub(crate) d: V,
}

impl Path {
    pub(crate) fn at(&self, t: f64) -> V {
        self.start + self.d * t
    }

    pub(crate) fn scale(&self) -> f64 {
        1.0 + self.start.amax().max((self.start + self.d).amax())
    }
}

/// The stretch of a path that lies inside a body; may begin before 0 and end after 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Inside {
    pub(crate) enter: f64,
    pub(crate) leave: f64,
    /// Rounding could have decided otherwise.
    pub(crate) doubtful: bool,
}

/// Where the path is in the interior of a body whose surface is moved out by `offset` (in when negative).
/// For round bodies only what lies between 0 and 1 is searched: `enter` is negative, `leave` above 1, when the
/// path starts or ends inside.
pub(crate) fn inside(body: &Body, rounding: Rounding, path: &Path, offset: f64) -> Option<Inside> {
    let outer = planes(bounds(body, rounding, offset), path)?;
    if rounding.is_flat(offset) {
        Some(outer)
    } else {
        round(path, outer, |x| signed_distance(body, rounding, x, offset))
    }
}

/// Whether a position is in the interior of a body whose surface is moved out by `offset`, planes along their
/// normals: the same set in which [`inside`] finds paths.
pub(crate) fn contains(body: &Body, rounding: Rounding, x: &V, offset: f64) -> bool {
    bounds(body, rounding, offset).all(|p| p.distance(x) < 0.0)
        && (rounding.is_flat(offset) || signed_distance(body, rounding, x, offset).distance < 0.0)
}

/// Signed distance to the body, less `offset`; for cylinders in plan only (see [`slice::to_disc_sum`]).
pub(crate) fn signed_distance(body: &Body, rounding: Rounding, x: &V, offset: f64) -> Nearest {
    match rounding {
        Rounding::None | Rounding::Ball(_) => {
            let r = if let Rounding::Ball(r) = rounding { r } else { 0.0 };
            let near = to_polyhedron(body, x);
            Nearest {
                distance: near.distance - r - offset,
                ..near
            }
        }
        Rounding::Disc(r) => slice::to_disc_sum(body, r, offset, x),
    }
}

/// The half-spaces that bound a body whose surface is moved out by `offset`: the body itself if nothing round is
/// left of it, otherwise its flat parts.
fn bounds(body: &Body, rounding: Rounding, offset: f64) -> impl Iterator<Item = HalfSpace> {
    let out = move |n: &V| match rounding {
        Rounding::None => offset,
        Rounding::Ball(r) => r + offset,
        Rounding::Disc(r) => slice::disc_support(n, r, offset),
    };
    let slab = matches!(rounding, Rounding::Disc(_)).then(|| slice::slab(body, offset));
    let moved = move |p: &HalfSpace| HalfSpace {
        height: p.height + out(&p.normal),
        ..*p
    };
    body.planes.iter().map(moved).chain(slab.into_iter().flatten())
}

fn planes(bounds: impl Iterator<Item = HalfSpace>, path: &Path) -> Option<Inside> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let error = ROUNDING * path.scale();
    let mut doubtful = false;
    for p in bounds {
        let gap = -p.distance(&path.start);
        let speed = p.normal.dot(&path.d);
        if speed.abs() <= error {
            doubtful |= gap.abs() <= error && speed != 0.0;
        }
        if speed == 0.0 {
            if gap <= 0.0 {
                return None;
            }
        } else if speed < 0.0 {
            enter = enter.max(gap / speed);
        } else {
            leave = leave.min(gap / speed);
        }
        if enter >= leave && (enter - leave) * path.d.norm() > error {
            return None;
        }
    }
    let margin = (leave - enter).min(leave).min(1.0 - enter) * path.d.norm();
    doubtful |= margin.abs() <= error && path.d != V::zeros();
    (enter < leave).then_some(Inside {
        enter,
        leave,
        doubtful,
    })
}

/// The stretch of [0, 1] on which a convex, signed-distance-like function is negative.
fn round(path: &Path, outer: Inside, f: impl Fn(&V) -> Nearest) -> Option<Inside> {
    let (lo, hi) = (outer.enter.max(0.0), outer.leave.min(1.0));
    if lo > hi {
        return None;
    }
    let value = |t: f64| {
        let near = f(&path.at(t));
        (near.distance, near.normal.dot(&path.d))
    };
    let error = ROUNDING * path.scale();
    let (f_lo, f_hi) = (value(lo), value(hi));
    let mut doubtful = outer.doubtful;
    // A path that meets the round body where its flat part is: the planes' closed form is the answer.
    let flat = |f: (f64, f64)| f.0 <= error;
    let inside_at = if flat(f_lo) && (f_lo.0 < 0.0 || f_lo.1 < 0.0) {
        Some(lo)
    } else if flat(f_hi) && (f_hi.0 < 0.0 || f_hi.1 > 0.0) {
        Some(hi)
    } else {
        let (least, met) = minimum(&value, (lo, f_lo), (hi, f_hi));
        doubtful |= least.abs() <= error;
        met
    }?;
    let enter = if inside_at == lo {
        // At the very start the function decides between inside and merely touching.
        if lo == 0.0 && f_lo.0 < -error {
            outer.enter.max(-BRACKET)
        } else {
            lo
        }
    } else {
        crossing(&value, lo, inside_at)
    };
    let leave = if hi == 1.0 && f_hi.0 < -error {
        outer.leave.min(1.0 + BRACKET)
    } else if flat(f_hi) {
        hi
    } else {
        let back = |t: f64| {
            let (v, slope) = value(-t);
            (v, -slope)
        };
        -crossing(&back, -hi, -inside_at)
    };
    Some(Inside {
        enter,
        leave,
        doubtful,
    })
}

/// The least value met of a convex function between two points, and where it is negative.
fn minimum(
    f: &impl Fn(f64) -> (f64, f64),
    mut lo: (f64, (f64, f64)),
    mut hi: (f64, (f64, f64)),
) -> (f64, Option<f64>) {
    let mut least = lo.1.0.min(hi.1.0);
    for step in 0..MAX_STEPS {
        if lo.1.1 >= 0.0 || hi.1.1 <= 0.0 || hi.0 - lo.0 <= f64::EPSILON {
            break;
        }
        // The tangents at the ends meet below the function.
        let cut = (hi.1.0 - lo.1.0 + lo.1.1 * lo.0 - hi.1.1 * hi.0) / (lo.1.1 - hi.1.1);
        if cut.is_finite() && lo.1.0 + lo.1.1 * (cut - lo.0) > 0.0 {
            least = least.min(lo.1.0 + lo.1.1 * (cut - lo.0));
            return (least, None);
        }
        let middle = 0.5 * (lo.0 + hi.0);
        let t = if step % 2 == 0 && cut > lo.0 && cut < hi.0 {
            cut
        } else {
            middle
        };
        let v = f(t);
        least = least.min(v.0);
        if v.0 < 0.0 {
            return (least, Some(t));
        }
        if v.1 < 0.0 {
            lo = (t, v);
        } else {
            hi = (t, v);
        }
    }
    (least, None)
}

/// Where a convex function first becomes negative between `lo` (not negative) and `hi` (negative).
fn crossing(f: &impl Fn(f64) -> (f64, f64), mut lo: f64, mut hi: f64) -> f64 {
    for _ in 0..MAX_STEPS {
        if hi - lo <= BRACKET {
            break;
        }
        let (v, slope) = f(lo);
        if v >= 0.0 && slope < 0.0 {
            lo = (lo - v / slope).clamp(lo, hi);
        }
        // Just beyond the tangent's root closes the bracket at once where the function is nearly straight.
        let probe = (lo + 0.5 * BRACKET).min(hi);
        if f(probe).0 < 0.0 {
            hi = probe;
            break;
        }
        let middle = 0.5 * (lo + hi);
        if f(middle).0 < 0.0 {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    lo.min(hi)
}
