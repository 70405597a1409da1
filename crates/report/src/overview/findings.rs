//! What detectors found in a report's run: its `findings.csv`.

use crate::recorded::{RecordedError, bad};
use serde::Deserialize;
use std::path::Path;

/// A detector's finding in a run.
#[derive(Clone, Debug, Deserialize)]
pub struct FindingRow {
    /// The contestant.
    pub contestant: String,
    /// Code of the detector.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// `None` where the report is of a version that kept none.
pub(super) fn read_findings(file: &Path) -> Result<Vec<FindingRow>, RecordedError> {
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let mut reader = csv::Reader::from_path(file).map_err(|e| bad(file, e))?;
    let head = reader.headers().map_err(|e| bad(file, e))?;
    if let Some(lacking) = ["contestant", "id", "name"]
        .iter()
        .find(|column| !head.iter().any(|h| h == **column))
    {
        let why = format!("there is no column `{lacking}`; run what wrote it again, or delete the folder");
        return Err(bad(file, why));
    }
    let rows = reader.deserialize().collect::<Result<_, _>>();
    rows.map_err(|e| bad(file, e))
}
