//! The scene suite: `compare suite --quick`.

use crate::{Found, JudgesError};
use clipmark_measure::Contestant;
use clipmark_suite::{Effort, Suite, Wanted, plan};
use std::path::PathBuf;

pub(crate) fn judge(suites: &[PathBuf], contestant: Contestant) -> Result<Found, JudgesError> {
    let loaded = suites.iter().map(Suite::load).collect::<Result<_, _>>()?;
    let wanted = Wanted {
        contestants: vec![contestant.to_string()],
        effort: Effort::Quick,
        shard: [1, 1],
        program: String::new(),
    };
    let (_, chosen, tasks) = plan(loaded, &wanted)?;
    for task in &tasks {
        for cell in chosen.play(task, &[0])? {
            if cell.failed() == Some(true) {
                let what = cell.faults().into_iter().next().unwrap_or_default();
                return Ok(Some(format!("{} {}: {what}", cell.suite, cell.variant())));
            }
        }
    }
    Ok(None)
}
