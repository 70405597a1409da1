//! How `bvh` solves a sweep, for students: GJK and EPA.

use clipmark_bvh::{self as bvh, Watched};
use clipmark_collision::Sweep;
use clipmark_rows::drawn::solver::{CastRun, CastStep, Edge, Ended, ExpandRun, ExpandStep, SolverRun};
use nalgebra::Vector3;

/// The watched run as data.
pub(crate) fn solver_run(sweep: &Sweep, watched: &Watched) -> SolverRun {
    let cast = &watched.cast;
    let expansion = watched.expansion.as_ref().map(|run| ExpandRun {
        at: run.at.into(),
        body: edges(&run.body),
        steps: run.steps.iter().map(expand_step).collect(),
        normal: run.normal.into(),
        depth: run.depth,
    });
    SolverRun {
        hull: sweep.hull.kind().into(),
        start: sweep.start.into(),
        end: sweep.end.into(),
        casts: watched.casts,
        cast: CastRun {
            start: cast.start.into(),
            end: cast.end.into(),
            body: edges(&cast.body),
            radius: cast.radius,
            steps: cast.steps.iter().map(cast_step).collect(),
            ended: match cast.ended {
                bvh::Proposal::Free => Ended::Free,
                bvh::Proposal::Meets(at) => Ended::Meets(at),
                bvh::Proposal::Open => Ended::Open,
            },
        },
        expansion,
    }
}

fn cast_step(step: &bvh::CastStep) -> CastStep {
    CastStep {
        from: step.from.into(),
        toward: step.toward.into(),
        support: step.support.into(),
        to: step.to.into(),
        simplex: arrays(&step.simplex),
        distance: step.distance,
    }
}

fn expand_step(step: &bvh::ExpandStep) -> ExpandStep {
    ExpandStep {
        polytope: edges(&step.polytope),
        toward: step.toward.into(),
        reach: step.reach,
        support: step.support.into(),
    }
}

fn edges(body: &[bvh::Edge]) -> Vec<Edge> {
    let edge = |e: &bvh::Edge| Edge {
        ends: e.ends.map(Into::into),
        normals: e.normals.map(Into::into),
    };
    body.iter().map(edge).collect()
}

fn arrays(points: &[Vector3<f64>]) -> Vec<[f64; 3]> {
    points.iter().map(|p| (*p).into()).collect()
}
