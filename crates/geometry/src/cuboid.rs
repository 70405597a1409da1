//! Whether a solid is a box, turned in any way. Physics libraries have a shape for it that needs no hull builder.

use crate::{Aabb, Brush, Point, Vec3};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// Corners may lie this many f32 steps of the largest coordinate off those of a box. A corner is rounded from three planes,
/// which are rounded themselves. Smaller, and walls that are turned are no boxes; larger, and a wedge of a hair's breadth is
/// one.
const STEPS: f64 = 8.0;

/// A box that may be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    /// Its middle, in units.
    pub middle: Point,
    /// Half of its lengths along its own axes, in units.
    pub half: Vec3,
    /// Turns its own axes into the world's.
    pub rotation: UnitQuaternion<f32>,
}

impl Cuboid {
    /// The box that a brush is; `None` if it is none.
    pub fn of(brush: &Brush) -> Option<Self> {
        let corners = brush.vertices();
        let normals = brush.sides.iter().map(|side| side.plane.normal.cast::<f64>());
        let x = normals.clone().next()?.normalize();
        let across = normals.clone().find(|n| n.dot(&x).abs() < 0.5)?;
        let y = (across - x * across.dot(&x)).normalize();
        let axes = Matrix3::from_columns(&[x, y, x.cross(&y)]);
        let middle = Aabb::of_points(&corners).center();
        let own: Vec<Vector3<f64>> = corners
            .iter()
            .map(|c| axes.transpose() * ((c - middle).cast::<f64>()))
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
        // A corner that three rounded planes meet in may be given more than once, a hair apart.
        let which = |c: &Vector3<f64>| (0..3).fold(0_u8, |bits, i| bits | u8::from(c[i] > 0.0) << i);
        let found = own.iter().fold(0_u8, |all, c| all | 1 << which(c));
        if found != u8::MAX || !own.iter().all(is_corner) {
            return None;
        }
        Some(Self {
            middle,
            half: half.cast::<f32>(),
            rotation: UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes))
                .cast::<f32>(),
        })
    }
}
