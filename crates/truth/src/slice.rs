//! Vertical cylinders: horizontal slices of a body and the distance to them.
//!
//! A vertical cylinder overlaps a brush exactly when the position is nearer, in plan, than the radius to the slice
//! of (brush + vertical segment) at the position's height. That distance is convex in the position as long as the
//! slice is not empty; its gradient is a normal of the body at the nearest point, scaled to unit length in plan.

use crate::body::Body;
use crate::distance::Nearest;
use crate::solid::V;

/// A normal with less plan length than this is vertical and does not bound a slice.
const VERTICAL: f64 = 1e-9;
/// Two lines of a slice cross within this of a third, in units: then all three meet in one corner.
const SAME_CORNER: f64 = 1e-9;
/// Steps of the search for the height of the nearest point; each shrinks the range to 0.618.
const STEPS: usize = 60;

/// How far a plane moves when a disc is laid around the body and the whole cylinder grows by `offset`.
pub(crate) fn disc_support(n: &V, radius: f64, offset: f64) -> f64 {
    n.xy().norm() * (radius + offset).max(0.0) + n.z.abs() * offset
}

/// Signed distance in plan from a position to the body with a disc of the radius laid around it, grown by
/// `offset` in plan and in height; positive (the gap in height) above the top and below the bottom. `normal` is
/// the gradient, of unit length in plan only.
pub(crate) fn to_disc_sum(body: &Body, radius: f64, offset: f64, x: &V) -> Nearest {
    let r = (radius + offset).max(0.0);
    let (above, below) = (x.z - body.maxs.z - offset, body.mins.z - offset - x.z);
    if above > 0.0 || below > 0.0 {
        return Nearest {
            distance: above.max(below),
            normal: V::new(0.0, 0.0, if above > below { 1.0 } else { -1.0 }),
        };
    }
    let plan = to_slice(body, offset, x);
    Nearest {
        distance: plan.distance - r,
        ..plan
    }
}

/// The true distance from a position outside to the body with a disc of the radius laid around it.
pub(crate) fn true_distance(body: &Body, radius: f64, x: &V) -> Nearest {
    let (bottom, top) = (body.mins.z, body.maxs.z);
    let level = |z: f64| {
        let plan = to_slice(body, 0.0, &V::new(x.x, x.y, z));
        ((plan.distance - radius).max(0.0), plan)
    };
    let (mut lo, mut hi) = (bottom, top);
    let gap = |z: f64| level(z).0.hypot(x.z - z);
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut a, mut b) = (hi - (hi - lo) * GOLDEN, lo + (hi - lo) * GOLDEN);
    let (mut gap_a, mut gap_b) = (gap(a), gap(b));
    for _ in 0..STEPS {
        if gap_a <= gap_b {
            (hi, b, gap_b) = (b, a, gap_a);
            a = hi - (hi - lo) * GOLDEN;
            gap_a = gap(a);
        } else {
            (lo, a, gap_a) = (a, b, gap_b);
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

/// The signed distance of the slice's line of a plane from the position in plan, and the plan length of its normal.
fn line(plane: &crate::solid::HalfSpace, offset: f64, x: &V) -> Option<(f64, f64)> {
    let plan = plane.normal.xy().norm();
    (plan > VERTICAL).then(|| ((plane.distance(x) - plane.normal.z.abs() * offset) / plan, plan))
}

/// Signed distance in plan to the slice at the position's height, with the gradient in space.
fn to_slice(body: &Body, offset: f64, x: &V) -> Nearest {
    let mut deepest = Nearest {
        distance: f64::NEG_INFINITY,
        normal: V::x(),
    };
    for p in &body.planes {
        if let Some((d, plan)) = line(p, offset, x)
            && d > deepest.distance
        {
            deepest = Nearest {
                distance: d,
                normal: p.normal / plan,
            };
        }
    }
    if deepest.distance <= 0.0 {
        return deepest;
    }
    let mut best: Option<(f64, V)> = None;
    for (i, p) in body.planes.iter().enumerate() {
        let Some((d, plan)) = line(p, offset, x).filter(|l| l.0 > 0.0) else {
            continue;
        };
        if best.is_some_and(|(least, _)| d >= least) {
            continue;
        }
        let n = p.normal / plan;
        let foot = x - V::new(n.x, n.y, 0.0) * d;
        let along = V::new(-n.y, n.x, 0.0);
        let (mut lo, mut hi) = (f64::NEG_INFINITY, f64::INFINITY);
        for (k, q) in body.planes.iter().enumerate() {
            let Some((outside, plan)) = line(q, offset, &foot).filter(|_| k != i) else {
                continue;
            };
            let slope = q.normal.dot(&along) / plan;
            if slope.abs() < VERTICAL {
                if outside > SAME_CORNER {
                    hi = f64::NEG_INFINITY;
                }
            } else if slope > 0.0 {
                hi = hi.min(-outside / slope);
            } else {
                lo = lo.max(-outside / slope);
            }
        }
        if lo > hi + SAME_CORNER {
            continue;
        }
        let c = foot + along * 0f64.min(hi).max(lo);
        let d = (x - c).xy().norm();
        if best.is_none_or(|(least, _)| d < least) {
            best = Some((d, c));
        }
    }
    let Some((distance, corner)) = best else {
        return deepest;
    };
    Nearest {
        distance,
        normal: gradient(body, offset, &corner, &((x - corner) / distance)),
    }
}

/// The normal of the body at a point of its slice whose plan part is the given unit direction.
fn gradient(body: &Body, offset: f64, at: &V, unit: &V) -> V {
    let mut met: [V; 8] = [V::zeros(); 8];
    let mut count = 0;
    for p in &body.planes {
        if let Some((d, plan)) = line(p, offset, at)
            && d.abs() <= SAME_CORNER * (1.0 + at.amax())
            && count < met.len()
        {
            met[count] = p.normal / plan;
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
