//! F24, ground flicker: the body changes between standing and flying where the profile's rule says that it must not
//! (`docs/failures.md`).
//!
//! Unit: wrong changes within the second that holds most of them. The rule's answer is exact (`ground.rs`), so
//! QuakeWorld's changes downhill (law L20) are not counted. Movement without a probe (NetQuake) is not judged.
//! Departure: changes by the rule are told apart one by one instead of being subtracted as a number.

use super::ground::{Due, due, probes};
use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F24",
    needs: Needs::Run,
    concerns: Concerns::SlideMoves,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let walk = &evidence.walk;
    let mut seen = Seen::default();
    if !probes(walk) {
        return seen;
    }
    let states = &walk.run.states;
    for k in (0..walk.ticks()).filter(|&k| states[k].grounded != states[k + 1].grounded) {
        let wrong = match due(walk, k + 1) {
            Due::Ground => !states[k + 1].grounded,
            Due::Air => states[k + 1].grounded,
            Due::Either => false,
        };
        if wrong {
            let clock = walk.run.clock();
            let recent = seen.ticks.iter().filter(|&&t| clock[k] - clock[t] < 1.0).count();
            seen.tick((recent + 1) as f64, k, &states[k + 1].origin);
        }
    }
    seen
}
