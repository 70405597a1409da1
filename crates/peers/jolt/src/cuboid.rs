//! Whether a brush is a box, turned in any way: Jolt has a shape for it that needs no hull builder.

use clipmark_geometry::{Aabb, Point, Vec3 as Units};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use oxijolt::Quat;

/// Corners may lie so many f32 steps of the largest coordinate off those of a box: a corner is rounded from three planes, which
/// are rounded themselves. Smaller, and walls that are turned are no boxes; larger, and a wedge of a hair's breadth is one.
const STEPS: f64 = 8.0;

/// A box about its middle.
pub(crate) struct Cuboid {
    pub(crate) half: Units,
    pub(crate) rotation: Quat,
}

/// The box that these are the corners of, with faces of these unit normals; `None` if it is none.
pub(crate) fn cuboid(corners: &[Point], normals: &[Units]) -> Option<Cuboid> {
    if corners.len() != 8 {
        return None;
    }
    let x = normals.first()?.cast::<f64>().normalize();
    let across = normals
        .iter()
        .map(|n| n.cast::<f64>())
        .find(|n| n.dot(&x).abs() < 0.5)?;
    let y = (across - x * across.dot(&x)).normalize();
    let axes = Matrix3::from_columns(&[x, y, x.cross(&y)]);
    let middle = Aabb::of_points(corners).center().coords.cast::<f64>();
    let own: Vec<Vector3<f64>> = corners
        .iter()
        .map(|c| axes.transpose() * (c.coords.cast::<f64>() - middle))
        .collect();
    let half = own
        .iter()
        .fold(Vector3::zeros(), |all: Vector3<f64>, c| all.sup(&c.abs()));
    let largest = corners
        .iter()
        .flat_map(|c| c.iter())
        .fold(0.0_f32, |all, x| all.max(x.abs()));
    let allowed = STEPS * f64::from(f32::EPSILON * largest);
    let is_corner = |c: &Vector3<f64>| (c.abs() - half).abs().max() <= allowed;
    if !own.iter().all(is_corner) {
        return None;
    }
    let turned = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes)).cast::<f32>();
    let q = turned.coords;
    Some(Cuboid {
        half: half.cast::<f32>(),
        rotation: Quat::from_xyzw(q.x, q.y, q.z, q.w),
    })
}
