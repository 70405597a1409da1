//! The time at which a moving vertical cylinder first meets a convex polygon: closed formulas, in f64.
//!
//! The cylinder C (radius r, half height h) is centred at c + t d. It meets polygon P while c + t d lies in M, the Minkowski sum
//! of P and C. (C is its own mirror image.) A boundary point of M comes from the inside of P or from an edge of P. In the first
//! case it lies on P's plane moved out by C's support r |n_xy| + h |n_z|. So the first time is the smaller of
//!
//! * the plane's, if the point of C that reaches the plane first lands in P. Where C touches flat-on (level or upright polygon)
//!   any point of the touching disc or line will do. Had it left P, an edge would be met at the same time;
//! * the edges'. Let A, U, D be the horizontal and B, u_z, d_z the vertical parts of a - c, u and d. The point a + s u of an
//!   edge, with 0 <= s <= 1, is in C at time t under two conditions. They are `|A + s U - t D|^2 <= r^2` and `|B + s u_z - t d_z|
//!   <= h`. That is a convex region of the (s, t) plane, a slanted elliptic strip cut by two pairs of lines. Its lowest t is at
//!   the ellipse's lowest point (the edge meets the cylinder's side), or on one of the lines. On s = 0 and s = 1 a corner meets
//!   side or cap. On |..| = h the edge meets the rim or lies in the plane of a cap. Each is one quadratic. s = 1 is the next
//!   edge's s = 0 and is left to it.
//!
//! There is no iteration, so convergence is no question.

use crate::mesh::Face;
use nalgebra::{Vector2, Vector3};

pub(crate) type V3 = Vector3<f64>;

/// A vertical cylinder: its middle, radius and half height, in units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cylinder {
    pub(crate) center: V3,
    pub(crate) radius: f64,
    pub(crate) half: f64,
}

/// The first meeting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Fraction of the displacement; any real number.
    pub(crate) t: f64,
    /// Unit normal of M there: from the nearest feature of the polygon towards the cylinder.
    pub(crate) normal: V3,
    /// The point of the polygon that is met.
    pub(crate) point: V3,
    /// Whether the inside of the polygon is met, not an edge or corner.
    pub(crate) on_face: bool,
}

/// A horizontal or vertical part of a unit normal below this is rounding: the polygon is level or upright. Larger picks contact
/// points off the plane by that share of the radius. Smaller lets rounding pick the point of a flat touch.
pub(crate) const FLAT: f64 = 1e-6;

impl Cylinder {
    /// Half the width of the cylinder along a unit direction.
    pub(crate) fn support(&self, n: &V3) -> f64 {
        self.radius * n.xy().norm() + self.half * n.z.abs()
    }

    /// The point furthest along a unit direction, relative to the middle. The middle of them where a line or disc is furthest.
    pub(crate) fn furthest(&self, n: &V3) -> V3 {
        let side = n.xy().norm();
        let out = if side > FLAT {
            n.xy() * (self.radius / side)
        } else {
            n.xy() * 0.0
        };
        let up = if n.z.abs() > FLAT {
            self.half.copysign(n.z)
        } else {
            0.0
        };
        V3::new(out.x, out.y, up)
    }

    /// The same cylinder, thicker and taller on every side; smaller for a negative margin, never below nothing.
    pub(crate) fn grown(&self, margin: f64) -> Self {
        Self {
            center: self.center,
            radius: (self.radius + margin).max(0.0),
            half: (self.half + margin).max(0.0),
        }
    }

    pub(crate) fn moved(&self, by: &V3) -> Self {
        Self {
            center: self.center + by,
            ..*self
        }
    }

    /// Corners of the box around it.
    pub(crate) fn bounds(&self) -> (V3, V3) {
        let e = V3::new(self.radius, self.radius, self.half);
        (self.center - e, self.center + e)
    }
}

/// The lowest t at which the cylinder, moved by t d, meets the polygon, from whichever side.
pub(crate) fn enter(face: &Face, body: &Cylinder, d: &V3) -> Option<Entry> {
    match first(face, body, d, f64::NEG_INFINITY)? {
        First::Face(entry) => Some(entry),
        First::Edge(touch) => Some(touch.entry(body, d, &face.normal)),
    }
}

