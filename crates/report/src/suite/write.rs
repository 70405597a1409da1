//! The files of a run of the suite. They join its plan, journal and scenes in a folder that is kept from run to run.

use super::page::page;
use crate::cells::file;
use crate::error::ReportError;
use clipmark_record::Made;
use clipmark_record::suite::{Outcome, SuiteRun};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `index.html`, `suite.json` and `suite.csv` into `dir`, and gives the path of the page.
///
/// # Errors
/// [`ReportError::Unwritable`], [`ReportError::Page`], [`ReportError::Csv`] or [`ReportError::Json`].
pub fn write_suite_report(run: &SuiteRun, made: &Made, dir: &Path) -> Result<PathBuf, ReportError> {
    put(dir, "suite.json", &(serde_json::to_string(run)? + "\n"))?;
    put(dir, "suite.csv", &csv(run)?)?;
    put(dir, "index.html", &page(run, made, dir)?)?;
    Ok(dir.join("index.html"))
}

/// Written beside its place first, so that nobody reads half a file.
fn put(dir: &Path, name: &str, text: &str) -> Result<(), ReportError> {
    let (path, draft) = (dir.join(name), dir.join(format!("{name}.draft")));
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path));
    written.map_err(|source| ReportError::Unwritable { path, source })
}

/// One row a cell.
fn csv(run: &SuiteRun) -> Result<String, ReportError> {
    const HEAD: [&str; 13] = [
        "suite",
        "case",
        "profile",
        "tick",
        "place",
        "contestant",
        "outcome",
        "ticks",
        "asked",
        "unmet",
        "sweeps",
        "findings",
        "what",
    ];
    let rows = run.cells.iter().map(|cell| {
        let outcome = match (&cell.outcome, cell.failed()) {
            (Outcome::NotCollided(_), _) => "not collided with",
            (Outcome::Refused(_), _) => "refused",
            (Outcome::Panicked(_), _) => "panicked",
            (Outcome::NotJudged(_), _) => "not judged",
            (_, Some(true)) => "failed",
            (Outcome::Played(run), None) if run.exempt.is_some() => "exempt",
            (_, None) => "not asked",
            (_, Some(false)) => "passed",
        };
        let (ticks, asked, unmet, sweeps, findings) = match &cell.outcome {
            Outcome::Played(run) => (
                run.ticks,
                run.asked,
                run.unmet.len(),
                run.sweeps,
                run.findings
                    .iter()
                    .map(|f| format!("{}x{}", f.id, f.count))
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            _ => Default::default(),
        };
        vec![
            cell.suite.clone(),
            cell.case.clone(),
            cell.profile.clone(),
            cell.tick.clone(),
            cell.place.clone(),
            cell.contestant.clone(),
            outcome.into(),
            ticks.to_string(),
            asked.to_string(),
            unmet.to_string(),
            sweeps.to_string(),
            findings,
            cell.faults().join("; "),
        ]
    });
    file("suite.csv", &HEAD, rows)
}
