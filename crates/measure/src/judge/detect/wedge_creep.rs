//! F27, wedge creep: a body that is pinned while it pushes one way does not stay where it is (`docs/failures.md`).
//!
//! A body is pinned while it moves less than a unit in every quarter of a second under one wish. This counts from a
//! second after the wish began, while the touched surfaces block the wish wholly. Along a wall a player creeps by
//! law where acceleration just beats friction. Unit: units of drift; counted are stretches. Tolerance: a skin in ten
//! seconds, in shorter stretches the share of it, at least tol. Not counted: Quake III in grooves (law L24), and the
//! reference mover's drift.

use super::cone::feasible;
use super::{Concerns, Detector, Evidence, Needs, Seen, Walk, contacts};
use crate::run::play::Played;
use clipmark_geometry::Vec3;

pub(super) const DETECTOR: Detector = Detector {
    id: "F27",
    needs: Needs::Run,
    concerns: Concerns::AnyMover,
    look,
};

/// The wish must have been the same for so long, in seconds.
const SETTLED: f64 = 1.0;
/// A stretch shorter than this is not judged, in seconds.
const SHORT: f64 = 0.5;
/// A body is pinned if it moves less than this in the window, in units and seconds.
const MOVED: f32 = 1.0;
const WINDOW: f64 = 0.25;
/// Less than this share of the wish left by the surfaces touched is nothing.
const SHUT: f64 = 0.05;
/// A skin of drift is allowed in this many seconds.
const SPAN: f64 = 10.0;

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    // A stretch that only begins with the last tick holds none.
    for (first, last) in pinned(walk).into_iter().filter(|(first, last)| first < last) {
        let clock: f64 = (first..last).map(|k| walk.seconds(k)).sum();
        let body = &walk.run.states[first];
        let lawful = evidence.reference().map_or(0.0, |r| drift(r, first, last));
        let drift = drift(walk.run, first, last) - lawful;
        let limit = (f64::from(walk.rules.skin) * (clock / SPAN).max(1.0)).max(walk.tolerance(&body.origin));
        let shut = feasible(&walk.run.wish(first).cast(), &contacts::felt(walk, body)).norm() < SHUT;
        if clock >= SHORT && drift > limit && shut && !contacts::restless_groove(walk, body) {
            seen.case(drift, Some(last - 1), &walk.run.states[last].origin);
            seen.ticks.extend(first..last);
        }
    }
    seen
}

/// Stretches of states between which a body is pinned, first and last.
fn pinned(walk: &Walk) -> Vec<(usize, usize)> {
    let clock = walk.run.clock();
    let (mut since, mut begun) = (0, None);
    let mut out = Vec::new();
    for (k, &now) in clock.iter().enumerate() {
        let wish = walk.run.wish(k);
        let other = (wish - walk.run.wish(since)).norm() > f32::EPSILON || walk.run.commands[k].up > 0.0;
        if other {
            since = k;
        }
        let mut window = k;
        while window > since && now - clock[window] < WINDOW {
            window -= 1;
        }
        let moved = (walk.run.states[k + 1].origin - walk.run.states[window].origin).norm();
        let is = !other && wish != Vec3::zeros() && now - clock[since] > SETTLED && moved < MOVED;
        match (is, begun) {
            (true, None) => begun = Some(k + 1),
            (false, Some(first)) => {
                out.push((first, k));
                begun = None;
            }
            _ => {}
        }
    }
    out.extend(begun.map(|first| (first, clock.len())));
    out
}

/// How far it strays from the place at the beginning, at most.
fn drift(run: &Played, first: usize, last: usize) -> f64 {
    let Some(place) = run.states.get(first).map(|b| b.origin) else {
        return 0.0;
    };
    let states = run.states.iter().take(last + 1).skip(first);
    states
        .map(|b| f64::from((b.origin - place).norm()))
        .fold(0.0, f64::max)
}
