//! When a straight path is inside one body: half-spaces exactly, round bodies by a convex function with a
//! certified bracket.
//!
//! A polyhedron `n . x <= h` is entered at its planes' latest entry and left at their earliest exit (Cyrus and Beck 1978). The
//! signed distance to a convex set is convex along a line. So its minimum is found from its tangents (Kelley's cutting planes),
//! which also prove a miss. The entry is bracketed from below by Newton steps, which cannot overshoot on a convex function.
//! Bisection brackets it from above.

mod convex;
mod flat;

use self::convex::round;
use self::flat::{crossing_of, planes};
use crate::body::{Body, Round, SPIKE};
use crate::distance::{Nearest, to_polyhedron};
use crate::slice;
use crate::solid::{HalfSpace, V};

/// Width at which the bracket of a round hull's entry is closed, as a fraction of the path.
pub(crate) const BRACKET: f64 = 1.0 / (1u64 << 40) as f64;
/// Distance below which two heights cannot be told apart, as a fraction of the largest coordinate. It is about 64 roundings
/// of f64. Too small: exact contacts of the closed form are searched for needlessly, and uncertain decisions are called
/// certain. Too large: certain ones are called doubtful.
pub const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// How much further than its plane a side of a slice may be off. For planes whose normal is within 1/64 of the vertical (0.9
/// degrees) a slice says nothing certain. Larger calls more decisions doubtful, which costs time; smaller trusts slices of
/// flatter slopes.
const SLICE_ERROR: f64 = 64.0;

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

/// Certain facts about a path and a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Certain {
    /// Some of the path lies in the interior.
    pub met: bool,
    /// The start does.
    pub starts_inside: bool,
    /// Where it is entered, for hulls without roundness; negative when it starts inside.
    pub entry: Option<f64>,
}

impl Certain {
    /// Outside all the way.
    pub(crate) const OUTSIDE: Self = Self {
        met: false,
        starts_inside: false,
        entry: None,
    };
}

/// The stretch of a path that lies inside a body; may begin before 0 and end after 1. Empty if it does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inside {
    /// Where it begins, as a fraction of the path.
    pub enter: f64,
    /// Where it ends.
    pub leave: f64,
    /// f64 cannot decide whether the path meets the body, or starts in it. The other answer is nearer than rounding and the
    /// error of the body's corners.
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

impl Body {
    /// Where a path is in the interior when the surface is moved out by `offset` (in when negative). Of round bodies only
    /// fractions between 0 and 1 are searched. When the path starts or ends inside, `enter` is negative, `leave` above 1.
    ///
    /// A body without thickness has no interior. It stops a path that crosses it, edges included, from one side to strictly the
    /// other. With a negative offset it stops a path that ends at least that deep behind it.
    pub(crate) fn inside(&self, path: &Path, offset: f64) -> Inside {
        let flat = self.error + ROUNDING * path.scale();
        if self.round.is_flat(offset) {
            if let Some(normal) = self.flat.filter(|_| offset <= 0.0) {
                return crossing_of(self, &normal, path, offset, flat);
            }
            return planes(self.bounds(offset), path, flat);
        }
        let outer = planes(self.bounds(offset), path, flat);
        round(path, outer, self.error_along(path), |x| {
            self.signed_distance(x, offset)
        })
    }

    /// Whether a position is in the interior when the surface is moved out by `offset`, planes along their normals. It is the
    /// same set in which [`inside`](Self::inside) finds paths.
    pub(crate) fn contains(&self, x: &V, offset: f64) -> bool {
        // The shape around a body reaches no further than this from its box, unless it is mitred.
        let in_box = self.in_own_box || self.round != Round::None;
        if in_box && self.gap(x).amax() > self.round.radius() + offset.max(0.0) + SPIKE {
            return false;
        }
        self.bounds(offset).all(|p| p.distance(x) < 0.0)
            && (self.round.is_flat(offset) || self.signed_distance(x, offset).distance < 0.0)
    }

    /// As [`contains`](Self::contains), with the slack of an answer about it.
    pub(crate) fn holds(&self, x: &V, offset: f64) -> bool {
        self.contains(x, self.judged(offset))
    }

    /// How far the surface may be off at a path's coordinates, in units: the rounding of f64 and of the corners.
    pub(crate) fn error_along(&self, path: &Path) -> f64 {
        let error = self.error + ROUNDING * path.scale();
        match self.round {
            // The sides of a slice swing by more than the plane that they belong to.
            Round::Disc(_) => error * SLICE_ERROR,
            _ => error,
        }
    }

    /// Signed distance, less `offset`; for cylinders in plan only (see [`slice::to_disc_sum`]).
    pub(crate) fn signed_distance(&self, x: &V, offset: f64) -> Nearest {
        if let Round::Disc(r) = self.round {
            return slice::to_disc_sum(self, r, offset, x);
        }
        let near = to_polyhedron(self, x);
        Nearest {
            distance: near.distance - self.round.radius() - offset,
            ..near
        }
    }

    /// The half-spaces that bound it when the surface is moved out by `offset`. They are the body itself if nothing round is
    /// left of it, otherwise its flat parts.
    pub(crate) fn bounds(&self, offset: f64) -> impl Iterator<Item = HalfSpace> + Clone + use<'_> {
        let round = self.round;
        let out = move |n: &V| match round {
            Round::None | Round::Ball(_) => round.radius() + offset,
            Round::Disc(r) => slice::disc_support(n, r, offset),
        };
        let slab = matches!(round, Round::Disc(_)).then(|| slice::slab(self, offset));
        let moved = move |p: &HalfSpace| HalfSpace {
            height: p.height + out(&p.normal),
            ..*p
        };
        self.planes.iter().map(moved).chain(slab.into_iter().flatten())
    }
}
