//! Convex solids as Quake's maps have them: sides with outward planes; faces and corners are derived in f64.

use crate::{Aabb, Contents, Plane, Point, SurfaceFlags, Winding};
use thiserror::Error;

/// A convex solid: the space behind all of its sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Brush {
    /// Bounding planes, normals outwards. In a brush of a Quake III map the first six are axial, -x +x -y +y -z +z. The rest
    /// include the compiler's bevels; see [`Brush::bevelled`].
    pub sides: Vec<BrushSide>,
    /// Its contents.
    pub contents: Contents,
    /// Its bounding box.
    pub bounds: Aabb,
    /// Whether the sides already include the axial and edge bevels that a box sweep needs.
    pub bevelled: bool,
}

/// One bounding plane of a brush.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrushSide {
    /// Plane, normal outwards.
    pub plane: Plane,
    /// Flags of the surface.
    pub surface: SurfaceFlags,
}

/// A real face of a brush: a side that bounds it over an area, not a bevel.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Index of its side in [`Brush::sides`].
    pub side: usize,
    /// Its outline, counter-clockwise seen from outside.
    pub winding: Winding,
}

/// Why a set of planes or points is no brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BrushError {
    /// A plane or point is NaN, infinite, or a normal is not of unit length.
    #[error("a coordinate is not finite, or a normal is not of unit length")]
    Invalid,
    /// The planes enclose nothing.
    #[error("the planes enclose no volume")]
    Empty,
    /// The planes do not bound the solid: it reaches to infinity.
    #[error("the planes leave the solid open on a side")]
    Unbounded,
    /// The points all lie on one plane or line.
    #[error("the points lie on one plane, so their hull has no volume")]
    Flat,
}

/// Beyond this coordinate a solid counts as open, in units. The largest legal map coordinate is 65,536, far smaller than the
/// first winding.
const UNBOUNDED: f64 = 100_000.0;
/// A face of less area than this is a bevel that grazes an edge, in square units.
const MIN_FACE_AREA: f64 = 1e-4;

impl Brush {
    /// A solid from outward planes, without bevels. Planes that touch only a corner or an edge are dropped.
    ///
    /// # Errors
    /// Planes that are not finite, enclose nothing, or leave the solid open.
    pub fn from_planes(
        planes: &[Plane],
        contents: Contents,
        surface: SurfaceFlags,
    ) -> Result<Self, BrushError> {
        let sides = planes.iter().map(|&plane| BrushSide { plane, surface });
        Self::from_sides(sides.collect(), contents)
    }

    /// The same from sides, each with the flags of its surface.
    ///
    /// # Errors
    /// As [`Self::from_planes`].
    pub fn from_sides(sides: Vec<BrushSide>, contents: Contents) -> Result<Self, BrushError> {
        let (mut brush, faces) = Self::with_faces(sides, contents)?;
        brush.sides = faces.iter().map(|f| brush.sides[f.side]).collect();
        Ok(brush)
    }

    /// The same with all of its sides kept: some may be bevels, though not all that a box sweep needs.
    ///
    /// # Errors
    /// As [`Self::from_planes`].
    pub fn keeping_sides(sides: Vec<BrushSide>, contents: Contents) -> Result<Self, BrushError> {
        Self::with_faces(sides, contents).map(|(brush, _)| brush)
    }

    fn with_faces(sides: Vec<BrushSide>, contents: Contents) -> Result<(Self, Vec<Face>), BrushError> {
        if !sides.iter().all(|side| side.plane.is_valid()) {
            return Err(BrushError::Invalid);
        }
        let mut brush = Self {
            sides,
            contents,
            bounds: Aabb::EMPTY,
            bevelled: false,
        };
        let faces = brush.faces();
        if faces.len() < 4 {
            return Err(BrushError::Empty);
        }
        let mut corners = faces.iter().flat_map(|f| &f.winding.points);
        if corners.any(|p| p.iter().any(|x| x.abs() > UNBOUNDED)) {
            return Err(BrushError::Unbounded);
        }
        let outlines = faces.iter().map(|f| (&brush.sides[f.side].plane, &f.winding));
        brush.bounds = Aabb::of_faces(outlines);
        Ok((brush, faces))
    }

    /// Shifts it. Distances of planes that no axis is normal to are rounded to f32 once.
    pub fn shift(&mut self, by: &crate::Vec3) {
        for side in &mut self.sides {
            let plane = &mut side.plane;
            let along = plane.normal.cast::<f64>().dot(&by.cast());
            plane.dist = (f64::from(plane.dist) + along) as f32;
        }
        self.bounds = self.bounds.translated(by);
    }

    /// The box between two corners.
    ///
    /// # Errors
    /// Corners that are not finite, or a box of no volume.
    pub fn from_box(mins: Point, maxs: Point, contents: Contents) -> Result<Self, BrushError> {
        let planes: Vec<Plane> = (0..3)
            .flat_map(|axis| {
                let mut n = crate::Vec3::zeros();
                n[axis] = 1.0;
                [Plane::new(-n, -mins[axis]), Plane::new(n, maxs[axis])]
            })
            .collect();
        if !planes.iter().all(Plane::is_valid) {
            return Err(BrushError::Invalid);
        }
        if !(0..3).all(|i| mins[i] < maxs[i]) {
            return Err(BrushError::Empty);
        }
        Self::from_planes(&planes, contents, SurfaceFlags::empty())
    }

    /// The real faces with their outlines, in the order of the sides. If several sides lie on one plane, only the first is a
    /// face.
    pub fn faces(&self) -> Vec<Face> {
        let mut faces = Vec::new();
        for (i, side) in self.sides.iter().enumerate() {
            let mut winding = Winding::on_plane(&side.plane);
            for (j, other) in self.sides.iter().enumerate() {
                if i == j || winding.is_empty() {
                    continue;
                }
                if other.plane == side.plane {
                    if j < i {
                        winding.points.clear();
                    }
                    continue;
                }
                if winding.reaches_over(&other.plane) {
                    winding = winding.clipped_behind(&other.plane);
                }
            }
            let winding = winding.welded();
            if winding.area() > MIN_FACE_AREA {
                faces.push(Face { side: i, winding });
            }
        }
        faces
    }

    /// The corners of the solid, in units, each once: of corners that rounding alone sets apart, the first.
    pub fn vertices(&self) -> Vec<Point> {
        // Corners of neighbouring faces are computed apart, in units.
        const SAME: f32 = 1e-3;
        // Where more than three planes meet, each three of them meet elsewhere by the rounding of their distances. In a town of
        // 100,000 brushes such corners lie up to 5 steps apart. Box3D's hull builder cannot take them.
        const STEPS: f32 = 8.0;
        let farthest = self.bounds.mins.coords.amax().max(self.bounds.maxs.coords.amax());
        let same = SAME.max(STEPS * f32::EPSILON * farthest);
        let mut out: Vec<Point> = Vec::new();
        for p in self.faces().iter().flat_map(|f| f.winding.to_f32()) {
            if !out.iter().any(|q| (p - q).norm() < same) {
                out.push(p);
            }
        }
        out
    }
}