/// That time alone, or one not after `enough` where it is not after that.
pub(crate) fn enters_at(face: &Face, body: &Cylinder, d: &V3, enough: f64) -> Option<f64> {
    Some(match first(face, body, d, enough)? {
        First::Face(entry) => entry.t,
        First::Edge(touch) => touch.t,
    })
}

/// The first contact.
enum First {
    Face(Entry),
    Edge(Touch),
}

/// The cylinder's first contact, or any contact by `enough`.
fn first(face: &Face, body: &Cylinder, d: &V3, enough: f64) -> Option<First> {
    let towards = face.normal.dot(d);
    if towards != 0.0 {
        let front = if towards < 0.0 { face.normal } else { -face.normal };
        let ahead = face.normal.dot(&body.center) - face.dist;
        let gap = if towards < 0.0 { ahead } else { -ahead } - body.support(&front);
        let t = gap / towards.abs();
        let point = body.center + d * t - body.furthest(&front);
        if face.holds(&point) {
            return Some(First::Face(Entry {
                t,
                normal: front,
                point,
                on_face: true,
            }));
        }
    }
    if body.radius <= 0.0 && body.half <= 0.0 {
        return None;
    }
    let mut first: Option<Touch> = None;
    for (a, u) in face.edges() {
        edge(&(a - body.center), &u, d, body, &mut first);
        if first.is_some_and(|f| f.t <= enough) {
            break;
        }
    }
    first.map(First::Edge)
}

/// Where an edge meets the cylinder, before the normal is worked out.
#[derive(Clone, Copy)]
struct Touch {
    t: f64,
    /// The point of the edge, relative to the cylinder's middle at t = 0.
    point: V3,
    along: V3,
    part: Part,
}

/// Which part of the cylinder is met; caps and rims say which: +1 the upper, -1 the lower.
#[derive(Clone, Copy)]
enum Part {
    Side,
    Cap(f64),
    Rim(f64),
}

impl Touch {
    fn entry(&self, body: &Cylinder, d: &V3, face_normal: &V3) -> Entry {
        let to_axis = -(self.point - d * self.t).xy();
        let radial = to_axis
            .try_normalize(body.radius * 1e-9 + f64::MIN_POSITIVE)
            .map_or(V3::zeros(), |r| V3::new(r.x, r.y, 0.0));
        let normal = match self.part {
            Part::Side if body.radius > 0.0 => radial,
            Part::Side => {
                let across = V3::new(-self.along.y, self.along.x, 0.0);
                across * -across.dot(d).signum()
            }
            Part::Cap(which) => V3::new(0.0, 0.0, -which),
            // Square to the edge, and between the outward directions of side and cap.
            Part::Rim(which) => {
                let (side, across) = (self.along.z.abs(), radial.dot(&self.along));
                // A disc has its two rims in one: of the two directions one is square to the edge.
                let which = if body.half > 0.0 {
                    which
                } else {
                    across.signum() * self.along.z.signum()
                };
                radial * side + V3::new(0.0, 0.0, -which * across.abs())
            }
        };
        Entry {
            t: self.t,
            normal: normal.try_normalize(1e-300).unwrap_or(*face_normal),
            point: body.center + self.point,
            on_face: false,
        }
    }
}

