//! The contacts of a hull at a place with one solid: the nearest feature, or every face that reaches in.
//!
//! Nearest points are those of `closest.rs`; distances, normals and heights come from the solid's own faces, in f64.

use crate::V;
use crate::closest::closest;
use crate::core_shape::CoreShape;
use crate::passage::Surface;
use crate::penetration::{Place, place};
use crate::solid::{Solid, SolidFace};
use crate::tally::Tally;
use clipmark_collision::Contact;
use clipmark_geometry::Point;

/// A face with more corners than this, clipped, is taken to be as high as its bounding box.
const MOST_CORNERS: usize = 64;
/// A face this near to a point holds it, in units: corners are welded to 1e-4. Larger would name a neighbour
/// face across a blunt edge.
const ON_FACE: f64 = 1e-3;

/// The contacts of a hull, its middle at `at`, with one solid within `margin`. For a solid that it does not overlap: its nearest
/// feature. For an overlapped one: every face that reaches into the hull.
pub(crate) fn contacts<T: Tally>(
    solid: Solid,
    shape: &CoreShape,
    at: &V,
    margin: f64,
    out: &mut Vec<Contact>,
    tally: &T,
) {
    let Some(nearest) = nearest(solid, shape, at, margin, tally) else {
        return;
    };
    let known = out.len();
    if nearest.distance < 0.0 {
        let grown = shape.half.add_scalar(margin);
        let (lo, hi) = (at - grown, at + grown);
        let from_front = |face: &&SolidFace| {
            // A surface is met from the side that the hull's middle is on; one-sided ones from their front.
            let n = face.plane.normal.cast::<f64>();
            solid.triangle.is_none() || n.dot(at) >= face.reach
        };
        out.extend(solid.faces().iter().filter(from_front).filter_map(|face| {
            let top = highest(solid, face, &lo, &hi)?;
            let n = face.plane.normal.cast::<f64>();
            let distance = n.dot(at) - face.reach - shape.reach(&n);
            let point = at - n * (n.dot(at) - face.reach);
            let normal = face.plane.normal;
            let (point, distance, top) = (Point::from(point.cast::<f32>()), distance as f32, top as f32);
            Some(Contact {
                point,
                normal,
                face_normal: normal,
                distance,
                top,
                contents: solid.contents,
            })
        }));
    }
    if out.len() == known {
        out.push(nearest);
    }
}

/// The nearest feature of a solid within `margin`.
fn nearest<T: Tally>(solid: Solid, shape: &CoreShape, at: &V, margin: f64, tally: &T) -> Option<Contact> {
    let corners = solid.corners();
    let mut toward = (f64::NEG_INFINITY, V::z());
    for Surface { normal: n, dist, .. } in solid.planes() {
        tally.planes(1);
        let gap = n.dot(at) - dist - shape.reach(&n);
        if gap > margin {
            return None;
        }
        if gap > toward.0 {
            toward = (gap, n);
        }
    }
    let (normal, distance, point) = match closest(corners, shape, at, &toward.1, tally) {
        Some(found) => {
            let gap = (at - found.touching).norm() - shape.radius;
            (found.normal, gap, found.on_solid)
        }
        // The cores overlap or touch.
        None => match place(solid, shape, at, 0.0, tally) {
            Place::Inside(d) => {
                let n = d.surface.normal;
                let deepest = at - shape.core_support(&n) - n * shape.radius;
                (n, -d.depth, deepest + n * d.depth)
            }
            Place::Apart(s) => {
                let n = s.normal;
                let gap = n.dot(at) - s.dist - shape.reach(&n);
                let nearest = at - shape.core_support(&n) - n * (shape.radius + gap);
                (n, gap, nearest)
            }
        },
    };
    if distance > margin || solid.lets_pass(&-normal) {
        return None;
    }
    let holds = |f: &SolidFace| (f.plane.normal.cast::<f64>().dot(&point) - f.reach).abs() <= ON_FACE;
    let face = solid.face_like(&normal, holds);
    let face = face.or_else(|| solid.face_like(&normal, |_| true))?;
    let grown = shape.half.add_scalar(margin);
    let (lo, hi) = (at - grown, at + grown);
    let top = solid
        .faces()
        .iter()
        .filter_map(|f| highest(solid, f, &lo, &hi))
        .fold(f64::NEG_INFINITY, f64::max);
    // The hull may be wholly inside, or the faces may miss its box by a rounding.
    let top = if top.is_finite() { top } else { point.z };
    Some(Contact {
        point: Point::from(point.cast::<f32>()),
        normal: normal.cast(),
        face_normal: face.plane.normal,
        distance: distance as f32,
        top: top as f32,
        contents: solid.contents,
    })
}

/// The highest point of a face within a box. The face is clipped to the box (Sutherland and Hodgman, 1974) on the stack.
fn highest(solid: Solid, face: &SolidFace, lo: &V, hi: &V) -> Option<f64> {
    let corners = solid.corners();
    let outline = solid.outline(face);
    if outline.len() + 6 > MOST_CORNERS {
        return Some(f64::from(solid.maxs[2]).min(hi.z));
    }
    let mut polygon = [V::zeros(); MOST_CORNERS];
    let mut len = outline.len();
    for (p, &i) in polygon.iter_mut().zip(outline) {
        *p = corners[i as usize];
    }
    for axis in 0..3 {
        for (sign, bound) in [(1.0, hi[axis]), (-1.0, -lo[axis])] {
            let from = polygon;
            let mut kept = 0;
            for i in 0..len {
                let (p, q) = (from[i], from[(i + 1) % len]);
                let (a, b) = (sign * p[axis] - bound, sign * q[axis] - bound);
                if a <= 0.0 {
                    polygon[kept] = p;
                    kept += 1;
                }
                if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
                    polygon[kept] = p + (q - p) * (a / (a - b));
                    kept += 1;
                }
            }
            len = kept;
            if len == 0 {
                return None;
            }
        }
    }
    polygon[..len].iter().map(|p| p.z).max_by(f64::total_cmp)
}
