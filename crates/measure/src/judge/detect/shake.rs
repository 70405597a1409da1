//! F19, jitter: motion that turns back on itself while the player asks for the same thing (`docs/failures.md`).
//!
//! The size is the second difference of position in the worst tick, in units; counted are ticks above tol. The
//! report's `shake` is the RMS over all settled ticks. Where a run of the reference mover is given, its worst tick is
//! subtracted. Not counted: Quake III in grooves of surfaces too steep to stand on (law L24). Departure: only motion
//! that turns back counts, horizontally and vertically each for itself. Climbing stairs or following a bend never
//! turns back, so a clean run scores exactly 0.

use super::{Evidence, Seen, contacts};
use crate::run::play::Played;
use clipmark_geometry::Vec3;

/// The wish must have been the same for so long, in seconds.
const SETTLED: f64 = 1.0;
/// One turn is a bounce; this many within `TOGETHER` seconds are a shake.
const LEAST: usize = 3;
const TOGETHER: f64 = 0.5;
/// Smaller steps than this are rounding, not motion, in units: a few f32 steps at map scale.
const STILL: f32 = 2e-3;

/// The jitter of a run over its settled ticks: RMS of the second difference of position, of the part that turns back, in units.
pub fn shake(played: &Played) -> f64 {
    let (settled, turned) = turns(played);
    let sum: f64 = turned.iter().map(|t| t.1 * t.1).sum();
    (sum / settled.max(1) as f64).sqrt()
}

pub(super) fn jitter(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let lawful = evidence.lawful().map_or(0.0, largest);
    let mut seen = Seen::default();
    let clock = walk.run.clock();
    let shakes: Vec<(usize, f64)> = turns(walk.run)
        .1
        .into_iter()
        .filter(|&(k, back)| {
            let body = &walk.run.states[k];
            back - lawful > walk.tolerance(&body.origin) && !contacts::restless_groove(walk, body)
        })
        .collect();
    for (i, &(k, back)) in shakes.iter().enumerate() {
        let near = |t: &&(usize, f64)| (clock[k] - clock[t.0]).abs() < TOGETHER;
        let first = i.saturating_sub(LEAST);
        if shakes[first..].iter().take(2 * LEAST + 1).filter(near).count() >= LEAST {
            seen.tick(back - lawful, k, &walk.run.states[k].origin);
        }
    }
    seen
}

fn largest(played: &Played) -> f64 {
    turns(played).1.iter().map(|t| t.1).fold(0.0, f64::max)
}

/// How many ticks are settled, and which of them turn back by how much, in units.
pub fn turns(played: &Played) -> (usize, Vec<(usize, f64)>) {
    let clock = played.clock();
    let (mut settled, mut turned) = (0, Vec::new());
    let mut since = 0.0;
    for (k, &now) in clock.iter().enumerate().skip(1) {
        let asks_the_same = (played.wish(k) - played.wish(k - 1)).norm() < f32::EPSILON;
        let jumps = played.commands[k].up > 0.0;
        if !asks_the_same || jumps || played.wish(k) == Vec3::zeros() {
            since = now;
        }
        let flies =
            !played.states[k - 1].grounded && !played.states[k].grounded && !played.states[k + 1].grounded;
        if now - since < SETTLED || flies {
            continue;
        }
        settled += 1;
        let before = played.states[k].origin - played.states[k - 1].origin;
        let after = played.states[k + 1].origin - played.states[k].origin;
        let back = turned_back(&before, &after);
        if back > 0.0 {
            turned.push((k, back));
        }
    }
    (settled, turned)
}

/// How far a step undoes the one before, twice over: the second difference of a motion to and fro. The rest of the
/// change, as of a landing after a fall, is not counted.
fn turned_back(before: &Vec3, after: &Vec3) -> f64 {
    let mut back = Vec3::zeros();
    let (b, a) = (before.xy(), after.xy());
    if b.norm() > STILL && a.norm() > STILL && b.dot(&a) < 0.0 {
        let undone = (-a.dot(&b) / b.norm()).min(b.norm());
        (back.x, back.y) = (b.x / b.norm() * undone, b.y / b.norm() * undone);
    }
    if before.z.abs() > STILL && after.z.abs() > STILL && before.z * after.z < 0.0 {
        back.z = before.z.abs().min(after.z.abs());
    }
    2.0 * f64::from(back.norm())
}
