//! What `compare time` measured, as its table shows it and its JSON file holds it.

use clipmark_record::faults::Fault;
use clipmark_record::{LeastWork, QueryScore, Timing, WorkPerTrace};
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
    pub(super) build_ms: f64,
    pub(super) bytes: usize,
    pub(super) verified: Verified,
    pub(super) work: WorkPerTrace,
    /// Instructions of a trace, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) instructions: Option<f64>,
}

/// What the exact referee says of the answers that are timed.
#[derive(Serialize)]
pub(super) struct Verified {
    pub(super) sweeps: usize,
    pub(super) missed: usize,
    pub(super) phantom: usize,
    pub(super) penetrating: usize,
    pub(super) unreliable: usize,
}

impl Verified {
    pub(super) fn of(score: &QueryScore) -> Self {
        Self {
            sweeps: score.queries,
            missed: score.faults.sum(&[Fault::Malformed, Fault::Missed]),
            phantom: score.faults[Fault::Phantom],
            penetrating: score.faults[Fault::TooDeep],
            unreliable: score.faults[Fault::Unreliable],
        }
    }
}
