//! Gives a brush the planes that a box sweep needs besides its faces.
//!
//! The Minkowski sum of a convex solid and a box is bounded by the solid's faces, the six axial planes and the
//! planes edge x axis, all moved out by the box (`truth.md` section 1). A map's compiler stores them as bevels;
//! this does the same for brushes that come without.

use clipmark_geometry::{Brush, BrushSide, Plane, SurfaceFlags, Vec3};
use nalgebra::{Point3, Vector3};

/// Two planes are one when their normals differ by less than this per component; larger would drop bevels of
/// edges that turn by less, smaller keeps copies that only cost time.
const SAME_NORMAL: f32 = 1e-5;
/// ... and their distances by less than this, in units.
const SAME_DIST: f32 = 1e-3;
/// A corner this far in front of a bevel, in units, means that the bevel would cut into the solid. Corners are
/// computed in f64 from f32 planes and are good to about 1e-3 at map scale.
const BEHIND: f64 = 2e-3;
/// An edge whose cross product with an axis is shorter than this share of the edge is parallel to the axis.
const PARALLEL: f64 = 1e-6;

/// The brush with its sides in the engine's order: -x +x -y +y -z +z, its other faces, edge bevels.
pub(crate) fn bevelled(brush: &Brush) -> Brush {
    if brush.bevelled {
        return brush.clone();
    }
    let faces = brush.faces();
    let mut sides: Vec<BrushSide> = Vec::with_capacity(brush.sides.len() + 6);
    for axis in 0..3 {
        for sign in [-1.0f32, 1.0] {
            let mut normal = Vec3::zeros();
            normal[axis] = sign;
            let dist = if sign < 0.0 {
                -brush.bounds.mins[axis]
            } else {
                brush.bounds.maxs[axis]
            };
            let surface = brush
                .sides
                .iter()
                .find(|s| s.plane.normal[axis] == sign)
                .map_or(SurfaceFlags::empty(), |s| s.surface);
            sides.push(BrushSide {
                plane: Plane::new(normal, dist),
                surface,
            });
        }
    }
    sides.extend(brush.sides.iter().filter(|s| s.plane.axis().is_none()));
    let corners: Vec<Point3<f64>> = faces
        .iter()
        .flat_map(|f| f.winding.points.iter().copied())
        .collect();
    for face in &faces {
        let surface = brush.sides[face.side].surface;
        let points = &face.winding.points;
        for (i, a) in points.iter().enumerate() {
            let edge = points[(i + 1) % points.len()] - a;
            for axis in 0..3 {
                for sign in [-1.0, 1.0] {
                    let plane = edge_bevel(a, &edge, axis, sign);
                    if let Some(plane) = plane.filter(|p| bounds_solid(p, &corners) && is_new(p, &sides)) {
                        sides.push(BrushSide { plane, surface });
                    }
                }
            }
        }
    }
    Brush {
        sides,
        bevelled: true,
        ..brush.clone()
    }
}

fn edge_bevel(on: &Point3<f64>, edge: &Vector3<f64>, axis: usize, sign: f64) -> Option<Plane> {
    let mut along = Vector3::zeros();
    along[axis] = sign;
    let normal = edge.cross(&along);
    let normal = (normal.norm() > PARALLEL * edge.norm()).then(|| normal.normalize())?;
    Some(Plane::new(normal.cast(), normal.dot(&on.coords) as f32))
}

fn bounds_solid(plane: &Plane, corners: &[Point3<f64>]) -> bool {
    let normal = plane.normal.cast::<f64>();
    corners
        .iter()
        .all(|c| normal.dot(&c.coords) - f64::from(plane.dist) < BEHIND)
}

fn is_new(plane: &Plane, sides: &[BrushSide]) -> bool {
    !sides.iter().any(|s| {
        (s.plane.normal - plane.normal).abs().max() < SAME_NORMAL
            && (s.plane.dist - plane.dist).abs() < SAME_DIST
    })
}
