//! One sweep of a scene as `bvh` saw it, to be drawn: its way down the tree, GJK and EPA.
//!
//! All positions are [x, y, z] in units. A cast's are the hull's middle, in the world's frame: the hull is shrunk to a
//! point and the solid grown by it.

use serde::{Deserialize, Serialize};

/// A sweep chosen to be explained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolverRun {
    /// Number of the refereed sweep, from 1; 0 where it is not one of a scene.
    pub sweep: usize,
    /// Kind of the hull.
    pub hull: String,
    /// Where its position starts, in units.
    pub start: [f32; 3],
    /// Where it was to end.
    pub end: [f32; 3],
    /// The way down the tree to the solids.
    pub descent: Descent,
    /// Solids at which a ray was cast.
    pub casts: usize,
    /// The deciding cast: at the solid that is met first, or else the one with the most steps.
    pub cast: CastRun,
    /// EPA for the hull pushed into the solid met. `None` without a solid, or where EPA gives no way out.
    pub expansion: Option<ExpandRun>,
}

/// A sweep's way down the tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Descent {
    /// Half the hull's extent and its skin, in units. A box counts as met when the path of the hull's middle enters it, grown by
    /// these on every side.
    pub grown: [f64; 3],
    /// Solids in the tree.
    pub solids: usize,
    /// The boxes looked at, in order, the root's first.
    pub visits: Vec<Visit>,
    /// Index of the visit whose solid stops the hull.
    pub stop: Option<usize>,
}

/// A box of the tree, and what was done with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Visit {
    /// Levels below the root, which is at 0.
    pub depth: usize,
    /// Lowest corner.
    pub mins: [f64; 3],
    /// Highest corner.
    pub maxs: [f64; 3],
    /// The fraction of the path at which it enters the grown box. `None` for a box that it does not enter, and for the root, which
    /// is opened untested.
    pub enter: Option<f64>,
    /// What was done.
    pub done: Done,
}

/// What was done with a box of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Done {
    /// Its children were looked at.
    Opened,
    /// Left out: the path does not enter it.
    Missed,
    /// Left out: the path enters it later than the best stop so far.
    Later,
    /// It holds one solid, which was tested.
    Tested {
        /// Number of the solid in the order of the world: brushes, triangles, patches.
        solid: usize,
        /// Steps of GJK; 0 where it was not asked.
        gjk: usize,
        /// The test's result.
        result: Tested,
    },
}

/// The result of a solid's test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Tested {
    /// Not asked: its contents do not stop this sweep, or it is a one-sided surface met from behind.
    Ignored,
    /// It does not stop the hull, or not before the best stop so far.
    Passed,
    /// The start is in it.
    Inside,
    /// It stops the hull at this fraction of the path.
    Stops(f64),
}

/// A GJK ray cast at one solid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Its ends.
    pub ends: [[f64; 3]; 2],
    /// Normals of the faces that it joins, of any length.
    pub normals: [[f64; 3]; 2],
}