/// Lowers `first` to the time at which the edge from `a` (relative to the middle) along `u` is met.
fn edge(a: &V3, u: &V3, d: &V3, body: &Cylinder, first: &mut Option<Touch>) {
    let (r, h) = (body.radius, body.half);
    let (flat_a, flat_u, flat_d) = (a.xy(), u.xy(), d.xy());
    let offer = |first: &mut Option<Touch>, t: f64, s: f64, part: Part| {
        if first.is_none_or(|f| t < f.t) {
            *first = Some(Touch {
                t,
                point: a + u * s,
                along: *u,
                part,
            });
        }
    };

    // The region lies between the heights at which its lowest and highest points are level with the caps. Mostly that is not
    // before the present meeting, or not at all.
    let (mut earliest, mut latest) = (f64::NEG_INFINITY, first.map_or(f64::INFINITY, |f| f.t));
    if d.z != 0.0 {
        let (low, high) = (smaller(a.z, a.z + u.z) - h, larger(a.z, a.z + u.z) + h);
        let (p, q) = (low / d.z, high / d.z);
        (earliest, latest) = (smaller(p, q), smaller(latest, larger(p, q)));
        if earliest > latest {
            return;
        }
    }

    // The side meets the inside of the edge: the lowest point of the ellipse, and so of the whole region.
    let length2 = flat_u.norm_squared();
    let across = flat_u.perp(&flat_d);
    if across != 0.0 {
        let (offset, reach) = (flat_u.perp(&flat_a), r * length2.sqrt());
        let (p, q) = ((offset - reach) / across, (offset + reach) / across);
        let t = smaller(p, q);
        if t > latest || earliest > larger(p, q) {
            return;
        }
        let s = (flat_d * t - flat_a).dot(&flat_u) / length2;
        if (0.0..=1.0).contains(&s) && (a.z + s * u.z - t * d.z).abs() <= h {
            return offer(first, t, s, Part::Side);
        }
    }

    // The corner at s = 0.
    if let Some((side_in, side_out)) = chord(flat_a, -flat_d, r)
        && let Some((cap_in, cap_out)) = slab(a.z, -d.z, h)
        && larger(side_in, cap_in) <= smaller(side_out, cap_out)
    {
        if side_in >= cap_in {
            offer(first, side_in, 0.0, Part::Side);
        } else {
            offer(first, cap_in, 0.0, Part::Cap(d.z.signum()));
        }
    }

    if u.z == 0.0 && d.z == 0.0 {
        return;
    }
    // A disc meets with both caps at once; the leading cap is named.
    let leading = 1f64.copysign(d.z);
    for which in [leading, -leading] {
        // The line B + s u_z - t d_z = +-h, as (s0, t0) + k (d_z, u_z).
        let (s0, t0) = if d.z.abs() >= u.z.abs() {
            (0.0, (a.z - which * h) / d.z)
        } else {
            ((which * h - a.z) / u.z, 0.0)
        };
        let Some((k_in, k_out)) = chord(flat_a + flat_u * s0 - flat_d * t0, flat_u * d.z - flat_d * u.z, r)
        else {
            continue;
        };
        let (k_first, k_last) = if d.z == 0.0 {
            if !(0.0..=1.0).contains(&s0) {
                continue;
            }
            (f64::NEG_INFINITY, f64::INFINITY)
        } else {
            let (k0, k1) = (-s0 / d.z, (1.0 - s0) / d.z);
            (smaller(k0, k1), larger(k0, k1))
        };
        let (low, high) = (larger(k_in, k_first), smaller(k_out, k_last));
        if low > high {
            continue;
        }
        if u.z == 0.0 {
            offer(first, t0, s0 + 0.5 * (low + high) * d.z, Part::Cap(which));
        } else {
            let (k, on_rim) = if u.z > 0.0 {
                (low, k_in >= k_first)
            } else {
                (high, k_out <= k_last)
            };
            // Otherwise a corner is met, and was or will be offered as such.
            if on_rim && k.is_finite() {
                offer(first, t0 + k * u.z, s0 + k * d.z, Part::Rim(which));
            }
        }
    }
}

/// `f64::min` of two that are numbers, in one instruction.
#[inline(always)]
pub(crate) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// `f64::max` of two that are numbers, in one instruction.
#[inline(always)]
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The range of k in which |a + k v| <= r.
pub(crate) fn chord(a: Vector2<f64>, v: Vector2<f64>, r: f64) -> Option<(f64, f64)> {
    let v2 = v.norm_squared();
    if v2 == 0.0 {
        return (a.norm_squared() <= r * r).then_some((f64::NEG_INFINITY, f64::INFINITY));
    }
    // By the distance from the line, not by b^2 - 4ac: that loses all digits far away.
    let across = v.perp(&a);
    let rest = r * r - across * across / v2;
    if rest < 0.0 {
        return None;
    }
    let (middle, half) = (-a.dot(&v) / v2, (rest / v2).sqrt());
    Some((middle - half, middle + half))
}

/// The range of k in which |a + k v| <= h.
pub(crate) fn slab(a: f64, v: f64, h: f64) -> Option<(f64, f64)> {
    if v == 0.0 {
        return (a.abs() <= h).then_some((f64::NEG_INFINITY, f64::INFINITY));
    }
    let (p, q) = ((-h - a) / v, (h - a) / v);
    Some((smaller(p, q), larger(p, q)))
}
