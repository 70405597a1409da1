//! Which contestants of a report did not pass, and the expectations of its scene that they failed: the end of `table.csv`.

use crate::recorded::{RecordedError, bad};
use serde::Deserialize;
use std::path::Path;

/// A contestant's verdict in `table.csv`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Judged {
    pub(super) contestant: String,
    /// Failed expectations in a few words; empty in reports of older versions.
    #[serde(default)]
    pub(super) unmet: String,
    /// None in reports of older versions.
    #[serde(default)]
    passes: Option<bool>,
}

/// Stands for a failure that the columns do not name, such as a time that is void.
const FAILS: &str = "fails: the report says how";

/// The verdicts of a report's folder.
pub(super) fn judged(folder: &Path) -> Result<Vec<Judged>, RecordedError> {
    let file = folder.join("table.csv");
    let mut reader = csv::Reader::from_path(&file).map_err(|e| bad(&file, e))?;
    let rows = reader.deserialize().collect::<Result<_, _>>();
    rows.map_err(|e| bad(&file, e))
}

impl Judged {
    /// The faults found, and the failed expectations behind them. Only a contestant that passes has none.
    pub(super) fn failures(&self, mut faults: Vec<String>) -> Vec<String> {
        faults.extend((!self.unmet.is_empty()).then(|| self.unmet.clone()));
        if faults.is_empty() && self.passes == Some(false) {
            faults.push(FAILS.into());
        }
        faults
    }
}
