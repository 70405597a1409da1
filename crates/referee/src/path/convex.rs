//! When a path is inside a round body: where a convex function is negative, in a certified bracket.

use super::{BRACKET, Inside, Path, ROUNDING};
use crate::distance::Nearest;
use crate::solid::V;

/// Steps after which a search for the minimum stops; bisection alone needs 50.
const MAX_STEPS: usize = 120;

/// The stretch of [0, 1] on which a convex, signed-distance-like function is negative.
pub(super) fn round(path: &Path, outer: Inside, error: f64, f: impl Fn(&V) -> Nearest) -> Inside {
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
