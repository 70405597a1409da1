//! When a straight path is inside one body: half-spaces exactly, round bodies by a convex function with a
//! certified bracket.
//!
//! A polyhedron `n . x <= h` is entered at its planes' latest entry and left at their earliest exit (Cyrus and Beck 1978). The
//! signed distance to a convex set is convex along a line. So its minimum is found from its tangents (Kelley's cutting planes),
//! which also prove a miss. The entry is bracketed from below by Newton steps, which cannot overshoot on a convex function.
//! Bisection brackets it from above.

use crate::body::{Body, SPIKE};
use crate::certain::Certain;
use crate::distance::{Nearest, to_polyhedron};
use crate::slice;
use crate::solid::{HalfSpace, V};

/// Width at which the bracket of a round hull's entry is closed, as a fraction of the path.
pub(crate) const BRACKET: f64 = 1.0 / (1u64 << 40) as f64;
/// Distance below which two heights cannot be told apart, as a fraction of the largest coordinate. It is about 64 roundings of
/// f64. Too small: exact contacts of the closed form are searched for needlessly, and uncertain decisions are called certain. Too
/// large: certain ones are called doubtful.
pub const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// How much further than its plane a side of a slice may be off. For planes whose normal is within 1/64 of the vertical (0.9
/// degrees) a slice says nothing certain. Larger calls more decisions doubtful, which costs time; smaller trusts slices of
/// flatter slopes.
const SLICE_ERROR: f64 = 64.0;
/// Steps after which a search for the minimum stops; bisection alone needs 50.
const MAX_STEPS: usize = 120;

/// The shape around a body's polyhedron.
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
pub struct Path {
    /// Position at 0.
    pub start: V,
    /// From there to the position at 1.
    pub d: V,
}

impl Path {
    /// The position at a fraction.
    pub fn at(&self, t: f64) -> V {
        self.start + self.d * t
    }

    /// A path that stays.
    pub(crate) fn still(at: &V) -> Self {
        Self {
            start: *at,
            d: V::zeros(),
        }
    }

    pub(crate) fn scale(&self) -> f64 {
        1.0 + self.start.amax().max((self.start + self.d).amax())
    }
}

/// The stretch of a path that lies inside a body; may begin before 0 and end after 1. Empty if it does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inside {
    /// Where it begins, as a fraction of the path.
    pub enter: f64,
    /// Where it ends.
    pub leave: f64,
    /// f64 cannot decide whether the path meets the body, or starts in it. The other answer is nearer than rounding and the error
    /// of the body's corners.
    pub doubtful: bool,
    /// `enter` certainly lies between these, if the path is inside at all. For a path that is not: where it is nearest.
    pub bracket: [f64; 2],
}

impl Inside {
    /// Outside all the way, for certain.
    const NEVER: Self = Self {
        enter: f64::INFINITY,
        leave: f64::NEG_INFINITY,
        doubtful: false,
        bracket: [0.0, 1.0],
    };

    /// Whether some of the path from 0 to 1 lies inside.
    pub fn blocks(&self) -> bool {
        self.enter < self.leave && self.leave > 0.0 && self.enter < 1.0
    }

    /// Not inside as f64 has it, but the truth may lie between these fractions.
    fn perhaps(first: f64, last: f64) -> Self {
        Self {
            doubtful: true,
            bracket: [first.clamp(0.0, 1.0), last.clamp(0.0, 1.0)],
            ..Self::NEVER
        }
    }

    /// The same with its decisions replaced by certain ones.
    pub fn put_right(self, certain: &Certain) -> Self {
        if !certain.met {
            return Self::NEVER;
        }
        let (mut enter, mut bracket) = match certain.entry {
            Some(t) => (t, [t.next_down(), t.next_up()]),
            None if self.blocks() => (self.enter, self.bracket),
            None => (0.5 * (self.bracket[0] + self.bracket[1]), self.bracket),
        };
        if certain.starts_inside {
            enter = enter.min(-BRACKET);
            bracket = [0.0, 0.0];
        } else {
            enter = enter.clamp(0.0, 1f64.next_down());
        }
        let leave = if self.blocks() && self.leave > enter {
            self.leave
        } else {
            f64::INFINITY
        };
        Self {
            enter,
            leave,
            doubtful: false,
            bracket,
        }
    }
}

