//! The distance of a cylinder from a polygon, or its depth in it and the direction out.
//!
//! For a unit direction m let sep(m) = m.c - max over P of m.p - support of C along m. It is the width of the gap that a plane
//! square to m sees between the two. Every sep(m) >= 0 is a lower bound of the distance and their maximum is the distance. Where
//! all are negative, -sep(m) is how far C must move along m to be free of P. The largest is the penetration depth. So it is
//! enough to try the directions in which features of M = P + C lie. They are the polygon's normal, straight up and down, and
//! square to an edge in plan view. Two more lead from a corner to the cylinder, and from an edge to the rim. Only the last is not
//! a formula. The last spans the quarter circle between the polygon's normal and its edge's outward direction. There sep is
//! smooth on both sides of the level direction. Where its slope changes sign the summit is searched by false position. A
//! direction tried in vain costs nothing but time. A missed one makes the answer deeper, never shallower than the truth.
//!
//! Surfaces are one-sided: when they overlap, only directions m with m.n >= 0 count. So a hull that is half through is pushed to
//! the front. When they do not, the true distance is given, which may be seen from behind.

use crate::entry::{Cylinder, FLAT, V3, chord, slab, smaller};
use crate::mesh::Face;
use crate::overlaps::overlaps;
use std::f64::consts::{FRAC_PI_2, PI};

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
pub(crate) const BESIDE: f64 = 1e-6;
/// Points whose depths differ by less are equally deep, in units: rounding at map coordinates. Larger lets the point told lie off
/// the depth told. Smaller trades a point beside the hull for a far corner without need.
const SAME_DEPTH: f64 = 1e-6;
/// Steps of the search for the widest gap, at most; false position (Illinois) needs 5 to 8 for [`ANGLE`].
const SECANTS: usize = 24;
/// Parts into which each smooth piece is cut when the two overlap. Fewer may miss a summit and give a longer way out.
const OVERLAP_PARTS: u32 = 4;
/// An angle known so well is good enough, in radians: the gap feels its square.
const ANGLE: f64 = 1e-6;

/// The distance of the cylinder from the polygon, or how deep it is in it as seen from the front.
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
    let separate = !overlaps(face, body);
    if separate || !deep_inside(face, &landing, -best.0) {
        best = widest(face, body, best, separate, ahead);
    }
    let (distance, normal) = best;
    let witness = || face.nearest(&(body.center - body.furthest(&normal) - normal * distance));
    let mut point = beside(face, body, &normal, separate).unwrap_or_else(witness);
    if !separate {
        // Overlapping sideways, the polygon may reach further along the way out than anywhere near the hull.
        let furthest = (0..face.corners.len())
            .map(|i| face.corner(i))
            .max_by(|a, b| normal.dot(a).total_cmp(&normal.dot(b)));
        if let Some(corner) = furthest.filter(|c| normal.dot(c) > normal.dot(&point) + SAME_DEPTH) {
            point = corner;
        }
    }
    Separation {
        distance,
        normal,
        point,
    }
}

/// Whether a point of the plane is further from every edge than `depth`. Then no way out is shorter than the one along the
/// normal. Let q be the cylinder's point over the landing, m = alpha n + beta e, and p the end of P towards e. Then sep(m) <=
/// m.(q - p) <= -(alpha + beta) depth, and alpha + beta >= 1.
fn deep_inside(face: &Face, landing: &V3, depth: f64) -> bool {
    // Directions count to BESIDE behind the polygon, and rounding has to be outdone.
    let room = depth * (1.0 + 10.0 * BESIDE) + BESIDE;
    face.edges().all(|(a, u)| {
        let side = u.cross(&(landing - a)).dot(&face.normal);
        side > 0.0 && side * side >= room * room * u.norm_squared()
    })
}

