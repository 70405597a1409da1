//! The files of a run of the suite. They join its plan, journal and scenes in a folder that is kept from run to run.

use super::page::page;
use crate::cells::{Text, row};
use crate::data_table::{DataTable, data_table};
use crate::error::ReportError;
use clipmark_record::Made;
use clipmark_record::suite::{Cell, Outcome, SuiteRun};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `index.html`, `suite.json` and `suite.csv` into `dir`, and gives the path of the page.
///
/// # Errors
/// [`ReportError::Unwritable`], [`ReportError::Page`], [`ReportError::Csv`] or [`ReportError::Json`].
pub fn write_suite_report(run: &SuiteRun, made: &Made, dir: &Path) -> Result<PathBuf, ReportError> {
    put(dir, "suite.json", &(serde_json::to_string(run)? + "\n"))?;
    put(dir, "suite.csv", &SUITE.csv(run)?)?;
    put(dir, "index.html", &page(run, made, dir)?)?;
    Ok(dir.join("index.html"))
}

/// Written under another name first, so that no reader sees half a file.
fn put(dir: &Path, name: &str, text: &str) -> Result<(), ReportError> {
    let (path, draft) = (dir.join(name), dir.join(format!("{name}.draft")));
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path));
    written.map_err(|source| ReportError::Unwritable { path, source })
}

row! {
    struct Row<'a> {
        suite: Text<'a>,
        case: Text<'a>,
        profile: Text<'a>,
        tick: Text<'a>,
        place: Text<'a>,
        contestant: Text<'a>,
        outcome: Text<'a>,
        ticks: usize,
        asked: usize,
        unmet: usize,
        sweeps: usize,
        findings: Text<'a>,
        what: Text<'a>,
    }
}

/// One row a cell.
pub(crate) static SUITE: DataTable<SuiteRun> = data_table!("suite", rows);

fn rows(run: &SuiteRun) -> impl Iterator<Item = Row<'_>> {
    run.cells.iter().map(row)
}

fn row(cell: &Cell) -> Row<'_> {
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
    let row = Row {
        suite: cell.suite.as_str().into(),
        case: cell.case.as_str().into(),
        profile: cell.profile.as_str().into(),
        tick: cell.tick.as_str().into(),
        place: cell.place.as_str().into(),
        contestant: cell.contestant.as_str().into(),
        outcome: outcome.into(),
        what: cell.faults().join("; ").into(),
        ..Row::default()
    };
    let Outcome::Played(run) = &cell.outcome else {
        return row;
    };
    let findings = run.findings.iter().map(|f| format!("{}x{}", f.id, f.count));
    Row {
        ticks: run.ticks,
        asked: run.asked,
        unmet: run.unmet.len(),
        sweeps: run.sweeps,
        findings: findings.collect::<Vec<_>>().join(" ").into(),
        ..row
    }
}
