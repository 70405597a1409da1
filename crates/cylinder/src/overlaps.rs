//! Whether a cylinder and a polygon have a point in common, and how high the polygon reaches in it.
//!
//! Both are formulas: the cut of the polygon's plane through the cylinder, and each edge's part over its disc.

use crate::entry::{Cylinder, V3};
use crate::mesh::Face;

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
    // No edge in the cylinder: the cut of the plane through it lies wholly in the polygon or wholly outside. A point of the cut
    // is asked first, for a floor underfoot mostly holds it.
    face.holds(&(body.center - body.furthest(&face.normal) * (ahead / support)))
        || face
            .edges()
            .any(|(a, u)| edge_overlaps(&(a - body.center), &u, body))
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

/// Height of the highest point of the part of the polygon that lies in the cylinder. `None` if no part does. (The part is convex:
/// its highest point is the cylinder's own top once the polygon leaves through it.)
pub(crate) fn top_within(face: &Face, body: &Cylinder) -> Option<f64> {
    let r2 = body.radius * body.radius;
    let axis = body.center.xy();
    let (lid, floor) = (body.center.z + body.half, body.center.z - body.half);
    let mut top = f64::NEG_INFINITY;
    // The highest point of the plane over the cylinder's disc: where the polygon has it, nothing of it is higher.
    let n = &face.normal;
    if n.z != 0.0 {
        let uphill = (n.xy() * -n.z.signum()).try_normalize(1e-9).unwrap_or_default();
        let p = axis + uphill * body.radius;
        let z = (face.dist - n.xy().dot(&p)) / n.z;
        if face.holds(&V3::new(p.x, p.y, z)) {
            return (z >= floor).then_some(z.min(lid));
        }
    }
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
    (top >= floor).then_some(top.min(lid))
}
