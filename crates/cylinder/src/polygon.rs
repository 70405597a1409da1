//! Flat convex polygons: the faces of brushes, triangles, and the cells of patches.

use clipmark_geometry::{Contents, Plane, Point, SurfaceFlags, Triangle, TriangleSides};
use nalgebra::Vector3;

/// A flat convex piece of surface, counter-clockwise seen from its front, for collision.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polygon {
    /// Corners in units.
    pub(crate) points: Vec<Point>,
    /// Its plane, normal to the front.
    pub(crate) plane: Plane,
    /// Contents of the solid behind it.
    pub(crate) contents: Contents,
    /// Flags of the surface.
    pub(crate) surface: SurfaceFlags,
    /// Whether it stops from both sides, and not only from its front.
    pub(crate) both_sides: bool,
}

/// Why a set of corners is no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A coordinate is NaN, infinite or out of range.
    Invalid,
    /// Fewer than three corners are left after equal ones are merged, or they lie on a line.
    Degenerate,
    /// A corner lies off the plane of the others.
    NotFlat,
    /// A corner points inwards, or the outline is wound against its plane.
    NotConvex,
}

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
    /// A triangle of a world, with the sides that it stops from.
    pub(crate) fn of_triangle(triangle: &Triangle) -> Result<Self, Refused> {
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
    pub(crate) fn on_plane(
        plane: Plane,
        points: Vec<Point>,
        contents: Contents,
        surface: SurfaceFlags,
    ) -> Result<Self, Refused> {
        if !plane.is_valid() {
            return Err(Refused::Invalid);
        }
        let limit = clipmark_collision::Sweep::LIMIT;
        if !points.iter().flat_map(|p| p.iter()).all(|x| x.abs() <= limit) {
            return Err(Refused::Invalid);
        }
        if points.len() > usize::from(u16::MAX) {
            return Err(Refused::Degenerate);
        }
        let n = plane.normal.cast::<f64>();
        let off = |p: &Point| n.dot(&p.coords.cast()) - f64::from(plane.dist);
        if points.iter().any(|p| off(p).abs() > FLAT) {
            return Err(Refused::NotFlat);
        }
        let points = straightened(points, &n)?;
        Ok(Self {
            points,
            plane,
            contents,
            surface,
            both_sides: false,
        })
    }
}

/// How far corner `i` sticks out of the line of its neighbours, seen from the front; negative if inwards.
fn out(points: &[Point], i: usize, normal: &Vector3<f64>) -> f64 {
    let n = points.len();
    let [a, b, c] = [i + n - 1, i, i + 1].map(|k| points[k % n].coords.cast::<f64>());
    let across = c - a;
    if across == Vector3::zeros() {
        return (b - a).norm();
    }
    normal.dot(&(b - a).cross(&across)) / across.norm()
}

/// Without the corners that lie on the line of their neighbours, or inside of it by rounding. One of two neighbours goes at a
/// time, so that an outline of very many corners keeps its shape.
fn straightened(mut points: Vec<Point>, normal: &Vector3<f64>) -> Result<Vec<Point>, Refused> {
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
            return Err(Refused::Degenerate);
        }
        if points.len() == before {
            break;
        }
    }
    if (0..points.len()).any(|i| out(&points, i, normal) < 0.0) {
        return Err(Refused::NotConvex);
    }
    Ok(points)
}
