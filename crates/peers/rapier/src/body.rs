//! Hulls as Rapier's shapes, in metres.

use crate::scale::{METRE, metres};
use clipmark_geometry::{Hull, Point, Vec3};
use rapier3d::parry::shape::{Ball, Capsule, Cuboid, Cylinder, Shape};
use rapier3d::prelude::{Pose, Rotation};
use std::f32::consts::FRAC_PI_2;

/// A hull as the shape of its kind, centred on the middle of its bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body {
    Ball(Ball),
    Cuboid(Cuboid),
    Capsule(Capsule),
    /// Stands along y; [`Body::pose`] raises it.
    Cylinder(Cylinder),
}

impl Body {
    /// The shape; a point is a ball of radius 0.
    pub(crate) fn from_hull(hull: &Hull) -> Self {
        let half = hull.bounds().half_extents() * METRE;
        let radius = hull.radius() * METRE;
        match *hull {
            Hull::Point => Self::Ball(Ball::new(0.0)),
            Hull::Sphere { .. } => Self::Ball(Ball::new(radius)),
            Hull::Box { .. } => Self::Cuboid(Cuboid::new(half.into())),
            Hull::Capsule { .. } => Self::Capsule(Capsule::new_z(half.z - radius, radius)),
            Hull::Cylinder { .. } => Self::Cylinder(Cylinder::new(half.z, half.x)),
        }
    }

    /// Its place, given the middle in units.
    pub(crate) fn pose(&self, middle: &Vec3) -> Pose {
        let middle = metres(middle);
        match self {
            Self::Cylinder(_) => Pose::from_parts(middle, Rotation::from_rotation_x(FRAC_PI_2)),
            _ => Pose::from_translation(middle),
        }
    }

    pub(crate) fn shape(&self) -> &dyn Shape {
        match self {
            Self::Ball(s) => s,
            Self::Cuboid(s) => s,
            Self::Capsule(s) => s,
            Self::Cylinder(s) => s,
        }
    }
}

/// A hull as a shape in its place.
pub(crate) fn placed(hull: &Hull, at: &Point) -> (Body, Pose) {
    let body = Body::from_hull(hull);
    let middle = at.coords + hull.bounds().center().coords;
    (body, body.pose(&middle))
}
