//! F28, time-step dependence: at some tick rates the body goes elsewhere than the movement's own laws take it.
//!
//! Unit: units. From every twentieth state of the run a tenth of a second is played at four tick rates, and by the exact
//! reference mover at the same rates, so that what the laws themselves owe to the tick is taken off; the size is how much
//! farther from the reference the worst rate ends than the best. Tolerance: 1.5 units, as for paths that part
//! ([`DIVERGED`]): skins and resting gaps make so much of one path. Near-ties are left out (`counterparts/mod.rs`),
//! and the reference is asked twice, held by a corner that is passed within the skin and let go by it, as Quake III's leave
//! rule does: both are lawful, a whole tick's way can hang on it, and which tick begins that near the end of a wall depends
//! on the rate (oa_dm1 at 13 ms, `tests/corners_within_the_skin.rs`).
//! Departure from `failures.md`: short stretches instead of the end of the run, which any near-tie throws elsewhere.

use super::{Concerns, Detector, Evidence, Needs, Seen};
use clipmark_record::DIVERGED;

pub(super) const DETECTOR: Detector = Detector {
    id: "F28",
    name: "depends on ticks",
    unit: "u",
    needs: Needs::Rates,
    concerns: Concerns::SlideMoves,
    says: "At some tick rates the body goes elsewhere than the movement's laws take it.",
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
