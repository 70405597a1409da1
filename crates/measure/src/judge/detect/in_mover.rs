//! F32, in a mover: how deep the hull is in a moving part after each tick (`docs/failures.md`).
//!
//! Unit: units of depth, in the mover's frame or, where it is turned, in the world. Whether the body is in a turned part is exact.
//! Tolerance: tol, with the steps of the larger of the coordinates of body and mover. A box of ours is judged in a turned part as
//! Quake III lays it, along the part's axes. Where that box is free and the body as it is is not, the tick is counted apart.

use super::mover_truth::{steps, turned_steps};
use super::{Concerns, Detector, Evidence, Needs, Seen, Walk};
use clipmark_geometry::Point;
use clipmark_movement::MoverLaws;

pub(super) const DETECTOR: Detector = Detector {
    id: "F32",
    needs: Needs::Movers,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for (k, Depth { depth, by_rule }) in all(walk).into_iter().enumerate() {
        let at = &walk.run.states[k + 1].origin;
        if depth > walk.tolerance(at) {
            seen.tick(depth, k, at);
        }
        seen.by_rule += usize::from(by_rule);
    }
    seen
}

/// The depth after a tick.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    /// In units, of the body as the movement's rule lays it; 0 where it is free.
    depth: f64,
    /// Whether the body as it is is in some part in which it is free as the rule lays it.
    by_rule: bool,
}

/// Depth in movers after each tick in units; 0 where it is free, and where nothing moves.
pub(crate) fn depths(walk: &Walk) -> Vec<f64> {
    all(walk).into_iter().map(|d| d.depth).collect()
}

fn all(walk: &Walk) -> Vec<Depth> {
    let ticks = walk.ticks();
    let Some(course) = &walk.run.course else {
        return vec![Depth::default(); ticks];
    };
    // Controllers of other libraries do not turn their bodies.
    let ruled = walk.mover.laws != MoverLaws::Foreign;
    let depth = |k: usize| {
        let body = &walk.run.states[k + 1];
        let at: &Point = &body.origin;
        let each = steps(walk, course, k, body).map(|(_, step)| step.depth(at));
        let mut out = Depth {
            depth: each.fold(0.0, f64::max),
            by_rule: false,
        };
        let tolerance = walk.tolerance(at);
        for turned in turned_steps(walk, course, k, body).map(|step| step.depth(at)) {
            let judged = if ruled { turned.laid } else { turned.own };
            out.depth = out.depth.max(judged);
            out.by_rule |= turned.own > tolerance && judged <= tolerance;
        }
        out
    };
    (0..ticks).map(depth).collect()
}
