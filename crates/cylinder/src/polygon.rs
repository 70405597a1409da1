use clipmark_geometry::{Contents, Plane, Point, SurfaceFlags, Triangle, TriangleSides};
use nalgebra::Vector3;
use thiserror::Error;

/// A flat convex piece of surface, counter-clockwise seen from its front: what the backend collides with.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Corners in units.
    pub points: Vec<Point>,
    /// Its plane, normal to the front.
    pub plane: Plane,
    /// What lies behind it.
    pub contents: Contents,
    /// Flags of the surface.
    pub surface: SurfaceFlags,
    /// Whether it stops from both sides, and not only from its front.
    pub both_sides: bool,
}

/// Why a set of corners is no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PolygonError {
    /// A coordinate is NaN, infinite or out of range.
    #[error("a corner is not a finite point within +-4,194,304 units")]
    Invalid,
    /// Fewer than three corners are left after equal ones are merged, or they lie on a line.
    #[error("it has no area")]
    Degenerate,
    /// A corner lies off the plane of the others.
    #[error("its corners do not lie on one plane")]
    NotFlat,
    /// A corner points inwards.
    #[error("it is not convex, or its outline is wound against its plane")]
    NotConvex,
}

/// A polygon thinner or smaller than this has no area, in units (height over its longest edge). Smaller lets
/// normals through that are rounding noise; larger drops slivers that a map's walls are made of.
const MIN_HEIGHT: f64 = 1e-4;
/// How far a corner may lie off the plane, in units: the rounding of f32 corners at 65,536 units. Larger lets
/// bent polygons through, whose corners stick out of the face that is traced; smaller refuses real maps.
const FLAT: f64 = 1.0 / 64.0;
/// How far a corner may turn inwards, as the distance from the line of its neighbours in units: rounding again.
const CONVEX: f64 = 1.0 / 64.0;

impl Polygon {
    /// Checks an outline. The plane is the one through the corners (Newell's), front where they run
    /// counter-clockwise.
    ///
    /// # Errors
    /// Corners that are not finite, have no area, are not flat or not convex.
    pub fn new(points: Vec<Point>, contents: Contents, surface: SurfaceFlags) -> Result<Self, PolygonError> {
        let points = merged(points)?;
        let middle = points
            .iter()
            .map(|p| p.coords.cast::<f64>())
            .sum::<Vector3<f64>>()
            / points.len() as f64;
        let at = |i: usize| points[i % points.len()].coords.cast::<f64>() - middle;
        let area: Vector3<f64> = (0..points.len()).map(|i| at(i).cross(&at(i + 1))).sum();
        let longest = (0..points.len())
            .map(|i| (at(i + 1) - at(i)).norm())
            .fold(0.0, f64::max);
        if area.norm() <= MIN_HEIGHT * longest {
            return Err(PolygonError::Degenerate);
        }
        let normal = area.normalize();
        let plane = Plane::new(normal.cast(), normal.dot(&middle) as f32);
        Self {
            points,
            plane,
            contents,
            surface,
            both_sides: false,
        }
        .checked()
    }

    /// A triangle of a world, with the sides that it stops from.
    ///
    /// # Errors
    /// As [`Polygon::new`].
    pub fn of_triangle(triangle: &Triangle) -> Result<Self, PolygonError> {
        let polygon = Self::on_plane(
            triangle.plane(),
            triangle.corners.to_vec(),
            triangle.contents,
            triangle.surface,
        )?;
        Ok(Self {
            both_sides: triangle.sides == TriangleSides::Both,
            ..polygon
        })
    }

    /// Checks an outline against a plane that is known better than its rounded corners, as a brush's is.
    ///
    /// # Errors
    /// As [`Polygon::new`].
    pub fn on_plane(
        plane: Plane,
        points: Vec<Point>,
        contents: Contents,
        surface: SurfaceFlags,
    ) -> Result<Self, PolygonError> {
        if !plane.is_valid() {
            return Err(PolygonError::Invalid);
        }
        let points = merged(points)?;
        Self {
            points,
            plane,
            contents,
            surface,
            both_sides: false,
        }
        .checked()
    }

