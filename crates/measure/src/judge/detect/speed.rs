//! Speed against what the profile allows: F14 to F16, F18, F25.

use super::cone::{entered, feasible};
use super::{Evidence, Seen, Walk, bounds, contacts};
use clipmark_geometry::Vec3;
use clipmark_movement::Order;
use nalgebra::{Point3, Vector3};

/// F14, speed gain against law: a tick adds more speed than acceleration, gravity and the profile's clipping can
/// (`docs/failures.md`).
///
/// Bound: the square of the speed may grow by three terms. They are the best of laws L5 to L7, 2 g for every unit
/// fallen, and (g T)^2, the rounding of a fall to ticks. Where the backend met nothing, horizontal and vertical speed
/// are each held to their own law. Tolerance: rounding (`bounds.rs`) and velocity rounding. After a hit, the
/// profile's own overbounce and its nudge of 1 unit per second off a plane met twice. A jump may add its speed if
/// there is ground. QuakeWorld's step combines the horizontal speed over the step with the vertical one along the
/// slope: v/2 sin 2a at most (laws L18, L19). Unit: units per second above the bound. Departures: closed loops are
/// not searched, since without a wish no tick may gain at all. Stepping up costs QuakeWorld no speed (law L19), so a
/// rise costs nothing.
pub(super) fn speed_gain(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    Seen::in_ticks(walk, |k| {
        let excess = bounds::ordinary(walk, k).then(|| excess(walk, k));
        excess.filter(|excess| *excess > 0.0)
    })
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

/// Slower is not judged, in units per second.
const LEAK_FROM: f64 = 30.0;
/// A velocity within this share of its speed of a surface is parallel to it.
const PARALLEL: f64 = 1e-3;
/// Required free room, in units: above a skin's or a wish's step.
const LEAK_ROOM: f64 = 1.0;
/// A surface with this normal z is level.
const LEVEL: f64 = 1.0 - 1e-6;

/// F15, speed leak: along one surface, or in free air, a tick takes more speed than friction and wish can (`docs/failures.md`).
///
/// Judged are ticks whose first velocity is parallel to the one touched surface (within 1e-3). Nothing else is within a unit to
/// the sides, above and ahead; exact. Bound: friction (twice, where an edge may double it), and acceleration where the wish
/// opposes the motion. Then gravity where the surface is no ground, velocity rounding, and the limit on each component. Unit:
/// units per second below the bound. Departures: QuakeWorld's ground is judged where it is level, since elsewhere the velocity
/// becomes horizontal first (law L19). Speeds below 30 units per second are not judged.
pub(super) fn speed_leak(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    Seen::in_ticks(walk, |k| {
        let is_judged = bounds::ordinary(walk, k) && !bounds::jumps(walk, k);
        let leak = is_judged.then(|| leak(walk, k));
        leak.filter(|leak| *leak > 0.0 && undisturbed(walk, k))
    })
}

/// How much slower it is than it may be.
fn leak(walk: &Walk, k: usize) -> f64 {
    let [before, after] = [k, k + 1].map(|i| &walk.run.states[i]);
    // The limit on each component cuts the speed off first (law L39).
    let most = walk.profile.max_velocity.unwrap_or(f32::INFINITY);
    let v: Vector3<f64> = before.velocity.map(|x| x.clamp(-most, most)).cast();
    let speed = v.norm();
    if speed < LEAK_FROM {
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
        let clear = |way: Vector3<f64>| truth.sweep(&at, &(at + way * LEAK_ROOM)).entry.is_none();
        side.is_none_or(|s| clear(s) && clear(-s)) && clear(Vector3::z())
    };
    let ahead = v * walk.seconds(k) + v.normalize() * LEAK_ROOM;
    let from = walk.at(k);
    let free = |way: Vector3<f64>| walk.solid(k).sweep(&from, &(from + way)).entry.is_none();
    let around = parallel && free(ahead) && room(k) && room(k + 1);
    // Falling towards ground ends in a landing, which takes the speed across it.
    let lands = normals.is_empty() && !free(ahead - Vector3::z() * (LEAK_ROOM + bounds::pull(walk, k)));
    around && !lands && level.norm() > 0.0
}

/// Slower is not judged, in units per second.
const STOP_FROM: f32 = 50.0;
/// A speed that falls to less than this share stops dead.
const STOPPED_AT: f32 = 0.1;
/// ... if more than this share of it could have been kept.
const LAWFULLY_KEPT: f64 = 0.5;

/// F16, dead stop: the speed falls below a tenth in one tick, though the touched surfaces allow over half
/// (`docs/failures.md`).
///
/// They allow the projection of the velocity on the cone of all surfaces felt before, during and after the tick
/// (exact). Friction, the wish and rounding are subtracted. Unit: per cent of the speed that should be left; counted
/// are ticks. Not counted: three surfaces or more entered at once, which stop every slide move. Not counted either:
/// QuakeWorld's crease, which costs sin^2 of the angle between the surfaces (law L23) unless repaired. Departure:
/// speeds below 50 units per second are not judged; friction and velocity rounding are as large there.
pub(super) fn dead_stop(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    Seen::in_ticks(walk, |k| {
        let [v, w] = [k, k + 1].map(|i| walk.run.states[i].velocity);
        let stops = v.norm() >= STOP_FROM && w.norm() < STOPPED_AT * v.norm();
        if !stops || !bounds::ordinary(walk, k) {
            return None;
        }
        let kept = lawfully_kept(walk, k) / f64::from(v.norm());
        (kept > LAWFULLY_KEPT).then_some(kept * 100.0)
    })
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

/// Slower is not judged, in units per second.
const RAMP_FROM: f64 = 100.0;
/// A tick that leaves less than this share is the bug.
const RAMP_LEFT: f64 = 0.9;
/// ... if the surfaces leave at least this share.
const LAWFULLY_LEFT: f64 = 0.95;
/// Ticks within which a surface must have been touched before.
const RAMP_MEMORY: usize = 3;

/// F25, ramp bug: in the air along steep surfaces, a tick takes over a tenth of the speed without a new contact
/// (`docs/failures.md`).
///
/// The surfaces touched are exact, and the projection of the velocity on their cone must keep 95 % of it. Unit: per
/// cent of the speed lost; counted are ticks. Departures: F5 judges whether reported normals are the world's own;
/// speeds below 100 units per second are not judged.
pub(super) fn ramp_bug(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    Seen::in_ticks(walk, |k| {
        let [a, b] = [k, k + 1].map(|i| &walk.run.states[i]);
        let [v, w]: [Vector3<f64>; 2] = [a, b].map(|s| s.velocity.cast());
        let glides = !a.grounded && !b.grounded && v.norm() >= RAMP_FROM && bounds::ordinary(walk, k);
        // The loss by gravity and the wish is lawful.
        let lost = v.norm() - w.norm() - bounds::pull(walk, k) - bounds::push(walk, k);
        let is_bug = glides && lost > (1.0 - RAMP_LEFT) * v.norm() && nothing_new(walk, k, &v);
        is_bug.then(|| 100.0 * lost / v.norm())
    })
}

fn nothing_new(walk: &Walk, k: usize, v: &Vector3<f64>) -> bool {
    let now = met(walk, k);
    let mut known = Vec::new();
    for tick in k.saturating_sub(RAMP_MEMORY)..=k {
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
        && feasible(v, &now).norm() >= LAWFULLY_LEFT * v.norm()
}

/// A smaller difference is rounding, in units per second.
const LEAST_SNAG: f64 = 1.0;

/// F18, snag or ghost edge: a tick ends otherwise than in the same world with its seams merged (`docs/failures.md`).
///
/// Each tick begins from the run's own state and is played again on the merged world's backend. So one snag is one
/// tick. Unit: units per second of difference in velocity; counted are ticks. More than 1 is a snag. Differences
/// that four f32 steps aside cause in the world itself are near-ties and not counted (`counterparts/mod.rs`).
/// Departures: tick by tick, not run by run. The count is not per 1,000 seams, since the crossed seams are not
/// known.
pub(super) fn snags(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let merged = evidence.own.and_then(|o| o.merged.as_ref());
    Seen::in_ticks(walk, |k| {
        let other = merged?.get(k)?.as_ref()?;
        let apart = f64::from((other.velocity - walk.run.states[k + 1].velocity).norm());
        (apart > LEAST_SNAG).then_some(apart)
    })
}
