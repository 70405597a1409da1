//! Which suite files are meant.

use anyhow::{Context, Result, bail};
use clipmark_scene::suite::Suite;
use std::fs;
use std::path::{Path, PathBuf};

/// The suites of a folder whose number or name matches one of the filters; all without filters.
pub(crate) fn matching(folder: &Path, filters: &[String]) -> Result<Vec<Suite>> {
    let mut suites = Vec::new();
    for file in files(folder)? {
        suites.push(Suite::load(&file)?);
    }
    suites.sort_by(|a, b| (a.number, &a.name).cmp(&(b.number, &b.name)));
    if let Some(filter) = filters.iter().find(|f| !suites.iter().any(|s| matches(s, f))) {
        let known: Vec<&str> = suites.iter().map(|s| s.name.as_str()).collect();
        bail!(
            "no suite of {} is called `{filter}`; known are {}",
            folder.display(),
            known.join(", ")
        );
    }
    suites.retain(|s| filters.is_empty() || filters.iter().any(|f| matches(s, f)));
    Ok(suites)
}

/// A number, or a part of the name longer than two letters.
fn matches(suite: &Suite, filter: &str) -> bool {
    let filter = filter.to_lowercase();
    filter.parse() == Ok(suite.number) || (filter.len() > 2 && suite.name.contains(&filter))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let remedy = || {
        format!(
            "cannot read the suites in {}; name their folder with --suites",
            folder.display()
        )
    };
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).with_context(remedy)? {
        let path = entry.with_context(remedy)?.path();
        if path.extension().is_some_and(|e| e == "ron") {
            out.push(path);
        }
    }
    if out.is_empty() {
        bail!(
            "{} holds no suite (.ron); name their folder with --suites",
            folder.display()
        );
    }
    Ok(out)
}
