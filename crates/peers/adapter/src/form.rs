//! Hulls as the shapes that libraries have, around the middle of the hull's bounds.

use crate::scale::scaled;
use clipmark_collision::question::Shape;
use clipmark_geometry::{Hull, Vec3};

/// A convex shape around its own middle, in a library's lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A ball by its radius.
    Ball(f32),
    /// A box by half its lengths.
    Box([f32; 3]),
    /// An upright capsule: half the distance of its two centres, and the radius.
    Capsule(f32, f32),
    /// An upright cylinder: half the height, and the radius.
    Cylinder(f32, f32),
}

/// How large a hull is made for a library.
#[derive(Clone, Copy, Debug)]
pub struct Sizing {
    /// The library's length of one unit.
    pub length: f32,
    /// Units by which the hull is grown on every side.
    pub grown: f32,
    /// Half the thickness, in units, of a hull that has less: for libraries whose shapes have a volume. Smaller: rounding of map
    /// coordinates is larger than it; larger: it would show in a gap.
    pub least: f32,
}

/// The form of a hull. A point is a ball of the least size.
#[inline]
pub fn form(hull: &Hull, sizing: Sizing) -> Form {
    let Sizing { length, grown, least } = sizing;
    let half = hull.bounds().half_extents().map(|x| (x + grown).max(least));
    match hull {
        Hull::Point | Hull::Sphere { .. } => Form::Ball(half.x * length),
        Hull::Box { .. } => Form::Box(scaled(&half, length)),
        Hull::Capsule { .. } => {
            let radius = (hull.radius() + grown).max(least);
            match half.z - radius {
                level if level > least => Form::Capsule(level * length, radius * length),
                _ => Form::Ball(radius * length),
            }
        }
        Hull::Cylinder { .. } => Form::Cylinder(half.z * length, half.x * length),
    }
}

/// The middle of a hull's bounds from its position, in units: where libraries put a shape.
#[inline]
pub fn middle(hull: &Hull) -> Vec3 {
    hull.bounds().center().coords
}

impl Form {
    /// The same as data, its edges rounded by a radius where it is a box.
    pub fn as_shape(self, rounding: f32) -> Shape {
        match self {
            Self::Ball(radius) => Shape::Ball(radius),
            Self::Box(half) => Shape::Box(half, rounding),
            Self::Capsule(half, radius) => Shape::Capsule(half, radius),
            Self::Cylinder(half, radius) => Shape::Cylinder(half, radius),
        }
    }
}
