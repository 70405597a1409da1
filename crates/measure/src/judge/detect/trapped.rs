//! A body that cannot get away: F17b, F26, F27.

use super::cone::feasible;
use super::{Evidence, Seen, Walk, contacts};
use crate::run::play::Played;
use clipmark_geometry::Vec3;
use nalgebra::Vector3;

/// Fewer ticks than these are no failure: one may free a body.
const LEAST_STUCK: usize = 2;
/// A body that moves less in a tick keeps its place, in units: below the slowest walk, above rounding.
const STILL: f32 = 1e-3;
/// Slower than this a body does not want to move by itself, in units per second (where friction stops it).
const CRAWL: f32 = 1.0;

/// F17b, stuck solid: for two ticks or more the backend reports a start in a solid, and a body with motion stays
/// (`docs/failures.md`).
///
/// Unit: ticks of the longest stretch; counted are stretches. Departure: a start-solid answer alone is no failure,
/// since QuakeWorld's probe for edge friction begins in the floor by design. Keys or velocity must also ask for
/// motion.
pub(super) fn start_solid(evidence: &Evidence) -> Seen {
    let run = evidence.walk.run;
    let held = |k: usize| {
        let (before, after) = (&run.states[k], &run.states[k + 1]);
        let would_move = run.wish(k) != Vec3::zeros() || before.velocity.norm() > CRAWL;
        run.facts[k].start_solid > 0 && would_move && (after.origin - before.origin).norm() < STILL
    };
    let ticks: Vec<usize> = (0..run.commands.len()).filter(|&k| held(k)).collect();
    let mut seen = Seen::default();
    for stretch in ticks
        .chunk_by(|a, b| a + 1 == *b)
        .filter(|s| s.len() >= LEAST_STUCK)
    {
        seen.case(
            stretch.len() as f64,
            Some(stretch[0]),
            &run.states[stretch[0] + 1].origin,
        );
        seen.ticks.extend(stretch);
    }
    seen
}

/// Ticks that must alternate.
const LEAST_TURNS: usize = 6;
/// A net displacement below this share of the path is no progress.
const NOWHERE: f32 = 0.1;
/// Normals whose product is above this are one surface's: two degrees.
const SAME_PLACE: f64 = 0.9994;
/// How far a surface may be and still be the nearest touched, beyond skin and tolerance, in units.
const CREASE_REACH: f64 = 0.25;

/// F26, crease oscillation: the surface nearest to the body alternates for six ticks or more, and the body does not
/// advance (`docs/failures.md`).
///
/// The nearest surface is exact, within skin, tolerance and a quarter of a unit. Getting nowhere is a net
/// displacement below a tenth of the path; paths shorter than a skin are rest. Unit: ticks of the longest stretch;
/// counted are stretches. Not counted: Quake III's shake in grooves too steep to stand on (law L24). Departure: the
/// nearest surfaces stand in for reported normals, which a run does not record.
pub(super) fn crease(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    let still = walk.rules.skin / LEAST_TURNS as f32;
    let lingers = lingering(walk);
    let nearest: Vec<Option<Vector3<f64>>> = (0..=walk.ticks())
        .map(|k| {
            let moves = k > 0 && crease_step(walk, k - 1) > still;
            (moves && lingers[k]).then(|| touched(walk, k)).flatten()
        })
        .collect();
    let same =
        |a: usize, b: usize| matches!((nearest[a], nearest[b]), (Some(m), Some(n)) if m.dot(&n) > SAME_PLACE);
    let alternates =
        |k: usize| nearest[k - 1].is_some() && nearest[k].is_some() && same(k, k - 2) && !same(k, k - 1);
    let ticks: Vec<usize> = (2..=walk.ticks()).filter(|&k| alternates(k)).collect();
    for stretch in ticks
        .chunk_by(|a, b| a + 1 == *b)
        .filter(|s| s.len() >= LEAST_TURNS)
    {
        let (first, last) = (stretch[0] - 1, stretch[stretch.len() - 1]);
        let way: f32 = (first..last).map(|k| crease_step(walk, k)).sum();
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
    for last in LEAST_TURNS..states.len() {
        let first = last - LEAST_TURNS;
        let way: f32 = (first..last).map(|k| crease_step(walk, k)).sum();
        // Twice the share: a longer stretch may get nowhere though its parts do not quite.
        if (states[last].origin - states[first].origin).norm() < 2.0 * NOWHERE * way {
            out[first..=last].fill(true);
        }
    }
    out
}

/// Way of a tick.
fn crease_step(walk: &Walk, tick: usize) -> f32 {
    (walk.run.states[tick + 1].origin - walk.run.states[tick].origin).norm()
}

fn touched(walk: &Walk, k: usize) -> Option<Vector3<f64>> {
    let near = walk.solid(k).signed_distance(&walk.at(k))?;
    let at = &walk.run.states[k].origin;
    let reach = f64::from(walk.rules.skin) + walk.tolerance(at) + CREASE_REACH;
    (near.distance <= reach).then_some(near.normal)
}

/// The wish must have been the same for so long, in seconds.
const CREEP_SETTLED: f64 = 1.0;
/// A stretch shorter than this is not judged, in seconds.
const CREEP_SHORT: f64 = 0.5;
/// A body is pinned if it moves less than this in the window, in units and seconds.
const CREEP_MOVED: f32 = 1.0;
const CREEP_WINDOW: f64 = 0.25;
/// Less than this share of the wish left by the surfaces touched is nothing.
const SHUT: f64 = 0.05;
/// A skin of drift is allowed in this many seconds.
const CREEP_SPAN: f64 = 10.0;

/// F27, wedge creep: a body that is pinned while it pushes one way does not stay where it is (`docs/failures.md`).
///
/// A body is pinned while it moves less than a unit in every quarter of a second under one wish. This counts from a
/// second after the wish began, while the touched surfaces block the wish wholly. Along a wall a player creeps by
/// law where acceleration just beats friction. Unit: units of drift; counted are stretches. Tolerance: a skin in ten
/// seconds, in shorter stretches the share of it, at least tol. Not counted: Quake III in grooves (law L24), and the
/// reference mover's drift.
pub(super) fn wedge_creep(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    // A stretch that only begins with the last tick holds none.
    for (first, last) in pinned(walk).into_iter().filter(|(first, last)| first < last) {
        let clock: f64 = (first..last).map(|k| walk.seconds(k)).sum();
        let body = &walk.run.states[first];
        let lawful = evidence.lawful().map_or(0.0, |r| drift(r, first, last));
        let drift = drift(walk.run, first, last) - lawful;
        let limit =
            (f64::from(walk.rules.skin) * (clock / CREEP_SPAN).max(1.0)).max(walk.tolerance(&body.origin));
        let shut = feasible(&walk.run.wish(first).cast(), &contacts::felt(walk, body)).norm() < SHUT;
        if clock >= CREEP_SHORT && drift > limit && shut && !contacts::restless_groove(walk, body) {
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
        while window > since && now - clock[window] < CREEP_WINDOW {
            window -= 1;
        }
        let moved = (walk.run.states[k + 1].origin - walk.run.states[window].origin).norm();
        let is = !other && wish != Vec3::zeros() && now - clock[since] > CREEP_SETTLED && moved < CREEP_MOVED;
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
