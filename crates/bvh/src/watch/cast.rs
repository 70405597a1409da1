//! The deciding GJK ray cast under observation.

use super::edges::{Edge, grown};
use crate::V;
use crate::core_shape::CoreShape;
use crate::passage::Path;
use crate::ray_cast::Proposal;

/// A GJK ray cast at one solid.
#[derive(Clone, Debug)]
pub struct CastRun {
    /// Where the point starts.
    pub start: V,
    /// Where it is to go.
    pub end: V,
    /// Edges of the grown solid: without the radius of a sphere or capsule, which is added in closed form.
    pub body: Vec<Edge>,
    /// The same radius.
    pub radius: f64,
    /// The steps of the cast.
    pub steps: Vec<CastStep>,
    /// The cast's result.
    pub ended: Ended,
}

/// One support and its effect.
#[derive(Clone, Debug)]
pub struct CastStep {
    /// Where the point was.
    pub from: V,
    /// Unit direction in which the support was asked.
    pub toward: V,
    /// The grown solid's farthest corner in that direction: its plane keeps all of it behind.
    pub support: V,
    /// Where the point is advanced to.
    pub to: V,
    /// Corners that are kept: those that span the feature nearest to the point. Empty when the step ended the cast.
    pub simplex: Vec<V>,
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

/// The run of one cast as it is told.
pub(super) struct Seen {
    /// Address of the solid.
    pub(super) solid: usize,
    pub(super) steps: Vec<SeenStep>,
    pub(super) ended: Ended,
}

pub(super) struct SeenStep {
    pub(super) from: V,
    pub(super) toward: V,
    pub(super) corner: usize,
    pub(super) kept: Option<(V, Vec<V>, f64)>,
}

impl Seen {
    /// The run as it is drawn.
    pub(super) fn run(&self, corners: &[V], shape: &CoreShape, path: &Path) -> CastRun {
        let steps = self.steps.iter().map(|s| {
            let (to, simplex, distance) = s.kept.clone().unwrap_or((s.from, Vec::new(), 0.0));
            CastStep {
                from: s.from,
                toward: s.toward,
                support: corners[s.corner] - shape.core_support(&-s.toward),
                to,
                simplex,
                distance,
            }
        });
        CastRun {
            start: path.start,
            end: path.end,
            body: grown(corners, shape, &V::zeros()),
            radius: shape.radius,
            steps: steps.collect(),
            ended: self.ended,
        }
    }
}

/// A cast's end, by its proposal.
pub(super) fn ended(proposal: Proposal) -> Ended {
    match proposal {
        Proposal::Free => Ended::Free,
        Proposal::Meets(t) => Ended::Meets(t),
        Proposal::Open => Ended::Open,
    }
}