/// Where the path is in the interior of a body whose surface is moved out by `offset` (in when negative). For round bodies only
/// fractions between 0 and 1 are searched. When the path starts or ends inside, `enter` is negative, `leave` above 1.
///
/// A body without thickness has no interior. It stops a path that crosses it, edges included, from one side to strictly the
/// other. With a negative offset it stops a path that ends at least that deep behind it.
pub(crate) fn inside(body: &Body, rounding: Rounding, path: &Path, offset: f64) -> Inside {
    let error = body.error + ROUNDING * path.scale();
    if rounding.is_flat(offset) {
        if let Some(normal) = body.flat.filter(|_| offset <= 0.0) {
            return crossing_of(body, rounding, &normal, path, offset, error);
        }
        return planes(bounds(body, rounding, offset), path, error);
    }
    let outer = planes(bounds(body, rounding, offset), path, error);
    // The sides of a slice swing by more than the plane that they belong to.
    let error = match rounding {
        Rounding::Disc(_) => error * SLICE_ERROR,
        _ => error,
    };
    round(path, outer, error, |x| signed_distance(body, rounding, x, offset))
}

/// Whether a position is in the interior of a body whose surface is moved out by `offset`, planes along their normals. It is the
/// same set in which [`inside`] finds paths.
pub(crate) fn contains(body: &Body, rounding: Rounding, x: &V, offset: f64) -> bool {
    // The shape around a body reaches no further than this from its box, unless it is mitred.
    let reach = match rounding {
        Rounding::None => 0.0,
        Rounding::Ball(r) | Rounding::Disc(r) => r,
    };
    let in_box = body.in_own_box || rounding != Rounding::None;
    if in_box && body.gap(x).amax() > reach + offset.max(0.0) + SPIKE {
        return false;
    }
    bounds(body, rounding, offset).all(|p| p.distance(x) < 0.0)
        && (rounding.is_flat(offset) || signed_distance(body, rounding, x, offset).distance < 0.0)
}

/// How far the surface of a body may be off at such coordinates, in units: the rounding of f64 and of its corners.
pub(crate) fn error(body: &Body, rounding: Rounding, path: &Path) -> f64 {
    let error = body.error + ROUNDING * path.scale();
    match rounding {
        // The sides of a slice swing by more than the plane that they belong to.
        Rounding::Disc(_) => error * SLICE_ERROR,
        _ => error,
    }
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

/// The half-spaces that bound a body whose surface is moved out by `offset`. They are the body itself if nothing round is left of
/// it, otherwise its flat parts.
pub(crate) fn bounds(
    body: &Body,
    rounding: Rounding,
    offset: f64,
) -> impl Iterator<Item = HalfSpace> + Clone + use<'_> {
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

/// The clip of Cyrus and Beck, once with the planes as they are and once with all `error` further out. The second proves a miss.
/// A hit is proven by a position that lies deeper than `error` behind all of them.
fn planes(bounds: impl Iterator<Item = HalfSpace> + Clone, path: &Path, error: f64) -> Inside {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let (mut first, mut last, mut surely) = (0f64, 1f64, 0f64);
    let mut depth_at_start = f64::INFINITY;
    let mut missed = false;
    for p in bounds.clone() {
        let gap = -p.distance(&path.start);
        let speed = p.normal.dot(&path.d);
        depth_at_start = depth_at_start.min(gap);
        if speed == 0.0 {
            missed |= gap <= 0.0;
            if gap + error <= 0.0 {
                return Inside::NEVER;
            }
        } else if speed < 0.0 {
            enter = enter.max(gap / speed);
            first = first.max((gap + error) / speed);
            surely = surely.max((gap - error) / speed);
        } else {
            leave = leave.min(gap / speed);
            last = last.min((gap + error) / speed);
        }
        if first > last {
            return Inside::NEVER;
        }
    }
    let met = Inside {
        enter,
        leave,
        doubtful: false,
        bracket: [first, surely],
    };
    if missed || !met.blocks() {
        return Inside::perhaps(first, last);
    }
    let middle = path.at(0.5 * (enter.max(0.0) + leave.min(1.0)));
    let hit = bounds.into_iter().all(|p| p.distance(&middle) < -error);
    Inside {
        doubtful: !hit || depth_at_start.abs() <= error,
        ..met
    }
}

/// As [`planes`] for a body without thickness.
fn crossing_of(body: &Body, rounding: Rounding, normal: &V, path: &Path, offset: f64, error: f64) -> Inside {
    let out = match rounding {
        Rounding::None => offset,
        Rounding::Ball(r) | Rounding::Disc(r) => r + offset,
    };
    let height = body.points().first().map_or(0.0, |p| normal.dot(p));
    let (before, after) = (
        normal.dot(&path.start) - height,
        normal.dot(&path.at(1.0)) - height,
    );
    let near = before.abs() <= error || after.abs() <= error;
    if !near && (before < 0.0) == (after < 0.0) {
        return Inside::NEVER;
    }
    let t = before / (before - after);
    let x = path.at(if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 });
    let outline = |p: &HalfSpace| p.normal.dot(normal).abs() < 0.5;
    let outside = bounds(body, rounding, offset)
        .filter(outline)
        .map(|p| p.distance(&x))
        .fold(f64::NEG_INFINITY, f64::max);
    // Where the path runs along the surface, the place of the crossing is as uncertain as its sine is small.
    let slide = error * (1.0 + path.d.norm() / (before - after).abs().max(f64::MIN_POSITIVE));
    if outside > slide {
        return Inside::NEVER;
    }
    let doubtful = near || outside.abs() <= slide;
    let crosses = before * after < 0.0 && outside <= 0.0;
    let enter = t - out / (before - after).abs().max(f64::MIN_POSITIVE);
    match crosses {
        true => Inside {
            enter,
            leave: f64::INFINITY,
            doubtful,
            bracket: [enter - slide / path.d.norm(), enter + slide / path.d.norm()],
        },
        false if doubtful => Inside::perhaps(t, t),
        false => Inside::NEVER,
    }
}

