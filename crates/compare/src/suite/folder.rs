//! The folder of a suite's run: its plan, its journal, and later its results.

use anyhow::{Context, Result, bail};
use clipmark_record::suite::Plan;
use std::fs;
use std::path::{Path, PathBuf};

/// Says what is played; what makes a folder that of a suite.
const PLAN: &str = "plan.json";
/// One cell a line.
pub(crate) const JOURNAL: &str = "cells.jsonl";

/// Makes the folder ready for a plan.
pub(crate) fn begin(dir: &Path, plan: &Plan) -> Result<()> {
    let unwritable = || format!("cannot write {}; name another folder with --out", dir.display());
    if dir.is_dir() && !dir.join(PLAN).is_file() {
        let mut entries = fs::read_dir(dir).with_context(unwritable)?;
        if let Some(found) = entries.next() {
            let name = found.with_context(unwritable)?.file_name();
            bail!(
                "{} holds {}, which is no part of a suite's run; name another folder with --out",
                dir.display(),
                name.to_string_lossy()
            );
        }
    }
    fs::create_dir_all(dir).with_context(unwritable)?;
    fs::write(dir.join(PLAN), serde_json::to_string_pretty(plan)? + "\n").with_context(unwritable)
}

/// The plan of a run.
pub(crate) fn plan(dir: &Path) -> Result<Plan> {
    let path = dir.join(PLAN);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("{} is no run of a suite: it has no {PLAN}", dir.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is damaged; run the suite again", path.display()))
}

/// Where full reports of its scenes are written.
pub(crate) fn reports(dir: &Path) -> PathBuf {
    dir.join("reports")
}

/// Where a scene of a run is written.
pub(crate) fn scenes(dir: &Path) -> PathBuf {
    dir.join("scenes")
}
