//! Measurements of one case in one run, as far as two runs can be compared.

use clipmark_rows::{Axes, Check};
use std::collections::BTreeMap;

/// Times and answers of one case, or of one bench.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// Empty for a bench.
    pub subject: String,
    /// Contestant, or name of a bench.
    pub contestant: String,
    /// Of the setting.
    pub axes: Axes,
    /// Times, one a round, each under its name.
    pub times: Vec<(String, Vec<f64>)>,
    /// How often each check that was asked failed, by the kind of question; a kind that is not there has no failure.
    pub failed: BTreeMap<Check, BTreeMap<Axes, u64>>,
    /// Other facts about the answers, each under its name.
    pub answers: Vec<(String, String)>,
}

impl Recorded {
    /// What two runs compare it by, as [`Case::key`](clipmark_rows::Case::key).
    pub fn key(&self) -> (&str, &str, &Axes) {
        (&self.subject, &self.contestant, &self.axes)
    }

    /// Contestant and place.
    pub fn describe(&self) -> String {
        let parts = [
            self.contestant.clone(),
            self.subject.clone(),
            self.axes.describe(),
        ];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    }
}
