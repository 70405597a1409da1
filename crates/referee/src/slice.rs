//! Vertical cylinders: horizontal slices of a body and the distance to them.
//!
//! The body is the brush and a vertical segment, summed; its slice is that at the position's height. A vertical cylinder overlaps
//! the brush exactly when the position is nearer to the slice, in plan, than the radius. That distance is convex in the position
//! as long as the slice is not empty. Its gradient is a normal of the body at the nearest point, scaled to unit length in plan.
//! Above and below the body there is no slice, and no convex function to extend it by. Two planes ([`slab`]) bound the heights
//! that have a slice; they never enter the distance.
//!
//! Let `E` be that set of positions, `P + D(r)`, and `C(s)` the upright cylinder of radius and half height `s`. It holds the ball
//! of radius `s` and lies in the one of `1.42 s`.
//! - Grown by `s`: `E + C(s) = (P + Z(s)) + D(r + s)`, with `Z(s)` the vertical segment: every plane of `P` moved
//!   out by `|n.z| s`.
//! - Shrunk by `s`: the positions around which all of `C(s)` lies in `E`. Slices shrink one by one, and a convex set holds a
//!   segment that it holds the ends of. The slices `s` above and `s` below are both nearer than `r - s`. For `r < s` nothing
//!   round is left, and every plane of `P` moves in by `|n.xy| (s - r) + |n.z| s`.
//!
//! As `C(s)` holds the origin, shrunk is a part of exact and exact a part of grown. Both are monotone in `s`. Moving the planes
//! of `P` in first and laying the disc around the rest would not do. That polyhedron may be lower than the slab, and where its
//! slice is empty nothing is left to measure to.

use crate::body::{Body, VERTICAL, outline};
use crate::distance::{Nearest, to_polygon};
use crate::solid::{HalfSpace, V};

/// Two lines of a slice cross within this of a third, in units: then all three meet in one corner.
const SAME_CORNER: f64 = 1e-9;
/// Distances in plan that differ by less than this share, or by [`SAME_CORNER`], are not told apart. It is a thousand times f64's
/// rounding.
const NEARER: f64 = 1e-9;
/// Lines of a slice whose distances are kept; those of more are computed twice.
const KNOWN: usize = 48;
/// Steps of the search for the height of the nearest point; each shrinks the range to 0.618.
const STEPS: usize = 60;

/// How far a plane moves when the body gets a disc and the whole grows by `offset` (shrinks when negative). It is its distance to
/// the moved surface.
pub(crate) fn disc_support(n: &V, radius: f64, offset: f64) -> f64 {
    n.xy().norm() * (radius + offset) + n.z.abs() * offset
}

/// The planes between which a body grown by `offset` has slices.
pub(crate) fn slab(body: &Body, offset: f64) -> [HalfSpace; 2] {
    let level = |normal: V, height: f64| HalfSpace {
        normal,
        height: height + offset,
    };
    [level(V::z(), body.maxs.z), level(-V::z(), -body.mins.z)]
}

/// Signed distance in plan from a position in the [`slab`] to the body with a disc of the radius around it, grown by `offset`.
/// Some of the disc must be left. It is convex in the position. Out of the slab, the distance at its nearer end. `normal` is the
/// gradient, of unit length in plan only.
pub(crate) fn to_disc_sum(body: &Body, radius: f64, offset: f64, x: &V) -> Nearest {
    let (up, grown) = ((-offset).max(0.0), offset.max(0.0));
    let at = |lift: f64| {
        let z = (x.z + lift).min(body.maxs.z + grown).max(body.mins.z - grown);
        to_slice(body, grown, &V::new(x.x, x.y, z))
    };
    let mut plan = at(up);
    if up > 0.0 {
        let below = at(-up);
        if below.distance > plan.distance {
            plan = below;
        }
    }
    Nearest {
        distance: plan.distance - (radius + offset),
        ..plan
    }
}