/// The stretch of [0, 1] on which a convex, signed-distance-like function is negative.
fn round(path: &Path, outer: Inside, error: f64, f: impl Fn(&V) -> Nearest) -> Inside {
    let (lo, hi) = (outer.enter.max(0.0), outer.leave.min(1.0));
    if lo > hi {
        return outer;
    }
    let value = |t: f64| {
        let near = f(&path.at(t));
        (near.distance, near.normal.dot(&path.d))
    };
    let rounding = ROUNDING * path.scale();
    let (f_lo, f_hi) = (value(lo), value(hi));
    // A path that meets the round body where its flat part is: the planes' closed form is the answer.
    let flat = |f: (f64, f64)| f.0 <= rounding;
    let mut least = f_lo.0.min(f_hi.0);
    let inside_at = if flat(f_lo) && (f_lo.0 < 0.0 || f_lo.1 < 0.0) {
        Some(lo)
    } else if flat(f_hi) && (f_hi.0 < 0.0 || f_hi.1 > 0.0) {
        Some(hi)
    } else {
        let (found, met) = minimum(&value, (lo, f_lo), (hi, f_hi));
        least = least.min(found);
        met
    };
    let at_start = if lo == 0.0 { f_lo.0 } else { value(0.0).0 };
    let Some(inside_at) = inside_at else {
        return match least <= error {
            true => Inside::perhaps(outer.bracket[0].max(0.0), hi),
            false => Inside::NEVER,
        };
    };
    let enter = if inside_at == lo {
        // At the very start the function decides between inside and merely touching.
        if lo == 0.0 && f_lo.0 < -rounding {
            outer.enter.max(-BRACKET)
        } else {
            lo
        }
    } else {
        crossing(&value, lo, inside_at)
    };
    let leave = if hi == 1.0 && f_hi.0 < -rounding {
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
    // Deep enough somewhere on the way, in the round part and behind the flat ones alike?
    let middle = 0.5 * (enter.max(0.0) + leave.min(1.0));
    let bracket = bracketed(&value, error, enter.max(0.0), outer.bracket);
    let deep = outer.enter < outer.leave && [inside_at, middle].iter().any(|&t| value(t).0 < -error);
    Inside {
        enter,
        leave,
        doubtful: outer.doubtful || !deep || at_start.abs() <= error,
        bracket,
    }
}

/// The bracket of an entry: back to where the function is certainly not negative, and on to where it certainly is. The search
/// steps double.
fn bracketed(value: &impl Fn(f64) -> (f64, f64), error: f64, enter: f64, flat: [f64; 2]) -> [f64; 2] {
    let reach = |towards: f64, there: &dyn Fn(f64) -> bool| {
        let mut step = BRACKET;
        loop {
            let t = (enter + towards * step).clamp(0.0, 1.0);
            if t == 0.0 || t == 1.0 || there(t) {
                return t;
            }
            step *= 2.0;
        }
    };
    // Before it, a path is out of the body also where it is in front of a flat part.
    let before = reach(-1.0, &|t| value(t).0 >= error || t < flat[0]);
    let after = reach(1.0, &|t| value(t).0 <= -error && t > flat[1]);
    [before, after]
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
