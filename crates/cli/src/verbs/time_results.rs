//! The results of `compare time`, as its table shows them and its JSON file holds them.

use clipmark_record::faults::Fault;
use clipmark_record::held::Held;
use clipmark_record::{LeastWork, SweepCounts, Timing, WorkPerTrace};
use serde::Serialize;
use std::collections::BTreeMap;

/// Times on the sweeps of one class of length, or on all.
#[derive(Serialize)]
pub(super) struct ClassTimes {
    pub(super) sweeps: usize,
    pub(super) backends: BTreeMap<String, BackendTimes>,
    /// The least that a tracer of brushes must test, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) least: Option<LeastWork>,
}

#[derive(Serialize)]
pub(super) struct BackendTimes {
    #[serde(flatten)]
    pub(super) time: Timing,
    /// As it took, in milliseconds by the wall clock.
    pub(super) build_ms: f64,
    /// As the backend says.
    pub(super) said_build_ms: f64,
    pub(super) bytes: Held,
    pub(super) verified: Verified,
    pub(super) work: WorkPerTrace,
}

/// The exact referee's verdict on the timed answers.
#[derive(Serialize)]
pub(super) struct Verified {
    pub(super) sweeps: usize,
    pub(super) missed: usize,
    pub(super) phantom: usize,
    pub(super) penetrating: usize,
    pub(super) unreliable: usize,
}

impl Verified {
    /// The fault of the answers, in words; `None` where there is none. One unreliable answer in 10,000 is no wrong answer, as
    /// in the bar.
    pub(super) fn wrong(&self) -> Option<String> {
        let beyond = |unreliable: usize| match unreliable * 10_000 > self.sweeps {
            true => unreliable,
            false => 0,
        };
        let kinds = [
            (self.missed, "missed"),
            (self.penetrating, "end in a solid"),
            (self.phantom, "stop where nothing is"),
            (beyond(self.unreliable), "unreliable"),
        ];
        let said: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        (!said.is_empty()).then(|| format!("{} of {} sweeps", said.join(", "), self.sweeps))
    }

    pub(super) fn from_counts(score: &SweepCounts) -> Self {
        Self {
            sweeps: score.queries,
            missed: score.faults.sum(&Fault::THROUGH),
            phantom: score.faults[Fault::Phantom],
            penetrating: score.faults[Fault::TooDeep],
            unreliable: score.faults[Fault::Unreliable],
        }
    }
}
