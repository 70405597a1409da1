//! F25, ramp bug: in the air along steep surfaces, a tick takes over a tenth of the speed without a new contact
//! (`docs/failures.md`).
//!
//! The surfaces touched are exact, and the projection of the velocity on their cone must keep 95 % of it. Unit: per
//! cent of the speed lost; counted are ticks. Departures: F5 judges whether reported normals are the world's own;
//! speeds below 100 units per second are not judged.

use super::cone::feasible;
use super::dead_stop::met;
use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, bounds, contacts};
use nalgebra::Vector3;

pub(super) const DETECTOR: Detector = Detector {
    id: "F25",
    needs: Needs::Run,
    concerns: Concerns::SlideMoves,
    look,
};

/// Slower is not judged, in units per second.
const SLOW: f64 = 100.0;
/// A tick that leaves less than this share is the bug.
const LEFT: f64 = 0.9;
/// ... if the surfaces leave at least this share.
const LAWFUL: f64 = 0.95;
/// Ticks within which a surface must have been touched before.
const MEMORY: usize = 3;

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for k in 0..walk.ticks() {
        let [a, b] = [k, k + 1].map(|i| &walk.run.states[i]);
        let [v, w]: [Vector3<f64>; 2] = [a, b].map(|s| s.velocity.cast());
        let glides = !a.grounded && !b.grounded && v.norm() >= SLOW && bounds::ordinary(walk, k);
        // The loss by gravity and the wish is lawful.
        let lost = v.norm() - w.norm() - bounds::pull(walk, k) - bounds::push(walk, k);
        if glides && lost > (1.0 - LEFT) * v.norm() && nothing_new(walk, k, &v) {
            seen.tick(100.0 * lost / v.norm(), k, &b.origin);
        }
    }
    seen
}

fn nothing_new(walk: &Walk, k: usize, v: &Vector3<f64>) -> bool {
    let now = met(walk, k);
    let mut known = Vec::new();
    for tick in k.saturating_sub(MEMORY)..=k {
        for n in contacts::felt(walk, &walk.run.states[tick]) {
            contacts::add(&mut known, &n);
        }
    }
    let before = known.len();
    now.iter().for_each(|n| contacts::add(&mut known, n));
    let steep = |n: &Vector3<f64>| n.z < f64::from(walk.profile.walkable_normal);
    known.len() == before
        && !now.is_empty()
        && now.iter().all(steep)
        && feasible(v, &now).norm() >= LAWFUL * v.norm()
}
