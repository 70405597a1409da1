//! Planes, with the normal towards the front.

use crate::{Point, Vec3};
use nalgebra::{Scalar, Vector3};

/// The plane `normal . p = dist`; the side that the normal points to is in front. In f64 only where the exact
/// reference answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<R: Scalar = f32> {
    /// Unit normal, out of the solid for a brush side.
    pub normal: Vector3<R>,
    /// Signed distance of the plane from the origin along the normal, in units.
    pub dist: R,
}

impl Plane {
    /// The plane with this normal and distance; nothing is normalised.
    pub fn new(normal: Vec3, dist: f32) -> Self {
        Self { normal, dist }
    }

    /// The plane through three points, counter-clockwise seen from the front.
    /// `None` when they lie on a line or a coordinate is not finite.
    pub fn through(a: Point, b: Point, c: Point) -> Option<Self> {
        let (a, b, c) = (a.cast::<f64>(), b.cast::<f64>(), c.cast::<f64>());
        let normal = (b - a).cross(&(c - a)).try_normalize(f64::MIN_POSITIVE.sqrt())?;
        let dist = normal.dot(&a.coords);
        (dist.is_finite() && normal.iter().all(|x| x.is_finite()))
            .then(|| Self::new(normal.cast(), dist as f32))
    }

    /// Signed distance of a point: positive in front.
    pub fn distance(&self, p: &Point) -> f32 {
        self.normal.dot(&p.coords) - self.dist
    }

    /// The axis of an exactly axial normal (0 = x, 1 = y, 2 = z), of either sign.
    pub fn axis(&self) -> Option<usize> {
        (0..3).find(|&i| self.normal[i].abs() == 1.0)
    }

    /// The same plane seen from behind.
    pub fn flipped(&self) -> Self {
        Self::new(-self.normal, -self.dist)
    }

    /// Whether normal and distance are finite numbers and the normal has length one (to 1e-3).
    pub fn is_valid(&self) -> bool {
        const UNIT_TOLERANCE: f32 = 1e-3; // maps store normals as f32 rounded from text; 1e-3 is far beyond that
        self.dist.is_finite() && (self.normal.norm() - 1.0).abs() < UNIT_TOLERANCE
    }
}