/// The widest gap of all directions in which features lie, beginning with the one along the normal.
fn widest(face: &Face, body: &Cylinder, along_normal: (f64, V3), separate: bool, ahead: f64) -> (f64, V3) {
    let mut best = along_normal;
    if separate {
        best.0 = best.0.max(-ahead - body.support(&face.normal));
        if best.0 > ahead - body.support(&face.normal) {
            best.1 = -face.normal;
        }
    }
    let middle = body.center;
    // Any corner gives an upper bound; most directions are refused by the first.
    let raises = |m: &V3, than: f64| {
        let (at, support) = (m.dot(&middle), body.support(m));
        let mut gap = f64::INFINITY;
        for i in 0..face.corners.len() {
            gap = smaller(gap, at - m.dot(&face.corner(i)) - support);
            if gap <= than {
                return None;
            }
        }
        Some(gap)
    };
    let over = face.holds(&(middle - face.normal * ahead));
    let offer = |m: V3, best: &mut (f64, V3)| {
        let tilt = m.dot(&face.normal);
        let plainly_behind = tilt < 0.0 && tilt * tilt > 4.0 * BESIDE * BESIDE * m.norm_squared();
        if !separate && plainly_behind {
            return;
        }
        // The point below the middle refuses most directions without their being normalized.
        if over && tilt * ahead - body.support(&m) < (best.0 - BESIDE) * m.norm() {
            return;
        }
        if let Some(m) = m.try_normalize(1e-12)
            && (separate || m.dot(&face.normal) >= -BESIDE)
            && let Some(gap) = raises(&m, best.0)
        {
            *best = (gap, m);
        }
    };
    for up in [V3::z(), -V3::z()] {
        offer(up, &mut best);
        if !separate {
            offer(up - face.normal * up.dot(&face.normal), &mut best);
        }
    }
    for (a, u) in face.edges() {
        let from_corner = body.center - a;
        let flat = V3::new(from_corner.x, from_corner.y, 0.0);
        let side = (flat.norm() - body.radius).max(0.0);
        let up = (from_corner.z.abs() - body.half).max(0.0);
        offer(flat, &mut best);
        if !separate {
            // Tilted to the front just so far that it counts.
            offer(flat - face.normal * flat.dot(&face.normal), &mut best);
        }
        // Beside the corner or over it the way out is one of the offered ones.
        if side > 0.0 && up > 0.0 {
            let out = flat.try_normalize(1e-12).unwrap_or(V3::zeros()) * side;
            offer(out + V3::z() * up.copysign(from_corner.z), &mut best);
        }
        let across = V3::new(-u.y, u.x, 0.0);
        // Away from its own corner there is no gap.
        let facing = across.dot(&from_corner);
        if facing > 0.0 || best.0 < 0.0 {
            offer(across, &mut best);
        }
        if facing < 0.0 || best.0 < 0.0 {
            offer(-across, &mut best);
        }
    }
    for (a, u) in face.edges() {
        let Some(outward) = u.cross(&face.normal).try_normalize(1e-12) else {
            continue;
        };
        for front in [face.normal, -face.normal]
            .into_iter()
            .take(1 + usize::from(separate))
        {
            let arc = Arc {
                from_edge: body.center - a,
                start: front,
                end: outward,
                body: *body,
            };
            if arc.bound() <= best.0 {
                continue;
            }
            let level = (-front.z).atan2(outward.z).rem_euclid(PI).min(FRAC_PI_2);
            // Apart there is one summit; overlapping, there may be several, as a point in a box is near several sides.
            let parts = if separate { 1 } else { OVERLAP_PARTS };
            for (from, to) in [(0.0, level), (level, FRAC_PI_2)] {
                let step = (to - from) / f64::from(parts);
                if step <= 0.0 {
                    continue;
                }
                let up = arc.direction(0.5 * (from + to)).z.signum();
                let (sin, cos) = step.sin_cos();
                let (mut gap, mut rise) = arc.gap_and_slope(from, up);
                for part in 0..parts {
                    let low = from + step * f64::from(part);
                    let (next_gap, fall) = arc.gap_and_slope(low + step, up);
                    // Where both tangents meet the gap is no wider than either.
                    let roof = |gap: f64, slope: f64| {
                        let turned = gap * cos + slope * sin;
                        if gap > 0.0 {
                            gap.hypot(slope)
                        } else {
                            turned.max(gap)
                        }
                    };
                    let worth = || roof(gap, rise) > best.0 && roof(next_gap, -fall) > best.0;
                    if rise > 0.0 && fall < 0.0 && worth() {
                        let angle = arc.summit((low, rise), (low + step, fall), up);
                        offer(arc.direction(angle), &mut best);
                    }
                    (gap, rise) = (next_gap, fall);
                }
            }
        }
        offer(outward, &mut best);
    }
    best
}

