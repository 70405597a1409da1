//! F31, replay: the same run again has another state after some tick (`docs/failures.md`).
//!
//! The hash of the whole state is compared tick by tick, on another thread and on the backend built again. Unit:
//! ticks that differ, of the run that differs most; counted are runs. Other builds and machines: compare the state
//! hashes of two reports.

use super::{Concerns, Detector, Evidence, Needs, Seen};

pub(super) const DETECTOR: Detector = Detector {
    id: "F31",
    needs: Needs::Replays,
    concerns: Concerns::AnyMover,
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let run = evidence.walk.run;
    let mut seen = Seen::default();
    for again in evidence.others.own.into_iter().flat_map(|o| &o.replays) {
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
