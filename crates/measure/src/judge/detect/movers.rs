//! A body among movers: F32 to F35.

use super::mover_truth::{Step, body_then, pushed, steps, turned_steps};
use super::{Evidence, Seen, Walk};
use clipmark_geometry::Point;
use clipmark_movement::MoverLaws;
use nalgebra::Vector3;

/// F32, in a mover: how deep the hull is in a moving part after each tick (`docs/failures.md`).
///
/// Unit: units of depth, in the mover's frame or, where it is turned, in the world. Whether the body is in a turned part is
/// exact. Tolerance: tol, with the steps of the larger of the coordinates of body and mover. A box of ours is judged in a
/// turned part as Quake III lays it, along the part's axes. Where that box is free and the body as it is is not, the tick is
/// counted apart.
pub(super) fn in_mover(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let depths = all(walk);
    let seen = Seen::in_ticks(walk, |k| {
        let depth = depths[k].depth;
        (depth > walk.tolerance(&walk.run.states[k + 1].origin)).then_some(depth)
    });
    Seen {
        by_rule: depths.iter().filter(|depth| depth.by_rule).count(),
        ..seen
    }
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

/// F33, passed by a mover: a moving part went through the body in its own part of a tick (`docs/failures.md`).
///
/// It judges the way of the body in the mover's frame while the world moved. The way enters the mover and is free at both
/// ends. Unit: units of depth at the deepest of the places asked along the way. Tolerance: tol. Nothing is lawful here:
/// movers that are faster than both are thick pass bodies in the engines, and that counts too.
///
/// A mover that turns is judged by proofs for the whole tick (`docs/truth.md`), of the body less tol. Free at both ends is
/// then not deeper than tol. A body that it moved goes straight: what that leaves its arc by is added. Ticks of which nothing
/// is proven are counted, not judged.
pub(super) fn passed_by(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let Some(course) = &walk.run.course else {
        return seen;
    };
    for k in 0..walk.ticks() {
        let [from, to] = pushed(walk, course, k);
        let body = body_then(walk, course, k);
        let each = steps(walk, course, k, body).map(|(_, step)| step.passed(&from, &to));
        let mut depth = each.fold(0.0, f64::max);
        let tolerance = walk.tolerance(&from);
        let mut undecided = false;
        for turned in turned_steps(walk, course, k, body) {
            let passed = turned.passed(&from, &to, tolerance);
            depth = depth.max(passed.depth);
            undecided |= passed.undecided;
        }
        if depth > tolerance {
            seen.tick(depth, k, &from);
        } else {
            seen.undecided += usize::from(undecided);
        }
    }
    seen
}

/// F34, pushed by nothing: the world moved the body, and no moving part touches it or carries it (`docs/failures.md`).
///
/// Unit: units that it was moved. Tolerance: tol for the move. A mover touches within the depth of the profile's ground
/// probe, the skin and tol, for its riders are that far above it. The two-cylinder walker's leg length is added. Lawful and
/// not counted: ticks in which a part is turned, or a jump pad or a teleporter takes hold of the player.
pub(super) fn pushed_by_nothing(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let Some(course) = &walk.run.course else {
        return seen;
    };
    let legs = walk.mover.solid_bounds(walk.profile).mins.z - walk.profile.size.feet;
    let reach = f64::from(legs + walk.profile.ground_probe.depth + walk.rules.skin);
    for k in 0..walk.ticks() {
        let [from, to] = pushed(walk, course, k);
        let moved = f64::from((to - from).norm());
        let tolerance = walk.tolerance(&from);
        let thrown = course.thrown[k];
        if moved <= tolerance || thrown || (0..course.movers.len()).any(|i| course.is_turned(k, i)) {
            continue;
        }
        let body = body_then(walk, course, k);
        let touched = steps(walk, course, k, body).any(|(_, step)| step.touches(&from, reach + tolerance));
        if !touched {
            seen.tick(moved, k, &from);
        }
    }
    seen
}

/// Greatest jump of a mover of Quake on arrival without carrying anyone, in units.
const JUMPS: f64 = 1.0 / 64.0;

/// F35, left behind: a rider does not go where the part that it stands on takes it, and could (`docs/failures.md`).
///
/// A rider's move while the world moves is its ground's (all engines). Unit: units that it is off. Tolerance: tol, and a 64th
/// of a unit where Quake's movers jump to their goal on arrival. Lawful and not counted: a rider whose new place is in a
/// solid or another part, one pushed by another part, and one on a turned part.
pub(super) fn left_behind(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let Some(course) = &walk.run.course else {
        return seen;
    };
    for k in 0..walk.ticks() {
        let Some(ride) = course.movers.iter().position(|m| m.number == course.rides[k]) else {
            continue;
        };
        let [from, to] = pushed(walk, course, k);
        let body = body_then(walk, course, k);
        let all: Vec<_> = steps(walk, course, k, body).collect();
        let Some((_, own)) = all.iter().find(|(i, _)| *i == ride) else {
            continue;
        };
        let meant = from.cast::<f64>() + own.displacement();
        let off = (to.cast::<f64>() - meant).norm();
        if off <= walk.tolerance(&from) + JUMPS {
            continue;
        }
        let tolerance = walk.tolerance(&from);
        // Two parts that push at once are no ride.
        let pushes = |(i, step): &(usize, Step)| {
            *i != ride && step.displacement() != Vector3::zeros() && step.touches(&from, tolerance)
        };
        if all.iter().any(pushes) {
            continue;
        }
        let free =
            !walk.truth.reference(body).overlaps(&meant) && !all.iter().any(|(_, step)| step.holds(&meant));
        if free {
            seen.tick(off, k, &from);
        }
    }
    seen
}
