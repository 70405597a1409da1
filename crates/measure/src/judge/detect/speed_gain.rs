//! F14, speed gain against law: a tick adds more speed than acceleration, gravity and the profile's clipping can
//! (`docs/failures.md`).
//!
//! Bound: the square of the speed may grow by three terms. They are the best of laws L5 to L7, 2 g for every unit
//! fallen, and (g T)^2, the rounding of a fall to ticks. Where the backend met nothing, horizontal and vertical speed
//! are each held to their own law. Tolerance: rounding (`bounds.rs`) and velocity rounding. After a hit, the
//! profile's own overbounce and its nudge of 1 unit per second off a plane met twice. A jump may add its speed if
//! there is ground. QuakeWorld's step combines the horizontal speed over the step with the vertical one along the
//! slope: v/2 sin 2a at most (laws L18, L19). Unit: units per second above the bound. Departures: closed loops are
//! not searched, since without a wish no tick may gain at all. Stepping up costs QuakeWorld no speed (law L19), so a
//! rise costs nothing.

use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, bounds, contacts};
use clipmark_geometry::Vec3;
use clipmark_movement::Order;

pub(super) const DETECTOR: Detector = Detector {
    id: "F14",
    needs: Needs::Run,
    concerns: Concerns::SlideMoves,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for k in (0..walk.ticks()).filter(|&k| bounds::ordinary(walk, k)) {
        let excess = excess(walk, k);
        if excess > 0.0 {
            seen.tick(excess, k, &walk.run.states[k + 1].origin);
        }
    }
    seen
}

fn excess(walk: &Walk, k: usize) -> f64 {
    let run = walk.run;
    let (before, after) = (&run.states[k], &run.states[k + 1]);
    let (v, w): (nalgebra::Vector3<f64>, nalgebra::Vector3<f64>) =
        (before.velocity.cast(), after.velocity.cast());
    let (slow, fast) = (v.norm(), w.norm());
    let rounding = bounds::rounding(walk.profile, slow);
    let gain = if run.wish(k) == Vec3::zeros() {
        0.0
    } else {
        bounds::gain(walk, k)
    };
    let jump = if jumped(walk, k) {
        f64::from(walk.profile.jump_speed + walk.profile.double_jump.speed)
    } else {
        0.0
    };
    let flew = !before.grounded && !after.grounded && run.facts[k].hits == 0 && jump == 0.0;
    if flew {
        let level = w.xy().norm() - (v.xy().norm_squared() + gain).sqrt() - rounding;
        let down = w.z - (v.z - bounds::pull(walk, k)) - rounding;
        return level.max(down);
    }
    let fallen = f64::from(before.origin.z - after.origin.z).max(0.0);
    let pull = bounds::pull(walk, k);
    let rise = v.z.max(0.0) + jump;
    let jumping = rise * rise - v.z.max(0.0).powi(2);
    let gravity = 2.0 * f64::from(walk.profile.gravity) * fallen + pull * pull;
    let mut most = (slow * slow + gain + jumping + gravity).sqrt();
    if !matches!(walk.profile.order, Order::Quake3 | Order::NetQuake) && w.z > 0.0 {
        // A step keeps the horizontal speed, and the vertical one of the slide along the floor besides.
        most = most.hypot(v.xy().norm() * 0.5);
    }
    if walk.profile.order == Order::Direct {
        // Keys are the velocity.
        most = most.max(f64::from(walk.profile.max_speed).hypot(rise));
    }
    fast - most - rounding - bounds::clipping(walk.profile, slow)
}

/// Whether the tick holds a jump off something that can be stood on.
fn jumped(walk: &Walk, k: usize) -> bool {
    let ground = |n: &nalgebra::Vector3<f64>| n.z >= f64::from(walk.profile.walkable_normal) - 1e-6;
    let before = &walk.run.states[k];
    bounds::jumps(walk, k) && (before.grounded || contacts::felt(walk, before).iter().any(ground))
}
