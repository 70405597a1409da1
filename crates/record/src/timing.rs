//! What answers and ticks cost, as samples and as the figures made from them.

use crate::null;
use serde::{Deserialize, Serialize};

/// Time per answer or per tick, contestants taking turns.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// The least, in nanoseconds.
    #[serde(deserialize_with = "null::nan")]
    pub best_ns: f64,
    /// Half the rounds took less.
    #[serde(deserialize_with = "null::nan")]
    pub median_ns: f64,
    /// Median absolute deviation from the median.
    #[serde(deserialize_with = "null::nan")]
    pub spread_ns: f64,
    /// Median of the ratios, round by round, to the quickest contestant (1.00 for that one).
    #[serde(deserialize_with = "null::nan")]
    pub relative: f64,
    /// Bounds of the middle 95 % of a bootstrap of that median.
    #[serde(deserialize_with = "null::nan")]
    pub relative_interval: [f64; 2],
    /// One a round.
    #[serde(deserialize_with = "null::nan")]
    pub samples_ns: Vec<f64>,
    /// Why there is no time; all numbers are 0 and meaningless then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_timed: Option<AnswersDiffer>,
}

/// Answers under the clock that are not those that were judged: their time would be that of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswersDiffer {
    /// Answers (of ticks: states after a tick) that differ when asked once more; 0 where the difference has gone again.
    pub differ: usize,
    /// Answers in all.
    pub of: usize,
    /// Index of the first that differs, from 0.
    pub first: Option<usize>,
}

impl AnswersDiffer {
    /// `386 of 1000 sweeps`, for what is counted in `unit`.
    pub fn share(&self, unit: &str) -> String {
        match self.differ {
            0 => format!("some of {} {unit}, but not when asked again,", self.of),
            n => format!("{n} of {} {unit}", self.of),
        }
    }
}
