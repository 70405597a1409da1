//! One sweep of a scene as `bvh` saw it, to be drawn: GJK and EPA.
//!
//! All positions are [x, y, z] in units. A cast's are the hull's middle, in the world's frame: the hull is shrunk to a
//! point and the solid grown by it.

/// A sweep chosen to be explained.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverRun {
    /// Kind of the hull.
    pub hull: String,
    /// Where its position starts, in units.
    pub start: [f32; 3],
    /// Where it was to end.
    pub end: [f32; 3],
    /// Solids at which a ray was cast.
    pub casts: usize,
    /// The deciding cast: at the solid that is met first, or else the one with the most steps.
    pub cast: CastRun,
    /// EPA for the hull pushed into the solid met. `None` without a solid, or where EPA gives no way out.
    pub expansion: Option<ExpandRun>,
}

/// A GJK ray cast at one solid.
#[derive(Clone, Debug, PartialEq)]
pub struct CastRun {
    /// Where the point starts.
    pub start: [f64; 3],
    /// Where it is to go.
    pub end: [f64; 3],
    /// Edges of the grown solid: without the radius of a sphere or capsule, which is added in closed form.
    pub body: Vec<Edge>,
    /// The same radius.
    pub radius: f64,
    /// The steps.
    pub steps: Vec<CastStep>,
    /// The result.
    pub ended: Ended,
}

/// One support and its effect.
#[derive(Clone, Debug, PartialEq)]
pub struct CastStep {
    /// Where the point was.
    pub from: [f64; 3],
    /// Unit direction in which the support was asked.
    pub toward: [f64; 3],
    /// The grown solid's farthest corner in that direction: its plane keeps all of it behind.
    pub support: [f64; 3],
    /// Where the point is advanced to.
    pub to: [f64; 3],
    /// Corners that are kept: those that span the feature nearest to the point. Empty when the step ended the cast.
    pub simplex: Vec<[f64; 3]>,
    /// How far that feature is from the point.
    pub distance: f64,
}

/// How a ray cast ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ended {
    /// The solid does not stop the hull, or not before something that was met already.
    Free,
    /// It does, at this fraction of the path.
    Meets(f64),
    /// No answer within the allowed steps; the stage after the cast settles it.
    Open,
}

/// EPA for one place of the hull in one solid. Positions are of the solid grown by the hull relative to the hull's middle,
/// which is the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandRun {
    /// The hull's middle in the world.
    pub at: [f64; 3],
    /// Edges of the grown solid.
    pub body: Vec<Edge>,
    /// The steps.
    pub steps: Vec<ExpandStep>,
    /// Unit direction of the way out.
    pub normal: [f64; 3],
    /// Its length: how far the grown solid reaches that way.
    pub depth: f64,
}

/// One support.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandStep {
    /// Edges of the polytope before it.
    pub polytope: Vec<Edge>,
    /// Unit direction of the support: the normal of the face that is nearest to the origin.
    pub toward: [f64; 3],
    /// How far the polytope reaches that way: a lower bound of the depth.
    pub reach: f64,
    /// The grown solid's farthest corner in that direction.
    pub support: [f64; 3],
}

/// An edge of a convex body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Its ends.
    pub ends: [[f64; 3]; 2],
    /// Normals of the faces that it joins, of any length.
    pub normals: [[f64; 3]; 2],
}
