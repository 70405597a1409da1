//! The scene suite: `compare suite families --quick`, with its list of exempt scenes. A fault of the movement is shared by the
//! reference mover. So it shows as a scene that is newly exempt.

use crate::Failure;
use crate::finding::Findings;
use clipmark_measure::Contestant;
use clipmark_rows::End;
use clipmark_suite::runner::play_group;
use clipmark_suite::{Effort, Suite, Wanted, plan, read_exempt};
use std::path::{Path, PathBuf};

pub(crate) fn judge(
    suites: &[PathBuf],
    contestant: Contestant,
    findings: &mut Findings,
) -> Result<(), Failure> {
    let loaded = suites.iter().map(Suite::load).collect::<Result<_, _>>()?;
    let folder = suites.first().and_then(|file| file.parent());
    let wanted = Wanted {
        contestants: vec![contestant.to_string()],
        effort: Effort::Quick,
        program: String::new(),
        exempt: read_exempt(folder.unwrap_or(Path::new("")))?,
    };
    let (_, groups) = plan(loaded, &wanted)?;
    for group in &groups {
        for case in play_group(group)? {
            if let End::NotJudged(why) = &case.end {
                return Err(format!("{}: {why}", case.place()).into());
            }
            if case.severity().is_some() || matches!(case.end, End::Refused(_)) {
                findings.add(format!("{}: {}", case.place(), case.describe()));
            }
        }
        if findings.are_enough() {
            return Ok(());
        }
    }
    Ok(())
}
