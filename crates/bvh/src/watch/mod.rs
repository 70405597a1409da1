//! One sweep solved under observation, to be drawn: the steps of the deciding GJK ray cast, and one run of EPA.
//!
//! GJK's steps come from [`crate::ray_cast`] itself, through its tally. parry keeps
//! EPA's polytope to itself, but not its questions. The polytope is the convex hull of its first simplex and of every support it
//! has asked for since. It is given here as made with parry's own convex hull (f32).

mod edges;
mod expand;

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

/// A sweep as the solvers of `bvh` saw it. All positions are of the hull's middle, in units and in the world's frame. The hull is
/// shrunk to a point and the solid grown by it.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::expand::PUSH;
    use super::*;
    use crate::samples::{ASKEW, cut_box};
    use clipmark_collision::{CollisionBackend, TraceRules, Work};
    use clipmark_geometry::{Hull, Point, Vec3, World};

    /// A box with a corner cut off askew, so that planes alone do not settle it.
    fn backend() -> BvhBackend {
        let brush = cut_box(32.0, &[(ASKEW, 40.0)], Vec3::zeros());
        BvhBackend::build(&World::of_brushes("askew", vec![brush]), TraceRules::QUAKE3).unwrap()
    }

    fn hulls() -> [Hull; 3] {
        let b = Hull::quake3_player().bounds();
        [
            Hull::quake3_player(),
            Hull::new_capsule(b.mins, b.maxs).unwrap(),
            Hull::new_cylinder(b.mins, b.maxs).unwrap(),
        ]
    }

    #[test]
    fn what_is_watched_is_what_is_answered_and_hangs_together() {
        let backend = backend();
        for hull in hulls() {
            for (start, end) in [
                (Point::new(-200.0, 10.0, 5.0), Point::new(100.0, -4.0, 20.0)),
                (Point::new(3.0, 7.0, 190.0), Point::new(-5.0, 1.0, -60.0)),
                (Point::new(-30.0, 160.0, 150.0), Point::new(2.0, -20.0, -30.0)),
            ] {
                let sweep = Sweep::new(hull, start, end);
                let seen = backend.watch(&sweep).unwrap();
                let answered = backend.trace(&sweep, &mut Work::silent());
                assert_eq!(seen.trace.fraction.to_bits(), answered.fraction.to_bits());
                let run = &seen.cast;
                assert!(
                    matches!(run.ended, Proposal::Meets(_)) && run.steps.len() >= 2,
                    "{run:?}"
                );
                let mut before = run.start;
                for step in &run.steps {
                    // The point goes from where it was left to ever later places.
                    assert!((step.from - before).norm() < 1e-9);
                    assert!((step.to - step.from).dot(&(run.end - run.start)) >= 0.0);
                    assert!((step.toward.norm() - 1.0).abs() < 1e-9 && step.simplex.len() <= 3);
                    // Nothing of the grown solid lies beyond the support.
                    let reach = step.toward.dot(&step.support);
                    let beyond = run
                        .body
                        .iter()
                        .flat_map(|e| e.ends)
                        .map(|p| step.toward.dot(&p) - reach);
                    assert!(beyond.fold(f64::NEG_INFINITY, f64::max) < 1e-3);
                    before = step.to;
                }
                let out = seen.expansion.unwrap();
                assert!(
                    out.depth > 0.0 && out.depth <= 2.0 * PUSH + run.radius,
                    "{}",
                    out.depth
                );
                let deeper = |s: &ExpandStep| s.toward.dot(&s.support) >= s.reach - 1e-3;
                assert!(out.steps.iter().all(deeper) && out.steps.iter().all(|s| !s.polytope.is_empty()));
            }
        }
    }
}
