//! F15, speed leak: along one surface, or in free air, a tick takes more speed than friction and wish can (`docs/failures.md`).
//!
//! Judged are ticks whose first velocity is parallel to the one touched surface (within 1e-3). Nothing else is within a unit to
//! the sides, above and ahead; exact. Bound: friction (twice, where an edge may double it), and acceleration where the wish
//! opposes the motion. Then gravity where the surface is no ground, velocity rounding, and the limit on each component. Unit:
//! units per second below the bound. Departures: QuakeWorld's ground is judged where it is level, since elsewhere the velocity
//! becomes horizontal first (law L19). Speeds below 30 units per second are not judged.

use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, bounds, contacts};
use clipmark_movement::Order;
use nalgebra::Vector3;

pub(super) const DETECTOR: Detector = Detector {
    id: "F15",
    needs: Needs::Run,
    concerns: Concerns::SlideMoves,
    look,
};

/// Slower is not judged, in units per second.
const SLOW: f64 = 30.0;
/// A velocity within this share of its speed of a surface is parallel to it.
const PARALLEL: f64 = 1e-3;
/// Required free room, in units: above a skin's or a wish's step.
const ROOM: f64 = 1.0;
/// A surface with this normal z is level.
const LEVEL: f64 = 1.0 - 1e-6;

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    for k in (0..walk.ticks()).filter(|&k| bounds::ordinary(walk, k) && !bounds::jumps(walk, k)) {
        let leak = leak(walk, k);
        if leak > 0.0 && undisturbed(walk, k) {
            seen.tick(leak, k, &walk.run.states[k + 1].origin);
        }
    }
    seen
}

/// How much slower it is than it may be.
fn leak(walk: &Walk, k: usize) -> f64 {
    let [before, after] = [k, k + 1].map(|i| &walk.run.states[i]);
    // The limit on each component cuts the speed off first (law L39).
    let most = walk.profile.max_velocity.unwrap_or(f32::INFINITY);
    let v: Vector3<f64> = before.velocity.map(|x| x.clamp(-most, most)).cast();
    let speed = v.norm();
    if speed < SLOW {
        return 0.0;
    }
    let wish: Vector3<f64> = walk.run.wish(k).cast();
    let opposed = wish.dot(&v) < 0.0;
    let mut least = speed - bounds::rounding(walk.profile, speed);
    if before.grounded || after.grounded {
        least -= bounds::friction(walk, k, speed);
    }
    if !(before.grounded && after.grounded) {
        least -= bounds::pull(walk, k);
    }
    if opposed {
        least -= bounds::push(walk, k);
    }
    least - f64::from(after.velocity.norm())
}

/// Whether there is one surface at most, parallel to the motion, and room everywhere else.
fn undisturbed(walk: &Walk, k: usize) -> bool {
    let [before, after] = [k, k + 1].map(|i| &walk.run.states[i]);
    let v: Vector3<f64> = before.velocity.cast();
    let mut normals = contacts::felt(walk, before);
    for n in contacts::felt(walk, after) {
        contacts::add(&mut normals, &n);
    }
    let parallel = match normals[..] {
        [] => true,
        [n] => {
            let judged = n.z >= LEVEL || !before.grounded || walk.profile.order == Order::Quake3;
            judged && n.dot(&v).abs() <= PARALLEL * v.norm()
        }
        _ => false,
    };
    let level = Vector3::new(v.x, v.y, 0.0);
    let side = Vector3::new(-v.y, v.x, 0.0).try_normalize(1e-9);
    let room = |state: usize| {
        let (at, truth) = (walk.at(state), walk.solid(state));
        let clear = |way: Vector3<f64>| truth.sweep(&at, &(at + way * ROOM)).entry.is_none();
        side.is_none_or(|s| clear(s) && clear(-s)) && clear(Vector3::z())
    };
    let ahead = v * walk.seconds(k) + v.normalize() * ROOM;
    let from = walk.at(k);
    let free = |way: Vector3<f64>| walk.solid(k).sweep(&from, &(from + way)).entry.is_none();
    let around = parallel && free(ahead) && room(k) && room(k + 1);
    // Falling towards ground ends in a landing, which takes the speed across it.
    let lands = normals.is_empty() && !free(ahead - Vector3::z() * (ROOM + bounds::pull(walk, k)));
    around && !lands && level.norm() > 0.0
}
