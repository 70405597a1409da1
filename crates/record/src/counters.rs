//! Instructions and cache misses of a sweep, as plain data.

use crate::{Machine, Made};
use serde::{Deserialize, Serialize};

/// The contestant whose figures are 1.00.
pub const BASE: &str = "bsp";
/// Others are no multiple of a smaller count of [`BASE`]: one miss in ten sweeps depends on where memory happens to lie.
pub const LEAST: f64 = 0.1;

/// All that was counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CountersResults {
    /// Scene or map.
    pub world: String,
    /// Seed of the sweeps.
    pub seed: u64,
    /// Sweeps of each class of length.
    pub sweeps: usize,
    /// Curved patches of the world that were left out for all.
    pub patches_left_out: usize,
    /// Where it was counted.
    pub machine: Machine,
    /// Its origin.
    pub made: Made,
    /// The tool that counted; empty where none can.
    pub tool: String,
    /// What is not measured, and why, in words.
    pub not_measured: Vec<String>,
    /// One for each class of length and contestant.
    pub rows: Vec<CounterRow>,
}

/// A sweep of one class of length, on average over the class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterRow {
    /// The contestant.
    pub contestant: String,
    /// Lengths in units: `16-256`.
    pub lengths: String,
    /// Instructions, data that the first cache did not hold, and data that no cache held; `None` for what is not measured.
    pub counts: [Option<f64>; 3],
    /// Faults of the refereed answers, in words.
    pub wrong: Option<String>,
}

impl CountersResults {
    /// The row's counts as multiples of those of [`BASE`], where both were measured and that of [`BASE`] is at least
    /// [`LEAST`].
    pub fn relative(&self, row: &CounterRow) -> [Option<f64>; 3] {
        let is_base = |other: &&CounterRow| other.contestant == BASE && other.lengths == row.lengths;
        let base = self.rows.iter().find(is_base);
        let base = |i: usize| base?.counts[i].filter(|count| *count >= LEAST);
        [0, 1, 2].map(|i| Some(row.counts[i]? / base(i)?))
    }
}
