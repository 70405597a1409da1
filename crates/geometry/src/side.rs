//! Which side of a brush an answer of a library means. Libraries answer with a normal of their solver, seldom with a face.

use crate::{BrushSide, Hull, Point, Vec3};

/// How far a hull at the end of a cast may be from the plane of the face that stopped it, in units. It covers f32 at map coordinates
/// and tolerances of libraries, such as Jolt's 1e-4 m. Smaller: bent normals stay; larger: hits at edges are taken for faces.
const AT_FACE: f32 = 1.0 / 32.0;

/// The side whose normal is most like a direction: its surface is the one met.
pub fn side_like<'a>(sides: &'a [BrushSide], normal: &Vec3) -> Option<&'a BrushSide> {
    let like = |s: &BrushSide| s.plane.normal.dot(normal);
    sides.iter().max_by(|a, b| like(a).total_cmp(&like(b)))
}

/// The side that separates the hull at a place from the brush and faces the motion, if one does.
pub fn side_met<'a>(sides: &'a [BrushSide], hull: &Hull, at: &Point, motion: &Vec3) -> Option<&'a BrushSide> {
    let gap = |s: &BrushSide| s.plane.distance(at) - hull.support(&-s.plane.normal);
    let farthest = sides.iter().max_by(|a, b| gap(a).total_cmp(&gap(b)))?;
    let faces = farthest.plane.normal.dot(motion) < 0.0;
    (faces && gap(farthest).abs() <= AT_FACE).then_some(farthest)
}
