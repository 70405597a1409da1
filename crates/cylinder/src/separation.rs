//! How far is a cylinder from a polygon, or how deep in it, and which way is out?
//!
//! For a unit direction m let sep(m) = m.c - max over P of m.p - support of C along m: the width of the gap that a
//! plane square to m sees between the two. Every sep(m) >= 0 is a lower bound of the distance and their maximum
//! is the distance; where all are negative, -sep(m) is how far C must move along m to be free of P, and the largest
//! is the penetration depth. So it is enough to try the directions in which features of M = P + C lie:
//! the polygon's normal, straight up and down, square to an edge in plan view, from a corner to the cylinder, and
//! from an edge to the rim. Only the last is not a formula: sep over the quarter circle between the polygon's
//! normal and its edge's outward direction is smooth between the two kinks where it crosses the level and the
//! upright direction, and is searched by golden sections. A direction tried in vain costs nothing but time, and a
//! direction missed makes the answer deeper, never shallower than the truth.
//!
//! Surfaces are one-sided: only directions m with m.n >= 0 count, so what is half through is pushed to the front.

use crate::entry::{Cylinder, V3};
use crate::mesh::Face;

/// The gap between a cylinder and a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Width of the gap in units; negative when they overlap.
    pub(crate) distance: f64,
    /// Unit direction from the polygon to the cylinder.
    pub(crate) normal: V3,
    /// The nearest or deepest point of the polygon.
    pub(crate) point: V3,
}

/// Directions this far behind the polygon still count as beside it, as a cosine: f32 normals.
const BESIDE: f64 = 1e-6;
/// Golden sections per smooth piece: each shrinks the bracket by 0.618, 32 of them to 2e-7 of an angle, of which
/// the gap feels the square.
const SECTIONS: usize = 32;

/// The signed distance of the cylinder from the front of the polygon.
pub(crate) fn separation(face: &Face, body: &Cylinder) -> Separation {
    let ahead = face.normal.dot(&body.center) - face.dist;
    let mut best = (ahead - body.support(&face.normal), face.normal);
    let landing = body.center - body.furthest(&face.normal) - face.normal * best.0;
    if best.0 >= 0.0 && face.holds(&landing) {
        return Separation {
            distance: best.0,
            normal: face.normal,
            point: landing,
        };
    }
    let sep = |m: &V3| {
        let highest = (0..face.corners.len())
            .map(|i| m.dot(&face.corner(i)))
            .fold(f64::NEG_INFINITY, f64::max);
        m.dot(&body.center) - highest - body.support(m)
    };
    let offer = |m: V3, best: &mut (f64, V3)| {
        if let Some(m) = m.try_normalize(1e-12)
            && m.dot(&face.normal) >= -BESIDE
        {
            let gap = sep(&m);
            if gap > best.0 {
                *best = (gap, m);
            }
        }
    };
    offer(V3::z(), &mut best);
    offer(-V3::z(), &mut best);
    for (a, u) in face.edges() {
        let from_corner = body.center - a;
        let flat = V3::new(from_corner.x, from_corner.y, 0.0);
        let side = (flat.norm() - body.radius).max(0.0);
        let up = (from_corner.z.abs() - body.half).max(0.0);
        offer(flat, &mut best);
        let out = flat.try_normalize(1e-12).unwrap_or(V3::zeros()) * side;
        offer(out + V3::z() * up.copysign(from_corner.z), &mut best);
        let across = V3::new(-u.y, u.x, 0.0);
        offer(across, &mut best);
        offer(-across, &mut best);
    }
    for (a, u) in face.edges() {
        let Some(outward) = u.cross(&face.normal).try_normalize(1e-12) else {
            continue;
        };
        let from_edge = body.center - a;
        let direction = |angle: f64| face.normal * angle.cos() + outward * angle.sin();
        // The whole edge is furthest along every direction of this quarter, so no corner needs asking.
        let gap = |angle: f64| {
            let m = direction(angle);
            m.dot(&from_edge) - body.support(&m)
        };
        let quarter = std::f64::consts::FRAC_PI_2;
        let kink = |along_normal: f64, along_outward: f64| {
            (-along_normal).atan2(along_outward).rem_euclid(quarter * 2.0)
        };
        let mut stops = [
            0.0,
            kink(face.normal.z, outward.z).min(quarter),
            quarter / 2.0,
            quarter,
        ];
        stops.sort_by(f64::total_cmp);
        for piece in stops.windows(2) {
            let angle = golden(&gap, piece[0], piece[1]);
            offer(direction(angle), &mut best);
        }
    }
    let (distance, normal) = best;
    let point = face.nearest(&(body.center - body.furthest(&normal) - normal * distance));
    Separation {
        distance,
        normal,
        point,
    }
}

