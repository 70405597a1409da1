//! The choice of the hits' source: GJK, or planes first.

/// The first test of whether a hull meets a solid. Both choices are equally exact: answers rest on supporting planes evaluated
/// in f64, whichever proposed them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// GJK for every hit: it casts a ray at the Minkowski difference of every solid whose bounding box the swept hull reaches.
    /// It skips solids whose faces keep them off the path or behind an earlier hit, and solids that surely hold the start.
    /// Otherwise faces only give the place and surface of GJK's hit. This is the cost of a BVH with GJK and EPA done right.
    #[default]
    Gjk,
    /// The planes of faces and bounding box clip the path, as a brush tracer does. GJK is asked only at edges that they do not
    /// decide. Cheaper for boxes among boxes, where GJK is hardly ever needed.
    PlanesFirst,
}

impl Solver {
    /// The name of a backend that asks it first, as on the command line.
    pub fn backend_name(self) -> &'static str {
        match self {
            Self::Gjk => "bvh",
            Self::PlanesFirst => "bvh:planes",
        }
    }
}
