//! The face that a cast's normal means: `rapier:tuned` answers with it.
//!
//! GJK ends with a direction that is a face's only nearly. A best user takes the face's own normal, which the brush has.

use crate::library::Part;
use clipmark_geometry::{Hull, Plane, Vec3, side_like};

/// How far the solver's normal may be from a face's to mean it, as a cosine: 5 degrees. Smaller angles leave normals as they
/// were; larger ones turn true edge normals into faces'.
const SAME_FACE: f32 = 0.996_2;

/// The plane of the part's face, or of the box's, that a solver's normal and point mean; itself if it means none.
pub(crate) fn meant(part: &Part, hull: &Hull, normal: Vec3, witness: &Vec3) -> Plane {
    let through = |normal: Vec3| Plane::new(normal, normal.dot(witness));
    let side = side_like(&part.sides, &normal).map(|s| s.plane);
    let axis = matches!(hull, Hull::Box { .. }).then(|| {
        let mut axis = Vec3::zeros();
        let most = normal.iamax();
        axis[most] = normal[most].signum();
        through(axis)
    });
    let like = |p: &Plane| p.normal.dot(&normal);
    let best = side
        .into_iter()
        .chain(axis)
        .max_by(|a, b| like(a).total_cmp(&like(b)));
    best.filter(|p| like(p) >= SAME_FACE)
        .unwrap_or_else(|| through(normal))
}