/// Where the function is largest between two bounds, if it has one summit there.
fn golden(f: &impl Fn(f64) -> f64, mut a: f64, mut b: f64) -> f64 {
    const SHARE: f64 = 0.618_033_988_749_894_9;
    let (mut p, mut q) = (b - (b - a) * SHARE, a + (b - a) * SHARE);
    let (mut fp, mut fq) = (f(p), f(q));
    for _ in 0..SECTIONS {
        if fp > fq {
            (b, q, fq) = (q, p, fp);
            p = b - (b - a) * SHARE;
            fp = f(p);
        } else {
            (a, p, fp) = (p, q, fq);
            q = a + (b - a) * SHARE;
            fq = f(q);
        }
    }
    0.5 * (a + b)
}

/// Whether the cylinder's inside and the polygon have a point in common: touching is not overlapping.
pub(crate) fn overlaps(face: &Face, body: &Cylinder) -> bool {
    let ahead = face.normal.dot(&body.center) - face.dist;
    let support = body.support(&face.normal);
    if ahead.abs() >= support {
        return false;
    }
    let (lo, hi) = body.bounds();
    if !face.touches(&lo, &hi) {
        return false;
    }
    // No edge in the cylinder: then the cut of the plane through it lies in the polygon as a whole or not at all.
    face.edges()
        .any(|(a, u)| edge_overlaps(&(a - body.center), &u, body))
        || face.holds(&(body.center - body.furthest(&face.normal) * (ahead / support)))
}

fn edge_overlaps(a: &V3, u: &V3, body: &Cylinder) -> bool {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    if u.z == 0.0 {
        if a.z.abs() >= body.half {
            return false;
        }
    } else {
        let (p, q) = ((-body.half - a.z) / u.z, (body.half - a.z) / u.z);
        (low, high) = (low.max(p.min(q)), high.min(p.max(q)));
    }
    let (a, u) = (a.xy(), u.xy());
    let u2 = u.norm_squared();
    if low > high || (low == high && u2 > 0.0) {
        return false;
    }
    let s = if u2 > 0.0 {
        (-a.dot(&u) / u2).clamp(low, high)
    } else {
        low
    };
    (a + u * s).norm_squared() < body.radius * body.radius
}

/// Height of the highest point of the part of the polygon that lies in the cylinder; `None` if no part does.
/// (The part is convex, so its highest point is the cylinder's own top as soon as the polygon leaves through it.)
pub(crate) fn top_within(face: &Face, body: &Cylinder) -> Option<f64> {
    let r2 = body.radius * body.radius;
    let axis = body.center.xy();
    let mut top = f64::NEG_INFINITY;
    for (a, u) in face.edges() {
        let (from, flat) = (a.xy() - axis, u.xy());
        let u2 = flat.norm_squared();
        let (low, high) = if u2 > 0.0 {
            let rest = r2 - flat.perp(&from).powi(2) / u2;
            if rest < 0.0 {
                continue;
            }
            let (middle, half) = (-from.dot(&flat) / u2, (rest / u2).sqrt());
            ((middle - half).max(0.0), (middle + half).min(1.0))
        } else if from.norm_squared() <= r2 {
            (0.0, 1.0)
        } else {
            continue;
        };
        if low <= high {
            top = top.max(a.z + u.z * low).max(a.z + u.z * high);
        }
    }
    let n = &face.normal;
    if n.z != 0.0 {
        let uphill = (n.xy() * -n.z.signum()).try_normalize(1e-9).unwrap_or_default();
        let p = axis + uphill * body.radius;
        let z = (face.dist - n.xy().dot(&p)) / n.z;
        if face.holds(&V3::new(p.x, p.y, z)) {
            top = top.max(z);
        }
    }
    let lid = body.center.z + body.half;
    (top >= body.center.z - body.half).then_some(top.min(lid))
}
