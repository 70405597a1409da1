//! The face of a brush that a hull came to rest on: PhysX's normal of a sweep is that of its last iteration.

use crate::solids::Part;
use clipmark_geometry::{BrushSide, Hull, Point, Vec3};

/// How far a hull at a sweep's end may be from the plane of the face that stopped it, in units. It covers f32 at map coordinates
/// and PhysX's tolerances. Smaller: bent normals stay; larger: hits at edges are taken for faces.
const AT_FACE: f32 = 1.0 / 32.0;

impl Part {
    /// The side whose normal is most like a direction: what its surface is.
    pub(crate) fn side_like(&self, normal: &Vec3) -> Option<&BrushSide> {
        let like = |s: &BrushSide| s.plane.normal.dot(normal);
        self.sides.iter().max_by(|a, b| like(a).total_cmp(&like(b)))
    }

    /// The side that separates the hull at `at` from the brush and faces the motion, if one does.
    pub(crate) fn side_met(&self, hull: &Hull, at: &Point, motion: &Vec3) -> Option<&BrushSide> {
        let gap = |s: &BrushSide| s.plane.distance(at) - hull.support(&-s.plane.normal);
        let farthest = self.sides.iter().max_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        let faces = farthest.plane.normal.dot(motion) < 0.0;
        (faces && gap(farthest).abs() <= AT_FACE).then_some(farthest)
    }
}
