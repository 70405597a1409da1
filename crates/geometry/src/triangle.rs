//! Triangles: surfaces without thickness.

use crate::{Aabb, Contents, Plane, Point, SurfaceFlags};
use thiserror::Error;

/// A flat surface without thickness between three corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Corners in units, counter-clockwise seen from the front.
    pub corners: [Point; 3],
    /// Contents of the surface.
    pub contents: Contents,
    /// Flags of the surface.
    pub surface: SurfaceFlags,
    /// The sides from which it blocks.
    pub sides: TriangleSides,
}

/// The sides from which a triangle blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TriangleSides {
    /// The front only: it blocks motion against its normal.
    Front,
    /// Both sides.
    #[default]
    Both,
}

/// Why three corners are no triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TriangleError {
    /// A corner is NaN or infinite.
    #[error("a corner is not a finite number")]
    NotFinite,
    /// The corners lie on one line, or almost.
    #[error("its corners lie on one line, or two of them coincide")]
    Degenerate,
}

/// Least height of a triangle over its longest edge, in units. Below it, f32 corners at map coordinates (steps of 1/2048 at 4,096
/// units) give the plane no direction to trust. Larger refuses slivers of real meshes.
const MIN_HEIGHT: f64 = 1e-3;

impl Triangle {
    /// A triangle of some contents, without surface flags.
    ///
    /// # Errors
    /// Corners that are not finite or lie on one line.
    pub fn new(corners: [Point; 3], contents: Contents, sides: TriangleSides) -> Result<Self, TriangleError> {
        if !corners.iter().flat_map(|p| p.iter()).all(|x| x.is_finite()) {
            return Err(TriangleError::NotFinite);
        }
        let [a, b, c] = corners.map(|p| p.coords.cast::<f64>());
        let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
        if (b - a).cross(&(c - a)).norm() <= MIN_HEIGHT * longest {
            return Err(TriangleError::Degenerate);
        }
        Ok(Self {
            corners,
            contents,
            surface: SurfaceFlags::empty(),
            sides,
        })
    }

    /// Its plane, the normal out of the front; worked out in f64 and rounded once.
    pub fn plane(&self) -> Plane {
        let [a, b, c] = self.corners.map(|p| p.coords.cast::<f64>());
        let normal = (b - a).cross(&(c - a)).normalize();
        Plane::new(normal.cast(), normal.dot(&a) as f32)
    }

    /// Its bounding box; flat where the triangle is.
    pub fn bounds(&self) -> Aabb {
        Aabb::of_points(&self.corners)
    }
}
