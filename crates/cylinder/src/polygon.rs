//! Flat convex polygons: the faces of brushes, triangles, and the cells of patches.

use clipmark_geometry::{Contents, Plane, Point, SurfaceFlags, Triangle, TriangleSides};
use nalgebra::Vector3;
use thiserror::Error;

/// A flat convex piece of surface, counter-clockwise seen from its front, for collision.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Corners in units.
    pub points: Vec<Point>,
    /// Its plane, normal to the front.
    pub plane: Plane,
    /// Contents of the solid behind it.
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
    #[error("a corner is not a finite point within +-4,194,304 u")]
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
/// A corner nearer than this to the line of its neighbours is on it, in units. The rounding of f32 corners (1/8192 at 2,048
/// units) turns a short edge by any angle. The edge then cuts off parts far away on its line. With this every edge turns by
/// more than its rounding, up to there. Larger moves outlines; smaller refuses faces, or clips them.
const STRAIGHT: f64 = 1.0 / 1024.0;

impl Polygon {
    /// Checks an outline. The plane is the one through the corners (Newell's), front where they run
    /// counter-clockwise.
    ///
    /// # Errors
    /// Corners that are not finite, have no area, are not flat or not convex.
    pub fn new(points: Vec<Point>, contents: Contents, surface: SurfaceFlags) -> Result<Self, PolygonError> {
        in_range(&points)?;
        let middle = points
            .iter()
            .map(|p| p.coords.cast::<f64>())
            .sum::<Vector3<f64>>()
            / points.len().max(1) as f64;
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
        Self::on_plane(plane, points, contents, surface)
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
        in_range(&points)?;
        let n = plane.normal.cast::<f64>();
        let off = |p: &Point| n.dot(&p.coords.cast()) - f64::from(plane.dist);
        if points.iter().any(|p| off(p).abs() > FLAT) {
            return Err(PolygonError::NotFlat);
        }
        let points = straightened(points, &n)?;
        // The angle turned through tells a star, which turns the right way everywhere but twice around.
        let turned: f64 = (0..points.len())
            .map(|i| {
                let [a, b, c] = corners(&points, i);
                let (to, from) = (b - a, c - b);
                n.dot(&to.cross(&from)).atan2(to.dot(&from))
            })
            .sum();
        if (turned - std::f64::consts::TAU).abs() > 0.1 {
            return Err(PolygonError::NotConvex);
        }
        Ok(Self {
            points,
            plane,
            contents,
            surface,
            both_sides: false,
        })
    }
}

/// The corner `i` between its neighbours.
fn corners(points: &[Point], i: usize) -> [Vector3<f64>; 3] {
    let n = points.len();
    [i + n - 1, i, i + 1].map(|k| points[k % n].coords.cast())
}

/// How far corner `i` sticks out of the line of its neighbours, seen from the front; negative if inwards.
fn out(points: &[Point], i: usize, normal: &Vector3<f64>) -> f64 {
    let [a, b, c] = corners(points, i);
    let across = c - a;
    if across == Vector3::zeros() {
        return (b - a).norm();
    }
    normal.dot(&(b - a).cross(&across)) / across.norm()
}

fn in_range(points: &[Point]) -> Result<(), PolygonError> {
    let limit = clipmark_collision::Sweep::LIMIT;
    if !points.iter().flat_map(|p| p.iter()).all(|x| x.abs() <= limit) {
        return Err(PolygonError::Invalid);
    }
    if points.len() > usize::from(u16::MAX) {
        return Err(PolygonError::Degenerate);
    }
    Ok(())
}

/// Without the corners that lie on the line of their neighbours, or inside of it by rounding. One of two neighbours goes at a
/// time, so that an outline of very many corners keeps its shape.
fn straightened(mut points: Vec<Point>, normal: &Vector3<f64>) -> Result<Vec<Point>, PolygonError> {
    points.dedup();
    loop {
        let before = points.len();
        let mut i = 0;
        while i < points.len() && points.len() >= 3 {
            if (-CONVEX..STRAIGHT).contains(&out(&points, i, normal)) {
                points.remove(i);
            }
            i += 1;
        }
        if points.len() < 3 {
            return Err(PolygonError::Degenerate);
        }
        if points.len() == before {
            break;
        }
    }
    if (0..points.len()).any(|i| out(&points, i, normal) < 0.0) {
        return Err(PolygonError::NotConvex);
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