    fn checked(self) -> Result<Self, PolygonError> {
        let n = self.plane.normal.cast::<f64>();
        let at = |i: usize| self.points[i % self.points.len()].coords.cast::<f64>();
        let corners = self.points.len();
        if (0..corners).any(|i| (n.dot(&at(i)) - f64::from(self.plane.dist)).abs() > FLAT) {
            return Err(PolygonError::NotFlat);
        }
        let mut turned = 0.0;
        for i in 0..corners {
            let along = (at(i + 1) - at(i)).normalize();
            let turn = n.dot(&along.cross(&(at(i + 2) - at(i + 1))));
            if turn < -CONVEX {
                return Err(PolygonError::NotConvex);
            }
            // The angle turned through tells a star, which turns the right way everywhere but twice around.
            let next = (at(i + 2) - at(i + 1)).normalize();
            turned += n.dot(&along.cross(&next)).atan2(along.dot(&next));
        }
        let once = (turned - std::f64::consts::TAU).abs() < 0.1;
        if once {
            Ok(self)
        } else {
            Err(PolygonError::NotConvex)
        }
    }
}

fn merged(mut points: Vec<Point>) -> Result<Vec<Point>, PolygonError> {
    let limit = clipmark_collision::Sweep::LIMIT;
    if !points.iter().flat_map(|p| p.iter()).all(|x| x.abs() <= limit) {
        return Err(PolygonError::Invalid);
    }
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    if points.len() < 3 || points.len() > usize::from(u16::MAX) {
        return Err(PolygonError::Degenerate);
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(points: &[[f32; 3]]) -> Result<Polygon, PolygonError> {
        let points = points.iter().map(|&p| Point::from(p)).collect();
        Polygon::new(points, Contents::SOLID, SurfaceFlags::empty())
    }

    #[test]
    fn the_winding_gives_the_front() {
        let up = polygon(&[[0.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 1.0, 2.0]]).unwrap();
        assert_eq!((up.plane.normal.z, up.plane.dist), (1.0, 2.0));
        let down = polygon(&[[0.0, 0.0, 2.0], [0.0, 1.0, 2.0], [1.0, 0.0, 2.0]]).unwrap();
        assert_eq!((down.plane.normal.z, down.plane.dist), (-1.0, -2.0));
    }

    #[test]
    fn bad_outlines_are_named() {
        use PolygonError::*;
        let o = [0.0, 0.0, 0.0];
        assert_eq!(polygon(&[]).unwrap_err(), Degenerate);
        assert_eq!(polygon(&[o, o, o, o]).unwrap_err(), Degenerate);
        assert_eq!(
            polygon(&[o, [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]).unwrap_err(),
            Degenerate
        );
        assert_eq!(
            polygon(&[o, [1.0, f32::NAN, 1.0], [2.0, 0.0, 2.0]]).unwrap_err(),
            Invalid
        );
        assert_eq!(
            polygon(&[o, [1e30, 0.0, 1.0], [2.0, 0.0, 2.0]]).unwrap_err(),
            Invalid
        );
        let bent = [o, [8.0, 0.0, 0.0], [8.0, 8.0, 3.0], [0.0, 8.0, 0.0]];
        assert_eq!(polygon(&bent).unwrap_err(), NotFlat);
        let dart = [o, [8.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 8.0, 0.0]];
        assert_eq!(polygon(&dart).unwrap_err(), NotConvex);
        let star: Vec<[f32; 3]> = (0..5)
            .map(|i| (i as f32 * 2.0 * std::f32::consts::TAU / 5.0).sin_cos())
            .map(|(y, x)| [x * 8.0, y * 8.0, 0.0])
            .collect();
        assert_eq!(polygon(&star).unwrap_err(), NotConvex);
    }
}
