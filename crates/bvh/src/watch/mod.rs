//! One sweep solved under observation, to be drawn: the steps of the deciding GJK ray cast, and one run of EPA.
//!
//! GJK's steps come from [`crate::ray_cast`] itself, through its tally. parry keeps EPA's polytope to itself, but not its
//! questions. The polytope is the convex hull of its first simplex and of every support it has asked for since. It is given
//! here as made with parry's own convex hull (f32).

mod edges;
pub(crate) mod expand;

pub use edges::Edge;
pub use expand::{ExpandRun, ExpandStep};

use crate::V;
use crate::backend::BvhBackend;
use crate::core_shape::CoreShape;
use crate::passage::Path;
use crate::ray_cast::Proposal;
use crate::tally::{Step, Tally};
use crate::trace::trace;
use clipmark_collision::{Sweep, Trace};
use edges::grown;
use expand::{expand, pushed};
use std::cell::RefCell;

/// A sweep as the solvers of `bvh` saw it. All positions are of the hull's middle, in units and in the world's frame. The
/// hull is shrunk to a point and the solid grown by it.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The answer.
    pub trace: Trace,
    /// Solids at which a ray was cast.
    pub casts: usize,
    /// The deciding cast: at the solid that is met first, or else the one with the most steps.
    pub cast: CastRun,
    /// EPA for the hull pushed into the solid that is met. `None` where nothing is, or where it gives no way out.
    pub expansion: Option<ExpandRun>,
}

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
    pub ended: Proposal,
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

/// Listens to the solvers.
#[derive(Default)]
pub(crate) struct Watching {
    /// Steps of the running cast.
    steps: RefCell<Vec<CastStep>>,
    /// The casts that have ended: the solid's number in the world, the steps and the end of each.
    casts: RefCell<Vec<(u32, Vec<CastStep>, Proposal)>>,
    expansions: RefCell<Vec<(V, usize)>>,
}

impl Tally for Watching {
    fn watch<'a>(&self, step: impl FnOnce() -> Step<'a>) {
        match step() {
            Step::Support {
                place,
                normal,
                support,
            } => self.steps.borrow_mut().push(CastStep {
                from: *place,
                toward: *normal,
                support,
                to: *place,
                simplex: Vec::new(),
                distance: 0.0,
            }),
            Step::Kept {
                place,
                corners,
                distance,
            } => {
                if let Some(last) = self.steps.borrow_mut().last_mut() {
                    last.to = *place;
                    last.simplex = corners.to_vec();
                    last.distance = distance;
                }
            }
            Step::Cast { solid, proposal } => {
                let cast = (solid.order, self.steps.take(), proposal);
                self.casts.borrow_mut().push(cast);
            }
            Step::Expand { toward, corner } => self.expansions.borrow_mut().push((*toward, corner)),
        }
    }
}

/// Solves a sweep under observation; `None` when no ray was cast. Slow.
pub(crate) fn watch(backend: &BvhBackend, sweep: &Sweep) -> Option<Watched> {
    let solids = &backend.solids;
    let shape = CoreShape::from_hull(&sweep.hull);
    let path = Path::new(sweep, &shape, &backend.rules);
    let watching = Watching::default();
    let trace = trace(backend, sweep, &watching);
    let mut casts = watching.casts.into_inner();
    let count = casts.len();
    let meets = |ended: &Proposal| match ended {
        Proposal::Meets(t) if trace.plane.is_some() => *t,
        _ => f64::INFINITY,
    };
    let decided = (0..count).min_by(|&a, &b| {
        let ((_, a, a_ended), (_, b, b_ended)) = (&casts[a], &casts[b]);
        meets(a_ended)
            .total_cmp(&meets(b_ended))
            .then(b.len().cmp(&a.len()))
    })?;
    let (order, steps, ended) = casts.swap_remove(decided);
    let corners = solids.iter().find(|solid| solid.order == order)?.corners();
    let expansion = match ended {
        Proposal::Meets(t) => pushed(corners, &shape, &path, t).and_then(|at| expand(corners, &shape, &at)),
        _ => None,
    };
    Some(Watched {
        trace,
        casts: count,
        cast: CastRun {
            start: path.start,
            end: path.end,
            body: grown(corners, &shape, &V::zeros()),
            radius: shape.radius,
            steps,
            ended,
        },
        expansion,
    })
}
