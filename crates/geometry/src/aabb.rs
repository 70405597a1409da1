//! Axis-aligned boxes.

use crate::{Plane, Point, Vec3, Winding};

/// An axis-aligned box, `mins <= maxs` in every component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lowest corner, in units.
    pub mins: Point,
    /// Highest corner, in units.
    pub maxs: Point,
}

impl Aabb {
    /// The box that contains nothing: growing it by a point gives that point.
    pub const EMPTY: Self = Self {
        mins: Point::new(f32::INFINITY, f32::INFINITY, f32::INFINITY),
        maxs: Point::new(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// The box between two corners.
    pub fn new(mins: Point, maxs: Point) -> Self {
        Self { mins, maxs }
    }

    /// The smallest box that holds all the points.
    pub fn of_points<'a>(points: impl IntoIterator<Item = &'a Point>) -> Self {
        points.into_iter().fold(Self::EMPTY, |b, p| b.with_point(p))
    }

    /// The bounds of a solid by its faces, each a plane and its outline. Axial faces give them exactly; a corner may be off by a
    /// rounding.
    pub fn of_faces<'a>(faces: impl Iterator<Item = (&'a Plane, &'a Winding)> + Clone) -> Self {
        let corners = faces.clone().flat_map(|(_, outline)| outline.to_f32());
        let mut bounds = corners.fold(Self::EMPTY, |bounds, corner| bounds.with_point(&corner));
        for (plane, _) in faces {
            match plane.axis() {
                Some(axis) if plane.normal[axis] > 0.0 => bounds.maxs[axis] = plane.dist,
                Some(axis) => bounds.mins[axis] = -plane.dist,
                None => {}
            }
        }
        bounds
    }

    /// This box grown to hold one more point.
    pub fn with_point(&self, p: &Point) -> Self {
        Self {
            mins: self.mins.inf(p),
            maxs: self.maxs.sup(p),
        }
    }

    /// The smallest box that holds both.
    pub fn union(&self, other: &Self) -> Self {
        Self {
            mins: self.mins.inf(&other.mins),
            maxs: self.maxs.sup(&other.maxs),
        }
    }

    /// This box with every face moved outwards by `margin` units.
    pub fn grown(&self, margin: f32) -> Self {
        let m = Vec3::repeat(margin);
        Self {
            mins: self.mins - m,
            maxs: self.maxs + m,
        }
    }

    /// This box moved by a displacement.
    pub fn translated(&self, by: &Vec3) -> Self {
        Self {
            mins: self.mins + by,
            maxs: self.maxs + by,
        }
    }

    /// Whether the boxes share at least a point; touching counts.
    pub fn touches(&self, other: &Self) -> bool {
        (0..3).all(|i| self.mins[i] <= other.maxs[i] && other.mins[i] <= self.maxs[i])
    }

    /// Whether the point lies inside or on the boundary.
    pub fn contains(&self, p: &Point) -> bool {
        (0..3).all(|i| self.mins[i] <= p[i] && p[i] <= self.maxs[i])
    }

    /// The middle.
    pub fn center(&self) -> Point {
        nalgebra::center(&self.mins, &self.maxs)
    }

    /// Half the size along each axis.
    pub fn half_extents(&self) -> Vec3 {
        (self.maxs - self.mins) * 0.5
    }

    /// Whether nothing was ever put in, or a bound is inverted or not a number.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !(0..3).all(|i| self.mins[i] <= self.maxs[i])
    }
}
