//! F16, dead stop: the speed falls below a tenth in one tick, though the touched surfaces allow over half
//! (`docs/failures.md`).
//!
//! They allow the projection of the velocity on the cone of all surfaces felt before, during and after the tick
//! (exact). Friction, the wish and rounding are subtracted. Unit: per cent of the speed that should be left; counted
//! are ticks. Not counted: three surfaces or more entered at once, which stop every slide move. Not counted either:
//! QuakeWorld's crease, which costs sin^2 of the angle between the surfaces (law L23) unless repaired. Departure:
//! speeds below 50 units per second are not judged; friction and velocity rounding are as large there.

use super::cone::{entered, feasible};
use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, bounds, contacts};
use clipmark_movement::Order;
use nalgebra::{Point3, Vector3};

pub(super) const DETECTOR: Detector = Detector {
    id: "F16",
    needs: Needs::Run,
    concerns: Concerns::SlideMoves,
    look,
};

/// Slower is not judged, in units per second.
const SLOW: f32 = 50.0;
/// A speed that falls to less than this share stops dead.
const DEAD: f32 = 0.1;
/// ... if more than this share of it could have been kept.
const KEPT: f64 = 0.5;

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for k in 0..walk.ticks() {
        let [v, w] = [k, k + 1].map(|i| walk.run.states[i].velocity);
        let stops = v.norm() >= SLOW && w.norm() < DEAD * v.norm();
        if stops && bounds::ordinary(walk, k) {
            let kept = lawfully_kept(walk, k) / f64::from(v.norm());
            if kept > KEPT {
                seen.tick(kept * 100.0, k, &walk.run.states[k + 1].origin);
            }
        }
    }
    seen
}

/// The least speed that the surfaces touched and the profile's rules leave.
fn lawfully_kept(walk: &Walk, k: usize) -> f64 {
    let v: Vector3<f64> = walk.run.states[k].velocity.cast();
    let normals = met(walk, k);
    let into = entered(&v, &normals);
    if into.len() > 2 {
        return 0.0;
    }
    let mut kept = feasible(&v, &normals).norm();
    let crease = matches!(into[..], [a, b] if a.cross(&b).norm() > 0.0);
    let repaired = walk.profile.repairs.normalised_crease || walk.profile.order == Order::Quake3;
    if crease && !repaired {
        kept *= into[0].cross(&into[1]).norm_squared();
    }
    kept - bounds::friction(walk, k, v.norm())
        - bounds::push(walk, k)
        - bounds::pull(walk, k)
        - bounds::rounding(walk.profile, v.norm())
}

/// Normals of all that is touched before and after a tick, or met by its straight way.
pub(super) fn met(walk: &Walk, k: usize) -> Vec<Vector3<f64>> {
    let [before, after] = [k, k + 1].map(|i| &walk.run.states[i]);
    let mut normals = contacts::felt(walk, before);
    for n in contacts::felt(walk, after) {
        contacts::add(&mut normals, &n);
    }
    let v: Vector3<f64> = before.velocity.cast();
    let from: Point3<f64> = before.origin.cast();
    let skin = f64::from(walk.rules.skin) + walk.tolerance(&before.origin);
    let ahead = v * walk.seconds(k) + v.try_normalize(1e-9).unwrap_or_default() * skin;
    let swept = walk.solid(k).sweep(&from, &(from + ahead));
    for n in swept.contacts.iter().flat_map(|c| &c.normals) {
        contacts::add(&mut normals, n);
    }
    normals
}