/// The true distance from a position outside to the body with a disc of the radius laid around it. Where that is more than
/// `most`, it may be less than the true one, but also more than `most`.
pub(crate) fn true_distance(body: &Body, radius: f64, x: &V, most: f64) -> Nearest {
    let (bottom, top) = (body.mins.z, body.maxs.z);
    let at = |z: f64| V::new(x.x, x.y, z);
    // Where every slice is the same, one stands for all.
    let upright = body
        .slices()
        .upright
        .then(|| to_lines(body, 0.0, &at(bottom)))
        .flatten();
    let level = |z: f64| {
        let plan = upright.unwrap_or_else(|| to_slice(body, 0.0, &at(z)));
        ((plan.distance - radius).max(0.0), plan)
    };
    let (mut lo, mut hi) = (bottom, top);
    let gap = |z: f64| level(z).0.hypot(x.z - z);
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut a, mut b) = (hi - (hi - lo) * GOLDEN, lo + (hi - lo) * GOLDEN);
    let (mut gap_a, mut gap_b) = (gap(a), gap(b));
    let (mut gap_lo, mut gap_hi) = (gap(lo), gap(hi));
    for _ in 0..STEPS {
        let least = least_between([(lo, gap_lo), (a, gap_a), (b, gap_b), (hi, gap_hi)]);
        if least > most {
            return Nearest {
                distance: least,
                normal: V::z(),
            };
        }
        if gap_a <= gap_b {
            (hi, gap_hi, b, gap_b) = (b, gap_b, a, gap_a);
            a = hi - (hi - lo) * GOLDEN;
            gap_a = gap(a);
        } else {
            (lo, gap_lo, a, gap_a) = (a, gap_a, b, gap_b);
            b = lo + (hi - lo) * GOLDEN;
            gap_b = gap(b);
        }
    }
    let ends = [bottom, top, 0.5 * (lo + hi)];
    let z = ends
        .into_iter()
        .min_by(|a, b| gap(*a).total_cmp(&gap(*b)))
        .unwrap_or(top);
    let (plan, near) = level(z);
    let away = V::new(near.normal.x * plan, near.normal.y * plan, x.z - z);
    Nearest {
        distance: away.norm(),
        normal: away.try_normalize(f64::MIN_POSITIVE).unwrap_or(V::new(
            0.0,
            0.0,
            if x.z >= top { 1.0 } else { -1.0 },
        )),
    }
}

/// A bound from below on a convex function between the first and last of four points that ascend. Beyond two of them it lies
/// above the line through them. Not a number, which bounds nothing, where points fall together.
fn least_between([lo, a, b, hi]: [(f64, f64); 4]) -> f64 {
    let slope = |p: (f64, f64), q: (f64, f64)| (q.1 - p.1) / (q.0 - p.0);
    let [first, middle, last] = [slope(lo, a), slope(a, b), slope(b, hi)];
    // The least of a line through one end of a stretch.
    let least = |at: f64, rise: f64| at + rise.min(0.0);
    let before = least(a.1, -middle * (a.0 - lo.0));
    let after = least(b.1, middle * (hi.0 - b.0));
    let between = least(a.1, first * (b.0 - a.0)).max(least(b.1, -last * (b.0 - a.0)));
    if [before, after, between].iter().all(|x| x.is_finite()) {
        before.min(after).min(between)
    } else {
        f64::NAN
    }
}

/// Signed distance in plan to the slice at the position's height, with the gradient in space.
fn to_slice(body: &Body, offset: f64, x: &V) -> Nearest {
    to_lines(body, offset, x).unwrap_or_else(|| to_crossings(body, x))
}

/// As [`to_slice`], where the slice's lines close.
fn to_lines(body: &Body, offset: f64, x: &V) -> Option<Nearest> {
    let lines = &body.slices().lines;
    let mut deepest = Nearest {
        distance: f64::NEG_INFINITY,
        normal: V::x(),
    };
    let mut farthest = 0;
    let mut known = [0.0; KNOWN];
    for (i, line) in lines.iter().enumerate() {
        let d = line.distance(offset, x);
        if let Some(known) = known.get_mut(i) {
            *known = d;
        }
        if d > deepest.distance {
            farthest = i;
            deepest = Nearest {
                distance: d,
                normal: line.normal,
            };
        }
    }
    if deepest.distance <= 0.0 {
        return Some(deepest);
    }
    // The nearest point on a line between all others; nothing where that is certainly farther than `least`.
    let on_line = |i: usize, d: f64, least: f64| {
        let n = lines[i].normal;
        let foot = x - V::new(n.x, n.y, 0.0) * d;
        let along = V::new(-n.y, n.x, 0.0);
        let most = least + least * NEARER + 2.0 * SAME_CORNER;
        let (mut lo, mut hi) = (f64::NEG_INFINITY, f64::INFINITY);
        // The line that is farthest from the position cuts off most, so it comes first.
        for k in std::iter::once(farthest).chain(0..lines.len()) {
            if k == i {
                continue;
            }
            let other = &lines[k];
            let outside = other.distance(offset, &foot);
            let slope = other.plane.normal.dot(&along) / other.plan;
            if slope.abs() < VERTICAL {
                if outside > SAME_CORNER {
                    return None;
                }
            } else if slope > 0.0 {
                hi = hi.min(-outside / slope);
            } else {
                lo = lo.max(-outside / slope);
            }
            // The stretch only gets shorter, and its nearest point no nearer.
            let aside = 0f64.min(hi).max(lo);
            if lo > hi + SAME_CORNER || d * d + aside * aside > most * most {
                return None;
            }
        }
        let c = foot + along * 0f64.min(hi).max(lo);
        Some(((x - c).xy().norm(), c))
    };
    let first = on_line(farthest, deepest.distance, f64::INFINITY);
    let bound = first.map_or(f64::INFINITY, |f| f.0);
    let mut best: Option<(f64, V)> = None;
    for (i, line) in lines.iter().enumerate() {
        let d = known.get(i).copied().unwrap_or_else(|| line.distance(offset, x));
        if d <= 0.0 || best.is_some_and(|(least, _)| d >= least) {
            continue;
        }
        let found = if i == farthest {
            first
        } else {
            on_line(i, d, best.map_or(bound, |b| b.0.min(bound)))
        };
        if let Some(found) = found
            && best.is_none_or(|b| found.0 < b.0)
        {
            best = Some(found);
        }
    }
    best.map(|(distance, corner)| Nearest {
        distance,
        normal: gradient(body, offset, &corner, &((x - corner) / distance)),
    })
}

