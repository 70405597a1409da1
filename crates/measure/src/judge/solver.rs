//! Watches `bvh` solve one of the refereed sweeps, for students: GJK and EPA.

use crate::MeasureError;
use crate::run::setting::Setting;
use crate::run::sweeps::Line;
use clipmark_bvh::{self as bvh, BvhBackend, Watched};
use clipmark_collision::Sweep;
use clipmark_geometry::Hull;
use clipmark_rows::drawn::solver::{CastRun, CastStep, Edge, Ended, ExpandRun, ExpandStep, SolverRun};
use nalgebra::Vector3;

/// A run with this many steps of each solver is worth looking at.
const TELLING: [std::ops::RangeInclusive<usize>; 2] = [4..=9, 2..=9];
/// A solid larger than this many hulls fills the picture and hides the path.
const SEEN: f64 = 12.0;
/// This many sweeps are named when the wanted one cannot be drawn.
const NAMED: usize = 5;

/// Watches `bvh` solve sweep `number` (from 1), with the body of the first entrant.
///
/// # Errors
/// A number beyond the sweeps, or of one on which no solver is asked.
pub(crate) fn watch(
    setting: &Setting,
    hull: Hull,
    lines: &[Line],
    number: usize,
) -> Result<SolverRun, MeasureError> {
    let backend = BvhBackend::build(&setting.world, setting.profile.trace_rules)?;
    let run = |i: usize| {
        let [start, end] = lines[i];
        let sweep = Sweep::new(hull, start, end);
        let watched = backend.watch(&sweep)?;
        Some((is_telling(&watched, &hull), solver_run(i + 1, &sweep, &watched)))
    };
    let chosen = number.checked_sub(1).filter(|i| *i < lines.len()).and_then(run);
    chosen.map(|(_, run)| run).ok_or_else(|| {
        let first = |wanted: &dyn Fn(usize) -> bool| -> Vec<String> {
            let found = (0..lines.len()).filter(|i| wanted(*i));
            found.take(NAMED).map(|i| (i + 1).to_string()).collect()
        };
        let much = first(&|i| run(i).is_some_and(|(telling, _)| telling));
        let any = match much.is_empty() {
            true => first(&|i| run(i).is_some()),
            false => Vec::new(),
        };
        let telling = match (much.is_empty(), any.is_empty()) {
            (false, _) => format!("those that show much begin with {}", much.join(", ")),
            (true, false) => format!("those on which it is asked begin with {}", any.join(", ")),
            (true, true) => "it is asked on none of them".into(),
        };
        MeasureError::Refused(format!(
            "--explain {number}: it is not one of the {} sweeps, or it comes near nothing, so GJK is never asked; {telling}",
            lines.len()
        ))
    })
}

fn is_telling(run: &Watched, hull: &Hull) -> bool {
    let cast = &run.cast;
    let steps = run.expansion.as_ref().map_or(0, |e| e.steps.len());
    let ends = || cast.body.iter().flat_map(|e| e.ends);
    let size = |axis: usize| {
        let at = || ends().map(|p| p[axis]);
        at().fold(f64::NEG_INFINITY, f64::max) - at().fold(f64::INFINITY, f64::min)
    };
    let largest = (0..3).map(size).fold(0.0, f64::max);
    let path = (cast.end - cast.start).norm();
    // Starting in a solid is another question, and a hit at once shows no ray.
    let trace = &run.trace;
    let on_the_way = (0.1..1.0).contains(&trace.fraction) && !trace.start_solid;
    on_the_way
        && TELLING[0].contains(&cast.steps.len())
        && TELLING[1].contains(&steps)
        && largest < SEEN * f64::from(hull.bounds().half_extents().norm())
        && (largest * 0.3..largest * 3.0).contains(&path)
}

/// The watched run as data. `number` is the refereed sweep's, from 1, or 0.
pub(crate) fn solver_run(number: usize, sweep: &Sweep, watched: &Watched) -> SolverRun {
    let cast = &watched.cast;
    let expansion = watched.expansion.as_ref().map(|run| ExpandRun {
        at: run.at.into(),
        body: edges(&run.body),
        steps: run.steps.iter().map(expand_step).collect(),
        normal: run.normal.into(),
        depth: run.depth,
    });
    SolverRun {
        sweep: number,
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
