//! The same run in other places and at other rates, or again: F28 to F31.

use super::{Evidence, Seen};
use clipmark_rows::drawn::DIVERGED;

/// F28, time-step dependence: at some tick rates the body goes elsewhere than the movement's own laws take it
/// (`docs/failures.md`).
///
/// From every twentieth state a tenth of a second is played at four tick rates, on the backend and on the reference
/// mover. So the laws' own dependence on the tick is subtracted. Size: how much farther from the reference the worst
/// rate ends than the best, in units. Tolerance: 1.5 units, as for paths that diverge ([`DIVERGED`]): skins and
/// resting gaps explain that much of one path. It compares with two reference runs, with and without Quake III's
/// corner clipping; the smaller difference counts. Both are right, and a whole tick's path can hang on it
/// (`crates/measure/tests/it/corners_within_the_skin.rs`). Near-ties are left out (`counterparts/mod.rs`). Departure:
/// short stretches instead of the end of the run, which any near-tie changes.
pub(super) fn time_step(evidence: &Evidence) -> Seen {
    let mut seen = Seen::default();
    for stretch in evidence.own.into_iter().flat_map(|o| &o.rates) {
        let worst = stretch.apart.iter().copied().fold(0.0, f32::max);
        let best = stretch.apart.iter().copied().fold(f32::INFINITY, f32::min);
        let size = f64::from(worst - best);
        if size > DIVERGED {
            seen.tick(size, stretch.tick, &evidence.walk.run.states[stretch.tick].origin);
        }
    }
    seen
}

/// F29, far-origin loss: moved away by a power of two, the run has new failures (`docs/failures.md`).
///
/// The failures are F14 to F27 in the run moved by 2^10, 2^12 and 2^14 units. At the last the skin is still 16 f32
/// steps (1/32 is). Unit: units to the nearest distance with a new failure (smaller is worse); counted are the
/// distances. Departure: nothing is tried from 2^15 on, where f32 itself is expected to fail (`docs/truth.md` section
/// 7).
pub(super) fn far_origin(evidence: &Evidence) -> Seen {
    let mut seen = Seen::default();
    let start = evidence.walk.run.states.first().map(|b| b.origin);
    let far = evidence.own.into_iter().flat_map(|o| &o.far);
    for away in far.filter(|f| !f.lost.is_empty()) {
        if seen.count == 0 {
            seen.example = format!("2^{} u away: {}", away.power, away.lost.join(", "));
            seen.case(2f64.powi(away.power), None, &start.unwrap_or_default());
        } else {
            seen.count += 1;
        }
    }
    seen
}

/// F30, asymmetry: a tick in the world turned or mirrored ends elsewhere (`docs/failures.md`).
///
/// World, body and keys are turned by 90 degrees, mirrored, or have their axes exchanged, all without rounding. Each
/// tick begins from the run's own state. Unit: units between the two ends; counted are ticks. Tolerance: tol, since
/// backends may round differently along different axes. Near-ties are left out (`counterparts/mod.rs`). Departure:
/// tick by tick instead of whole paths, which diverge at any near-tie.
pub(super) fn asymmetry(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    Seen::in_ticks(walk, |k| {
        let at = &walk.run.states[k + 1].origin;
        let turned = evidence.own.into_iter().flat_map(|o| &o.turned);
        let apart = turned
            .filter_map(|t| t.after.get(k)?.as_ref())
            .map(|other| f64::from((other.origin - at).norm()))
            .fold(0.0, f64::max);
        (apart > walk.tolerance(at)).then_some(apart)
    })
}

/// F31, replay: the same run again has another state after some tick (`docs/failures.md`).
///
/// The hash of the whole state is compared tick by tick, on another thread and on the backend built again. Unit:
/// ticks that differ, of the run that differs most; counted are runs. Other builds and machines: compare the state
/// hashes of two reports.
pub(super) fn replay(evidence: &Evidence) -> Seen {
    let run = evidence.walk.run;
    let mut seen = Seen::default();
    for again in evidence.own.into_iter().flat_map(|o| &o.replays) {
        let differs = |k: &usize| again.get(*k) != Some(&run.states[*k + 1].state_hash(0));
        let ticks: Vec<usize> = (0..run.commands.len()).filter(differs).collect();
        if let Some(&first) = ticks.first() {
            seen.case(ticks.len() as f64, Some(first), &run.states[first + 1].origin);
            if seen.at == Some(first) {
                seen.ticks = ticks;
            }
        }
    }
    seen
}
