//! F28, time-step dependence: at some tick rates the body goes elsewhere than the movement's own laws take it
//! (`docs/failures.md`).
//!
//! From every twentieth state a tenth of a second is played at four tick rates, on the backend and on the reference
//! mover. So the laws' own dependence on the tick is subtracted. Size: how much farther from the reference the worst
//! rate ends than the best, in units. Tolerance: 1.5 units, as for paths that diverge ([`DIVERGED`]): skins and
//! resting gaps explain that much of one path. It compares with two reference runs, with and without Quake III's
//! corner clipping; the smaller difference counts. Both are right, and a whole tick's path can hang on it
//! (`crates/measure/tests/it/corners_within_the_skin.rs`). Near-ties are left out (`counterparts/mod.rs`). Departure:
//! short stretches instead of the end of the run, which any near-tie changes.

use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_record::DIVERGED;

pub(super) const DETECTOR: Detector = Detector {
    id: "F28",
    needs: Needs::Rates,
    concerns: Concerns::SlideMoves,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let mut seen = Seen::default();
    for stretch in evidence.others.own.into_iter().flat_map(|o| &o.rates) {
        let worst = stretch.apart.iter().copied().fold(0.0, f32::max);
        let best = stretch.apart.iter().copied().fold(f32::INFINITY, f32::min);
        let size = f64::from(worst - best);
        if size > DIVERGED {
            seen.tick(size, stretch.tick, &evidence.walk.run.states[stretch.tick].origin);
        }
    }
    seen
}
