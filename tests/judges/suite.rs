//! The scene suite: `compare suite families --quick`, with its list of exempt scenes. A fault of the movement is shared by the reference
//! mover. So it shows as a scene that is newly exempt.

use crate::Failure;
use crate::finding::Findings;
use clipmark_measure::Contestant;
use clipmark_record::suite::SuiteRun;
use clipmark_suite::{Effort, Suite, Wanted, exemptions, plan};
use std::path::{Path, PathBuf};

pub(crate) fn judge(
    suites: &[PathBuf],
    contestant: Contestant,
    findings: &mut Findings,
) -> Result<(), Failure> {
    let loaded = suites.iter().map(Suite::load).collect::<Result<_, _>>()?;
    let wanted = Wanted {
        contestants: vec![contestant.to_string()],
        effort: Effort::Quick,
        shard: [1, 1],
        program: String::new(),
    };
    let folder = suites.first().and_then(|file| file.parent());
    let (mut plan, chosen, tasks) = plan(loaded, &wanted)?;
    plan.exemptions = exemptions::read(folder.unwrap_or(Path::new("")))?;
    let chosen = chosen.with_exemptions(&plan.exemptions);
    for task in &tasks {
        let played = chosen.play(task, &[0])?;
        for cell in SuiteRun::from_cells(plan.clone(), played).cells {
            if cell.failed() == Some(true) {
                let what = cell.faults().into_iter().next().unwrap_or_default();
                let scene = format!("{} {}", cell.suite, cell.variant());
                let said = format!("{scene}: {what}");
                findings.add(said);
            }
        }
        if findings.are_enough() {
            return Ok(());
        }
    }
    Ok(())
}
