//! Curved patches and the flat pieces that they are made into.

mod facets;
mod grid;
mod triangles;

use crate::{Contents, Point, SurfaceFlags};
pub use facets::{PatchFacet, TooFine};
pub use grid::PatchGrid;
pub use triangles::{PatchPiece, PatchTriangles};

/// A curved surface: a grid of quadratic Bezier control points, `width` x `height`, both odd and at least 3.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Control points in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Control points row by row, in units.
    pub points: Vec<Point>,
    /// Contents of the surface.
    pub contents: Contents,
    /// Surface flags of its shader.
    pub surface: SurfaceFlags,
}

impl Patch {
    /// The surface as one-sided triangles, two a cell of [`Self::grid`].
    pub fn triangles(&self) -> PatchTriangles {
        PatchTriangles::of_patches([self])
    }
}
