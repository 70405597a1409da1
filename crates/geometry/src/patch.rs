use crate::{Contents, Point, SurfaceFlags};

/// A curved surface: a grid of quadratic Bezier control points, `width` x `height`, both odd and at least 3.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Control points in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Control points row by row, in units.
    pub points: Vec<Point>,
    /// What the surface is to a trace.
    pub contents: Contents,
    /// Surface flags of its shader.
    pub surface: SurfaceFlags,
}
