//! Hulls as parry's shapes.

use clipmark_geometry::{Hull, Point, Vec3};
use parry3d::math::{Pose, Rotation};
use parry3d::shape::{Ball, Capsule, Cuboid, Cylinder, Shape};
use std::f32::consts::FRAC_PI_2;

/// A hull as the parry shape of its kind, centred on the middle of its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    Ball(Ball),
    Cuboid(Cuboid),
    Capsule(Capsule),
    /// parry's cylinder stands along y; [`Body::pose`] raises it.
    Cylinder(Cylinder),
}

impl Body {
    /// The shape, `None` for a point.
    pub(super) fn from_hull(hull: &Hull) -> Option<Self> {
        let half = hull.bounds().half_extents();
        Some(match *hull {
            Hull::Point => return None,
            Hull::Sphere { radius } => Self::Ball(Ball::new(radius)),
            Hull::Box { .. } => Self::Cuboid(Cuboid::new(half.into())),
            Hull::Capsule { .. } => {
                let radius = hull.radius();
                Self::Capsule(Capsule::new_z(half.z - radius, radius))
            }
            Hull::Cylinder { .. } => Self::Cylinder(Cylinder::new(half.z, half.x)),
        })
    }

    /// Something to ask about a point with.
    pub(super) fn nothing() -> Self {
        Self::Ball(Ball::new(0.0))
    }

    /// Its place.
    pub(super) fn pose(&self, middle: &Vec3) -> Pose {
        let middle = (*middle).into();
        match self {
            Self::Cylinder(_) => Pose::from_parts(middle, Rotation::from_rotation_x(FRAC_PI_2)),
            _ => Pose::from_translation(middle),
        }
    }

    pub(super) fn shape(&self) -> &dyn Shape {
        match self {
            Self::Ball(s) => s,
            Self::Cuboid(s) => s,
            Self::Capsule(s) => s,
            Self::Cylinder(s) => s,
        }
    }
}

/// The hull as a shape in its place.
pub(super) fn placed(hull: &Hull, at: &Point) -> (Body, Pose) {
    let body = Body::from_hull(hull).unwrap_or_else(Body::nothing);
    let middle = at.coords + hull.bounds().center().coords;
    (body, body.pose(&middle))
}
