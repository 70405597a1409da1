//! One sweep of a scene as GJK and EPA saw it, to be drawn.

pub use clipmark_bvh::{CastRun, CastStep, Edge, Ended, ExpandRun, ExpandStep, Watched};

/// A sweep chosen to be explained.
#[derive(Clone, Debug)]
pub struct SolverRun {
    /// Number of the refereed sweep, from 1; 0 where it is not one of a scene.
    pub sweep: usize,
    /// Kind of the hull.
    pub hull: &'static str,
    /// Where its position starts, in units.
    pub start: [f32; 3],
    /// Where it was to end.
    pub end: [f32; 3],
    /// What was seen.
    pub watched: Watched,
}
