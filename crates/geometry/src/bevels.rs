//! Gives a brush the planes that a box sweep needs besides its faces.
//!
//! Three kinds of planes bound the Minkowski sum of a convex solid and a box, all moved out by the box. They are the solid's
//! faces, the six axial planes and the planes edge x axis (`docs/truth.md` section 5). A map's compiler stores them as bevels;
//! this does the same for brushes that come without.
//!
//! Edges are found on the line of every two sides, not on outlines. Corners of an outline are good to its tolerance over the sine
//! of the angle. In acute wedges the bevels of short edges went astray by that. Every bevel touches the solid, so one too many
//! costs time and changes nothing. A missing bevel leaves a mitre on the moved-out solid.

use crate::{Aabb, Brush, BrushSide, Plane, Point, SurfaceFlags, Vec3};
use nalgebra::Vector3;

type V = Vector3<f64>;

/// Two planes that touch the solid are one when their normals differ by less than this per component. Over 1,000 units of solid
/// they part by 1/1000. Larger drops bevels that are needed; smaller keeps copies that cost time.
const SAME_NORMAL: f64 = 1e-6;
/// A plane through an edge bounds the solid when no corner lies farther in front of it, in units. The bound is the rounding of
/// f32 planes at map scale. Smaller loses bevels far from the origin; larger keeps more than needed.
const BEHIND: f64 = 2e-3;
/// An edge whose cross product with an axis is shorter than this share of the edge is parallel to it.
const PARALLEL: f64 = 1e-6;
/// Sides whose normals' cross product is shorter than this are flush: f32 normals carry 1e-7.
const FLUSH: f64 = 1e-7;
/// An edge shorter than this is a corner, in units. Its missing bevels leave mitres of about its length on a box. There a ball's
/// mitre is the corner's, as far as the ball is large. The reference of `clipmark-referee` states the same length.
const SHORT: f64 = 1e-5;

/// The brush with its sides in the engine's order: -x +x -y +y -z +z, its other faces, edge bevels.
pub fn bevelled(brush: &Brush) -> Brush {
    if brush.bevelled {
        return brush.clone();
    }
    let edges = edges(&brush.sides);
    let corners: Vec<V> = edges.iter().flat_map(|e| e.ends).collect();
    let mut sides: Vec<BrushSide> = Vec::with_capacity(brush.sides.len() + 6);
    let mut bounds = Aabb::new(brush.bounds.mins, brush.bounds.maxs);
    for axis in 0..3 {
        for sign in [-1.0f32, 1.0] {
            let side = axial(brush, &corners, axis, sign);
            if sign < 0.0 {
                bounds.mins[axis] = -side.plane.dist;
            } else {
                bounds.maxs[axis] = side.plane.dist;
            }
            sides.push(side);
        }
    }
    sides.extend(brush.sides.iter().filter(|s| s.plane.axis().is_none()));
    let mut normals: Vec<V> = sides.iter().map(|s| s.plane.normal.cast()).collect();
    for edge in &edges {
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let Some(normal) = across(&edge.along, axis, sign) else {
                    continue;
                };
                let at = normal.dot(&edge.ends[0]);
                let beyond = |c: &V| normal.dot(c) - at >= BEHIND;
                let known = |n: &V| (n - normal).amax() < SAME_NORMAL;
                if !corners.iter().any(beyond) && !normals.iter().any(known) {
                    let plane = touching(&normal, &corners);
                    let surface = brush.sides[edge.side].surface;
                    sides.push(BrushSide { plane, surface });
                    normals.push(normal);
                }
            }
        }
    }
    Brush {
        sides,
        contents: brush.contents,
        bounds,
        bevelled: true,
    }
}

/// The side that looks along an axis: the brush's own, or a new one at its last corner.
fn axial(brush: &Brush, corners: &[V], axis: usize, sign: f32) -> BrushSide {
    let own = brush.sides.iter().filter(|s| s.plane.normal[axis] == sign);
    if let Some(side) = own.min_by(|a, b| a.plane.dist.total_cmp(&b.plane.dist)) {
        return *side;
    }
    let mut normal = Vec3::zeros();
    normal[axis] = sign;
    let plane = if corners.is_empty() {
        let corner: &Point = if sign < 0.0 {
            &brush.bounds.mins
        } else {
            &brush.bounds.maxs
        };
        Plane::new(normal, sign * corner[axis])
    } else {
        touching(&normal.cast(), corners)
    };
    BrushSide {
        plane,
        surface: SurfaceFlags::empty(),
    }
}

/// The plane with this normal, rounded to f32, that touches the solid.
fn touching(normal: &V, corners: &[V]) -> Plane {
    let rounded: Vec3 = normal.cast();
    Plane::new(rounded, support(&rounded.cast(), corners) as f32)
}

fn support(direction: &V, corners: &[V]) -> f64 {
    corners
        .iter()
        .map(|c| direction.dot(c))
        .fold(f64::NEG_INFINITY, f64::max)
}

fn across(along: &V, axis: usize, sign: f64) -> Option<V> {
    let mut towards = V::zeros();
    towards[axis] = sign;
    along.cross(&towards).try_normalize(PARALLEL)
}

/// An edge of a solid, and one of the sides that meet in it.
struct Edge {
    side: usize,
    /// Unit direction.
    along: V,
    ends: [V; 2],
}

/// The parts of every two sides' line that the other sides leave.
fn edges(sides: &[BrushSide]) -> Vec<Edge> {
    let planes: Vec<(V, f64)> = sides
        .iter()
        .map(|s| (s.plane.normal.cast::<f64>(), f64::from(s.plane.dist)))
        .map(|(n, d)| (n / n.norm(), d / n.norm()))
        .collect();
    let mut out = Vec::new();
    // Planes in the order in which they are asked: those that turned lines away last come first.
    let mut order: Vec<usize> = (0..planes.len()).collect();
    for (i, (n, d)) in planes.iter().enumerate() {
        for (j, (m, e)) in planes.iter().enumerate().skip(i + 1) {
            let cross = n.cross(m);
            let Some(along) = cross.try_normalize(FLUSH) else {
                continue;
            };
            let on = (m.cross(&cross) * *d + cross.cross(n) * *e) / cross.norm_squared();
            let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
            for at in 0..order.len() {
                let k = order[at];
                if k == i || k == j {
                    continue;
                }
                let (normal, dist) = planes[k];
                let (outside, slope) = (normal.dot(&on) - dist, normal.dot(&along));
                if slope.abs() < FLUSH {
                    if outside > SHORT {
                        to = f64::NEG_INFINITY;
                    }
                } else if slope > 0.0 {
                    to = to.min(-outside / slope);
                } else {
                    from = from.max(-outside / slope);
                }
                // Most lines miss the solid: a few planes show it, and the others need not be asked.
                if to - from <= SHORT || to == f64::NEG_INFINITY {
                    order[..=at].rotate_right(1);
                    break;
                }
            }
            if from.is_finite() && to.is_finite() && to - from > SHORT {
                out.push(Edge {
                    side: i,
                    along,
                    ends: [on + along * from, on + along * to],
                });
            }
        }
    }
    out
}
