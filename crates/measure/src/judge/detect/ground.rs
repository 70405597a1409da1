//! Whether a body must count as standing, by the profile's own rule and the exact reference: for F23 and F24.
//!
//! The hit of a probe of the profile's depth is exact. Either answer is right in three near cases: within tol,
//! within 0.001 of the slope, or within half a tick's gravity and rounding of the rising speed.

use super::{Walk, bounds, contacts};
use clipmark_movement::Order;
use nalgebra::Vector3;

/// The required state of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Standing.
    Ground,
    /// In the air.
    Air,
    /// Either is lawful.
    Either,
}

/// Margin on the steepest normal, about the error of f32 normals and bevels.
const STEEP: f64 = 1e-3;

/// The required state of a body in a state of the run.
pub(super) fn due(walk: &Walk, state: usize) -> Due {
    let p = walk.profile;
    let body = &walk.run.states[state];
    let tick = state.saturating_sub(1);
    if p.order == Order::NetQuake || walk.ticks() == 0 || !bounds::ordinary(walk, tick) {
        return Due::Either;
    }
    let tolerance = walk.tolerance(&body.origin);
    let depth = f64::from(p.ground_probe.depth);
    let skin = f64::from(walk.rules.skin);
    // Ground that can be stood on has a skin that reaches at most this far up.
    let reach = depth + (skin + tolerance) / f64::from(p.walkable_normal);
    let from = walk.at(state);
    let met = walk.solid(state).sweep(&from, &(from - Vector3::z() * reach));
    if met.starts_inside {
        return Due::Either;
    }
    let Some(entry) = met.entry else { return Due::Air };
    let normals: Vec<_> = met
        .contacts
        .iter()
        .flat_map(|c| &c.normals)
        .filter(|n| n.z > STEEP)
        .copied()
        .collect();
    let stands = |margin: f64| {
        let least = f64::from(p.walkable_normal) + margin;
        move |n: &Vector3<f64>| n.z >= least
    };
    if normals.is_empty() || entry * reach > depth - tolerance || !normals.iter().all(stands(STEEP)) {
        // Where ground lies beside the foot of a steep slope, either may be met.
        let near = || contacts::felt(walk, body);
        let never =
            !normals.is_empty() && !normals.iter().any(stands(-STEEP)) && !near().iter().any(stands(-STEEP));
        return if never { Due::Air } else { Due::Either };
    }
    let v: Vector3<f64> = body.velocity.cast();
    let margin = bounds::pull(walk, tick) + bounds::rounding(p, 0.0);
    let limit = f64::from(p.leaves_ground_speed);
    let rises: Vec<f64> = if p.order == Order::Quake3 {
        normals.iter().map(|n| v.dot(n)).collect()
    } else {
        vec![v.z]
    };
    // Beside the foot of a steep slope the probe may meet that first.
    let steep = |n: &Vector3<f64>| n.z > STEEP && n.z < f64::from(p.walkable_normal) + STEEP;
    if rises.iter().all(|r| *r < limit - margin) {
        if contacts::felt(walk, body).iter().any(steep) {
            return Due::Either;
        }
        Due::Ground
    } else if v.z > margin && rises.iter().all(|r| *r > limit + margin) {
        Due::Air
    } else {
        Due::Either
    }
}

/// Why F23 and F24 cannot judge some movements.
pub(super) fn probes(walk: &Walk) -> bool {
    walk.profile.order != Order::NetQuake
}
