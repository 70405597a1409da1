//! The shapes that are moved through a world.

use crate::{Aabb, Point, Vec3};
use thiserror::Error;

/// The shape that is moved through the world. It only translates; its bounds are relative to the position
/// that is traced, and need not be centred on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hull {
    /// No size at all.
    Point,
    /// A ball around the position; radius in units.
    Sphere {
        /// Radius in units.
        radius: f32,
    },
    /// An axis-aligned box.
    Box {
        /// Bounds relative to the position.
        bounds: Aabb,
    },
    /// A vertical capsule inside the bounds: its radius is the smaller of half the x width and half the height.
    Capsule {
        /// Bounds relative to the position.
        bounds: Aabb,
    },
    /// A vertical cylinder inside the bounds: its radius is half the x width.
    Cylinder {
        /// Bounds relative to the position.
        bounds: Aabb,
    },
}

/// Why a hull was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum HullError {
    /// A bound is NaN or infinite.
    #[error("a bound of the hull is not a finite number")]
    NotFinite,
    /// A low bound lies above the high one.
    #[error("the hull is inside out: mins {} {} {} exceed maxs {} {} {}", .0.x, .0.y, .0.z, .1.x, .1.y, .1.z)]
    Inverted(Point, Point),
    /// A round hull whose x and y widths differ.
    #[error("a round hull must be as wide in y as in x")]
    NotRound,
    /// A negative radius.
    #[error("the radius of the hull is negative")]
    NegativeRadius,
}

impl Hull {
    /// Quake III's standing player: 30 x 30 x 56, feet 24 below the position.
    pub fn quake3_player() -> Self {
        Self::Box {
            bounds: Aabb::new(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0)),
        }
    }

    /// A box between two corners relative to the position.
    ///
    /// # Errors
    /// Bounds that are not finite or are inverted.
    pub fn new_box(mins: Point, maxs: Point) -> Result<Self, HullError> {
        check(mins, maxs).map(|bounds| Self::Box { bounds })
    }

    /// A vertical capsule within two corners.
    ///
    /// # Errors
    /// Bounds that are not finite, are inverted, or differ in x and y width.
    pub fn new_capsule(mins: Point, maxs: Point) -> Result<Self, HullError> {
        check_round(mins, maxs).map(|bounds| Self::Capsule { bounds })
    }

    /// A vertical cylinder within two corners.
    ///
    /// # Errors
    /// Bounds that are not finite, are inverted, or differ in x and y width.
    pub fn new_cylinder(mins: Point, maxs: Point) -> Result<Self, HullError> {
        check_round(mins, maxs).map(|bounds| Self::Cylinder { bounds })
    }

    /// A ball.
    ///
    /// # Errors
    /// A radius that is not finite or is negative.
    pub fn new_sphere(radius: f32) -> Result<Self, HullError> {
        if !radius.is_finite() {
            Err(HullError::NotFinite)
        } else if radius < 0.0 {
            Err(HullError::NegativeRadius)
        } else {
            Ok(Self::Sphere { radius })
        }
    }

    /// Rejects hulls that the constructors reject. The fields are public, so a backend may be asked about a hull
    /// that no constructor made.
    ///
    /// # Errors
    /// As the constructor of this kind of hull.
    pub fn check(&self) -> Result<(), HullError> {
        match *self {
            Self::Point => Ok(()),
            Self::Sphere { radius } => Self::new_sphere(radius).map(drop),
            Self::Box { bounds } => check(bounds.mins, bounds.maxs).map(drop),
            Self::Capsule { bounds } | Self::Cylinder { bounds } => {
                check_round(bounds.mins, bounds.maxs).map(drop)
            }
        }
    }

    /// The box around the hull, relative to the position.
    #[inline]
    pub fn bounds(&self) -> Aabb {
        match *self {
            Self::Point => Aabb::new(Point::origin(), Point::origin()),
            Self::Sphere { radius } => {
                let r = Vec3::repeat(radius);
                Aabb::new(Point::from(-r), Point::from(r))
            }
            Self::Box { bounds } | Self::Capsule { bounds } | Self::Cylinder { bounds } => bounds,
        }
    }

    /// The bounds of everything that the hull passes on its path from `start` to `end`.
    pub fn swept_bounds(&self, start: &Point, end: &Point) -> Aabb {
        let b = self.bounds();
        b.translated(&start.coords).union(&b.translated(&end.coords))
    }

    /// Radius of a round hull in units, 0 for a point or box.
    pub fn radius(&self) -> f32 {
        match *self {
            Self::Point | Self::Box { .. } => 0.0,
            Self::Sphere { radius } => radius,
            Self::Capsule { bounds } => {
                let half = bounds.half_extents();
                half.x.min(half.z)
            }
            Self::Cylinder { bounds } => bounds.half_extents().x,
        }
    }

    /// How far the hull reaches from the position along a unit direction, in units: its support function.
    pub fn support(&self, n: &Vec3) -> f32 {
        let bounds = self.bounds();
        let half = bounds.half_extents();
        let (side, up, r) = (n.xy().norm(), n.z.abs(), self.radius());
        bounds.center().coords.dot(n)
            + match self {
                Self::Point => 0.0,
                Self::Sphere { radius } => *radius,
                Self::Box { .. } => half.dot(&n.abs()),
                Self::Capsule { .. } => r + (half.z - r) * up,
                Self::Cylinder { .. } => r * side + half.z * up,
            }
    }

    /// The name of the kind of shape, as used on the command line.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Sphere { .. } => "sphere",
            Self::Box { .. } => "box",
            Self::Capsule { .. } => "capsule",
            Self::Cylinder { .. } => "cylinder",
        }
    }
}

fn check(mins: Point, maxs: Point) -> Result<Aabb, HullError> {
    if !mins.iter().chain(maxs.iter()).all(|x| x.is_finite()) {
        return Err(HullError::NotFinite);
    }
    let bounds = Aabb::new(mins, maxs);
    if bounds.is_empty() {
        Err(HullError::Inverted(mins, maxs))
    } else {
        Ok(bounds)
    }
}

fn check_round(mins: Point, maxs: Point) -> Result<Aabb, HullError> {
    let bounds = check(mins, maxs)?;
    let half = bounds.half_extents();
    if half.x == half.y {
        Ok(bounds)
    } else {
        Err(HullError::NotRound)
    }
}
