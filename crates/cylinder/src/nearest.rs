//! The normal of a stop at an edge: the normal of the nearest feature there.
//!
//! Seen across an edge, a polygon's own meeting can have a normal that no plane along the solid's edge has.

use crate::answers::{TOUCHING, near};
use crate::backend::CylinderBackend;
use crate::entry::{Cylinder, V3, larger, smaller};
use crate::meet::{Met, Place};
use crate::mesh::Face;
use crate::separation::{BESIDE, Separation, separation};
use crate::stop::Path;
use clipmark_collision::Tally;
use clipmark_geometry::Contents;

/// A feature that is further by less than this may be as near, in units: so exactly the widest gap is found. Larger measures
/// more in vain. Smaller may leave out one of two equally near features; the first of them gives the normal.
const EVEN: f64 = 1e-6;

impl CylinderBackend {
    /// Gives a stop at an edge the normal of the nearest feature there, if it opposes the motion.
    pub(crate) fn face_the_nearest<T: Tally>(
        &self,
        path: &Path,
        stop: &mut Met,
        mask: Contents,
        tally: &mut T,
    ) {
        let hull = path.hull.moved(&(path.by * stop.entry.t));
        // The hull grown by the skin is a cylinder too: its rim is further from the hull than its side.
        let reach = f64::from(self.rules.skin) * std::f64::consts::SQRT_2 + path.rounding;
        // A path along a surface comes nearer to it by rounding alone: it runs into something else.
        let opposing = -path.least_approach();
        let measured = |face: &Face, least: f64| {
            // A face that the path leaves stops nothing: its edges belong to faces that do, or lie where it was cut.
            if !face.both_sides && face.normal.dot(&path.by) >= opposing {
                return None;
            }
            let gap = separation(face, &hull);
            // From behind it is seen only through the solid that it bounds.
            let behind = !face.both_sides && gap.normal.dot(&face.normal) < -BESIDE;
            let opposed = gap.normal.dot(&path.by) < opposing;
            (opposed && !behind && (-path.rounding..least).contains(&gap.distance)).then_some(gap)
        };
        // The stopping polygon is mostly the nearest: then few others need to be measured.
        let own = match stop.polygon {
            Place::Seen(i) => measured(&self.mesh.face(i, &hull.center), reach),
            Place::Hidden(i) => measured(&self.hidden.face(i, &hull.center), reach),
        };
        let mut nearest = own.filter(|_| matches!(stop.polygon, Place::Hidden(_)));
        near(&self.mesh, &hull, reach, mask, tally, |i| {
            let least = nearest.as_ref().map_or(reach, |n| n.distance);
            let gap = match stop.polygon {
                Place::Seen(stopping) if stopping == i => own.filter(|g| g.distance < least),
                _ => {
                    let face = self.mesh.face(i, &hull.center);
                    let further =
                        |n: &Separation| gap_along(&face, &hull, &n.normal) > larger(n.distance, 0.0) + EVEN;
                    if is_beyond(&face, &hull, least) || own.as_ref().is_some_and(further) {
                        return;
                    }
                    measured(&face, least)
                }
            };
            nearest = gap.or(nearest);
        });
        if let Some(gap) = nearest {
            stop.entry.normal = gap.normal;
            stop.entry.point = gap.point;
            stop.dist = gap.normal.dot(&gap.point);
        }
    }
}

/// Width of the gap that a plane square to a direction sees between the two: no more than their distance.
fn gap_along(face: &Face, hull: &Cylinder, m: &V3) -> f64 {
    let reach = m.dot(&hull.center) - hull.support(m);
    let corners = (0..face.corners.len()).map(|i| reach - m.dot(&face.corner(i)));
    corners.fold(f64::INFINITY, smaller)
}

/// Whether a polygon is at least so far away, seen from its plane or its box alone.
fn is_beyond(face: &Face, hull: &Cylinder, distance: f64) -> bool {
    let ahead = face.normal.dot(&hull.center) - face.dist;
    let support = hull.support(&face.normal);
    // Behind the plane the gap counts only where the two are apart.
    if ahead - support >= distance || -ahead - support >= distance.max(0.0) {
        return true;
    }
    let (lo, hi) = hull.grown(distance.max(0.0) + TOUCHING).bounds();
    !face.touches(&lo, &hi)
}
