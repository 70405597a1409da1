//! Which suite files are meant.

use crate::Suite;
use crate::SuiteError;
use std::fs;
use std::path::{Path, PathBuf};

/// The suites of a folder whose number or name matches one of the filters; all without filters.
///
/// # Errors
/// A folder or a suite that cannot be read, or a filter that nothing matches.
pub fn matching(folder: &Path, filters: &[String]) -> Result<Vec<Suite>, SuiteError> {
    let mut suites = Vec::new();
    for file in files(folder)? {
        suites.push(Suite::load(&file)?);
    }
    suites.sort_by(|a, b| (a.number, &a.name).cmp(&(b.number, &b.name)));
    if let Some(filter) = filters.iter().find(|f| !suites.iter().any(|s| matches(s, f))) {
        return Err(SuiteError::Unusable(format!(
            "no suite of {} is called `{filter}`; `compare suite families --list` has all",
            folder.display()
        )));
    }
    suites.retain(|s| filters.is_empty() || filters.iter().any(|f| matches(s, f)));
    Ok(suites)
}

/// A number, or a part of the name longer than two letters.
fn matches(suite: &Suite, filter: &str) -> bool {
    let filter = filter.to_lowercase();
    filter.parse() == Ok(suite.number) || (filter.len() > 2 && suite.name.contains(&filter))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let unreadable = format!(
        "cannot read the suites in {}; name their folder with --suites",
        folder.display()
    );
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).map_err(SuiteError::file(&unreadable))? {
        let path = entry.map_err(SuiteError::file(&unreadable))?.path();
        if path.extension().is_some_and(|e| e == "ron") {
            out.push(path);
        }
    }
    if out.is_empty() {
        return Err(SuiteError::Unusable(format!(
            "{} holds no suite (.ron); name their folder with --suites",
            folder.display()
        )));
    }
    Ok(out)
}