/// As [`to_slice`] for a position outside of a slice whose lines do not close. So it is at the very top of a wedge, where
/// rounding decides whether there is a slice at all. It gives the nearest point of a hull that is never empty: the points where
/// lines between the body's corners cross the height.
fn to_crossings(body: &Body, x: &V) -> Nearest {
    let z = x.z.min(body.maxs.z).max(body.mins.z);
    let mut crossings: Vec<V> = Vec::new();
    for a in body.points().iter().filter(|a| a.z <= z) {
        for b in body.points().iter().filter(|b| b.z >= z) {
            let t = if b.z > a.z { (z - a.z) / (b.z - a.z) } else { 0.0 };
            let mut c = a + (b - a) * t;
            c.z = x.z;
            crossings.push(c);
        }
    }
    let level = HalfSpace {
        normal: V::z(),
        height: x.z,
    };
    let foot = to_polygon(x, &level.normal, 0.0, &outline(&level, &crossings));
    let Some(away) = (x - foot).try_normalize(f64::MIN_POSITIVE) else {
        return Nearest {
            distance: 0.0,
            normal: V::x(),
        };
    };
    // Which slopes keep all corners behind the plane through the foot.
    let (mut lo, mut hi) = (f64::NEG_INFINITY, f64::INFINITY);
    for p in body.points() {
        let (rise, back) = (p.z - z, away.dot(&(foot - p)));
        if rise > SAME_CORNER {
            hi = hi.min(back / rise);
        } else if rise < -SAME_CORNER {
            lo = lo.max(back / rise);
        }
    }
    let slope = match (lo.is_finite(), hi.is_finite()) {
        (true, true) => 0.5 * (lo + hi),
        (true, false) => lo,
        (false, true) => hi,
        (false, false) => 0.0,
    };
    Nearest {
        distance: (x - foot).norm(),
        normal: V::new(away.x, away.y, slope),
    }
}

/// The normal of the body at a point of its slice whose plan part is the given unit direction.
fn gradient(body: &Body, offset: f64, at: &V, unit: &V) -> V {
    let mut met: [V; 8] = [V::zeros(); 8];
    let mut count = 0;
    for line in &body.slices().lines {
        if count < met.len() && line.distance(offset, at).abs() <= SAME_CORNER * (1.0 + at.amax()) {
            met[count] = line.normal;
            count += 1;
        }
    }
    let mut best: Option<(f64, f64)> = None;
    for (i, a) in met[..count].iter().enumerate() {
        for b in &met[i..count] {
            let det = a.x * b.y - a.y * b.x;
            let (s, t) = if det.abs() > VERTICAL {
                (
                    (unit.x * b.y - unit.y * b.x) / det,
                    (a.x * unit.y - a.y * unit.x) / det,
                )
            } else {
                (1.0, 0.0)
            };
            // How badly this pair fails to hold the direction between its normals.
            let wrong = (a.xy() * s + b.xy() * t - unit.xy()).norm() + (-s).max(0.0) + (-t).max(0.0);
            if best.is_none_or(|(least, _)| wrong < least) {
                best = Some((wrong, a.z * s + b.z * t));
            }
        }
    }
    V::new(unit.x, unit.y, best.map_or(0.0, |b| b.1))
}
