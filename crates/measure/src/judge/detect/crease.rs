//! F26, crease oscillation: the surface nearest to the body alternates for six ticks or more, and the body does not
//! advance (`docs/failures.md`).
//!
//! The nearest surface is exact, within skin, tolerance and a quarter of a unit. Getting nowhere is a net
//! displacement below a tenth of the path; paths shorter than a skin are rest. Unit: ticks of the longest stretch;
//! counted are stretches. Not counted: Quake III's shake in grooves too steep to stand on (law L24). Departure: the
//! nearest surfaces stand in for reported normals, which a run does not record.

use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, contacts};
use nalgebra::Vector3;

pub(super) const DETECTOR: Detector = Detector {
    id: "F26",
    needs: Needs::Run,
    concerns: Concerns::AnyMover,
    look,
};

/// Ticks that must alternate.
const LEAST: usize = 6;
/// A net displacement below this share of the path is no progress.
const NOWHERE: f32 = 0.1;
/// Normals whose product is above this are one surface's: two degrees.
const SAME: f64 = 0.9994;
/// How far a surface may be and still be the nearest touched, beyond skin and tolerance, in units.
const REACH: f64 = 0.25;

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let still = walk.rules.skin / LEAST as f32;
    let lingers = lingering(walk);
    let nearest: Vec<Option<Vector3<f64>>> = (0..=walk.ticks())
        .map(|k| {
            let moves = k > 0 && step(walk, k - 1) > still;
            (moves && lingers[k]).then(|| touched(walk, k)).flatten()
        })
        .collect();
    let same =
        |a: usize, b: usize| matches!((nearest[a], nearest[b]), (Some(m), Some(n)) if m.dot(&n) > SAME);
    let alternates =
        |k: usize| nearest[k - 1].is_some() && nearest[k].is_some() && same(k, k - 2) && !same(k, k - 1);
    let ticks: Vec<usize> = (2..=walk.ticks()).filter(|&k| alternates(k)).collect();
    for stretch in ticks.chunk_by(|a, b| a + 1 == *b).filter(|s| s.len() >= LEAST) {
        let (first, last) = (stretch[0] - 1, stretch[stretch.len() - 1]);
        let way: f32 = (first..last).map(|k| step(walk, k)).sum();
        let place = &walk.run.states[first].origin;
        let net = (walk.run.states[last].origin - place).norm();
        if net < NOWHERE * way
            && way > walk.rules.skin
            && !contacts::restless_groove(walk, &walk.run.states[first])
        {
            seen.case(stretch.len() as f64, Some(first), place);
            seen.ticks.extend(stretch.iter().map(|k| k - 1));
        }
    }
    seen
}

/// States within a stretch of the least length that gets nowhere: only there is the nearest surface worth asking for.
fn lingering(walk: &Walk) -> Vec<bool> {
    let states = &walk.run.states;
    let mut out = vec![false; states.len()];
    for last in LEAST..states.len() {
        let first = last - LEAST;
        let way: f32 = (first..last).map(|k| step(walk, k)).sum();
        // Twice the share: a longer stretch may get nowhere though its parts do not quite.
        if (states[last].origin - states[first].origin).norm() < 2.0 * NOWHERE * way {
            out[first..=last].fill(true);
        }
    }
    out
}

/// Way of a tick.
fn step(walk: &Walk, tick: usize) -> f32 {
    (walk.run.states[tick + 1].origin - walk.run.states[tick].origin).norm()
}

fn touched(walk: &Walk, k: usize) -> Option<Vector3<f64>> {
    let near = walk.solid(k).signed_distance(&walk.at(k))?;
    let at = &walk.run.states[k].origin;
    let reach = f64::from(walk.rules.skin) + walk.tolerance(at) + REACH;
    (near.distance <= reach).then_some(near.normal)
}