/// The point of the outline nearest to the cylinder's side along a level direction, or to its cap along an upright one. It may be
/// any point of side or cap, not just the middle that [`Cylinder::furthest`] gives. `None` for other directions.
fn beside(face: &Face, body: &Cylinder, m: &V3, apart: bool) -> Option<V3> {
    let level = m.z.abs() <= FLAT;
    let upright = m.xy().norm() <= FLAT && face.normal.z.abs() < 1.0 - FLAT;
    if !level && !upright {
        return None;
    }
    let mut best: Option<(f64, V3)> = None;
    for (a, u) in face.edges() {
        let from = a - body.center;
        let reached = if level {
            slab(from.z, u.z, body.half)
        } else {
            chord(from.xy(), u.xy(), body.radius)
        };
        let Some((low, high)) = reached
            .map(|(p, q)| (p.max(0.0), q.min(1.0)))
            .filter(|(p, q)| p <= q)
        else {
            continue;
        };
        let u2 = u.xy().norm_squared();
        let s = if upright {
            if m.dot(&u) > 0.0 { high } else { low }
        } else if u2 > 0.0 {
            (-from.xy().dot(&u.xy()) / u2).clamp(low, high)
        } else {
            (-from.z / u.z).clamp(low, high)
        };
        let p = a + u * s;
        // Beside and apart: the nearest point. Else the point that reaches furthest along the way out.
        let near = if level && apart {
            -(p - body.center).xy().norm_squared()
        } else {
            m.dot(&p)
        };
        if best.is_none_or(|(b, _)| near > b) {
            best = Some((near, p));
        }
    }
    best.map(|(_, p)| p)
}

/// The directions between a polygon's normal and the outward direction of one of its edges. The whole edge is
/// furthest along every one of them, so no corner needs asking.
struct Arc {
    from_edge: V3,
    start: V3,
    end: V3,
    body: Cylinder,
}

impl Arc {
    fn direction(&self, angle: f64) -> V3 {
        self.start * angle.cos() + self.end * angle.sin()
    }

    /// A width that no gap of the arc exceeds. The gap is concave and homogeneous in the direction. So each tangent plane at the
    /// two ends of the arc lies above it.
    fn bound(&self) -> f64 {
        let body = &self.body;
        let tangent = |at: &V3, other: &V3| {
            // Where the support has a crease (level and upright directions), the steepest of its tangents.
            let flat = at.xy().norm();
            let side = if flat > 0.0 {
                at.xy().dot(&other.xy()) / flat
            } else {
                other.xy().norm()
            };
            let up = if at.z == 0.0 {
                other.z.abs()
            } else {
                at.z.signum() * other.z
            };
            let along = other.dot(&self.from_edge) - body.radius * side - body.half * up;
            let here = at.dot(&self.from_edge) - body.support(at);
            if here > 0.0 && along > 0.0 {
                here.hypot(along)
            } else {
                here.max(along)
            }
        };
        tangent(&self.start, &self.end).min(tangent(&self.end, &self.start))
    }

    /// How wide the gap is and how fast it grows with the angle. `up` names the side of the level direction.
    fn gap_and_slope(&self, angle: f64, up: f64) -> (f64, f64) {
        let (sin, cos) = angle.sin_cos();
        let m = self.start * cos + self.end * sin;
        let turned = self.end * cos - self.start * sin;
        let side = m.xy().norm();
        let flat = side.max(f64::MIN_POSITIVE);
        let slope = turned.dot(&self.from_edge)
            - self.body.radius * m.xy().dot(&turned.xy()) / flat
            - self.body.half * up * turned.z;
        let gap = m.dot(&self.from_edge) - self.body.radius * side - self.body.half * m.z.abs();
        (gap, slope)
    }

    /// Where the gap is widest between two angles, given with the slopes there. It rises at the first and falls at the second; no
    /// level direction lies between them.
    fn summit(&self, (mut from, mut rise): (f64, f64), (mut to, mut fall): (f64, f64), up: f64) -> f64 {
        let mut at = from;
        let mut last = 0.0;
        for _ in 0..SECANTS {
            at = to - fall * (to - from) / (fall - rise);
            let (_, slope) = self.gap_and_slope(at, up);
            // Illinois: an end that stays twice counts half.
            if slope > 0.0 {
                (from, rise) = (at, slope);
                fall *= if last > 0.0 { 0.5 } else { 1.0 };
            } else {
                (to, fall) = (at, slope);
                rise *= if last < 0.0 { 0.5 } else { 1.0 };
            }
            if slope == 0.0 || to - from < ANGLE {
                break;
            }
            last = slope;
        }
        at
    }
}
