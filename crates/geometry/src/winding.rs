//! Convex polygons cut by planes, in f64: the outlines of brush faces.
//!
//! Source: Sutherland and Hodgman, *Reentrant Polygon Clipping* (1974), begun with a square larger than any map.

use crate::{Plane, Vec3};
use nalgebra::{Point3, Vector3};

/// A convex polygon in f64, counter-clockwise seen from the front of its plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Winding {
    /// Corners in units.
    pub points: Vec<Point3<f64>>,
}

/// Points nearer to a clip plane than this lie on it, in units. Larger eats thin slivers; smaller leaves
/// corners doubled where three planes meet. Map coordinates are multiples of 1/8 or rounded f32.
const ON_PLANE: f64 = 1e-5;
/// Two corners nearer than this are one, in units.
const SAME_POINT: f64 = 1e-4;
/// Half the size of the first square: beyond any map, whose bounds are +-65,536.
const WORLD_HALF: f64 = 131_072.0;

impl Winding {
    /// A square on the plane, larger than any map.
    pub fn on_plane(plane: &Plane) -> Self {
        let n = plane.normal.cast::<f64>().normalize();
        let helper = if n.z.abs() > 0.9 {
            Vector3::x()
        } else {
            Vector3::z()
        };
        let right = helper.cross(&n).normalize();
        let up = n.cross(&right);
        let middle = Point3::from(n * f64::from(plane.dist));
        let (r, u) = (right * WORLD_HALF, up * WORLD_HALF);
        Self {
            points: vec![middle - r - u, middle + r - u, middle + r + u, middle - r + u],
        }
    }

    /// The part behind the plane (the side that its normal points away from); empty if there is none.
    #[must_use]
    pub fn clipped_behind(&self, plane: &Plane) -> Self {
        self.clipped(plane.normal.cast(), f64::from(plane.dist), ON_PLANE)
    }

    /// Whether [`Self::clipped_behind`] would cut anything off.
    pub(crate) fn reaches_over(&self, plane: &Plane) -> bool {
        let normal: Vector3<f64> = plane.normal.cast();
        let dist = f64::from(plane.dist);
        !self
            .points
            .iter()
            .all(|p| normal.dot(&p.coords) - dist <= ON_PLANE)
    }

    /// The part where `normal . p <= dist`; a corner within `on` units counts as on the plane.
    #[must_use]
    pub fn clipped(&self, normal: Vector3<f64>, dist: f64, on: f64) -> Self {
        let side = |p: &Point3<f64>| normal.dot(&p.coords) - dist;
        let mut points = Vec::with_capacity(self.points.len() + 1);
        for (i, p) in self.points.iter().enumerate() {
            let q = &self.points[(i + 1) % self.points.len()];
            let (dp, dq) = (side(p), side(q));
            if dp <= on {
                points.push(*p);
            }
            if (dp > on && dq < -on) || (dp < -on && dq > on) {
                points.push(p + (q - p) * (dp / (dp - dq)));
            }
        }
        if points.len() < 3 {
            points.clear();
        }
        Self { points }
    }

    /// Without corners that coincide; empty if fewer than three remain.
    #[must_use]
    pub fn welded(mut self) -> Self {
        self.points.dedup_by(|a, b| (*a - *b).norm() < SAME_POINT);
        while self.points.len() > 1
            && (self.points[0] - self.points[self.points.len() - 1]).norm() < SAME_POINT
        {
            self.points.pop();
        }
        if self.points.len() < 3 {
            self.points.clear();
        }
        self
    }

    /// Area in square units.
    pub fn area(&self) -> f64 {
        let Some(a) = self.points.first() else { return 0.0 };
        let sum: Vector3<f64> = self
            .points
            .windows(2)
            .map(|w| (w[0] - a).cross(&(w[1] - a)))
            .sum();
        sum.norm() * 0.5
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The corners as the world's f32 points.
    pub fn to_f32(&self) -> Vec<crate::Point> {
        self.points
            .iter()
            .map(|p| crate::Point::from(Vec3::new(p.x as f32, p.y as f32, p.z as f32)))
            .collect()
    }
}
