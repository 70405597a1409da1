//! `suite.csv`: a row for each scene and contestant.

use crate::cells::csv;
use crate::error::ReportError;
use clipmark_record::suite::{Outcome, Run, SuiteCell, SuiteRun};
use clipmark_rows::Severity;

/// Every scene.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub(super) fn suite_csv(run: &SuiteRun) -> Result<String, ReportError> {
    let cells = run.cells.iter().map(|cell| match &cell.outcome {
        Outcome::Played(run) => (cell, Some(run)),
        _ => (cell, None),
    });
    csv!("suite", cells, |(cell, run)| {
        suite: cell.suite.as_str(),
        case: cell.case.as_str(),
        profile: cell.profile.as_str(),
        tick: cell.tick.as_str(),
        place: cell.place.as_str(),
        scene: cell.scene.as_str(),
        contestant: cell.contestant.as_str(),
        outcome: outcome(cell),
        grade: cell.severity().map_or("", Severity::word),
        ticks: run.map_or(0, |run| run.ticks),
        asked: run.map_or(0, |run| run.asked),
        unmet: run.map_or(0, |run| run.unmet.len()),
        sweeps: run.map_or(0, |run| run.sweeps),
        findings: run.map(findings),
        what: cell.faults().join("; "),
    })
}

fn outcome(cell: &SuiteCell) -> &'static str {
    match (&cell.outcome, cell.failed()) {
        (Outcome::NotCollided(_), _) => "not collided with",
        (Outcome::Refused(_), _) => "refused",
        (Outcome::Panicked(_), _) => "panicked",
        (Outcome::NotJudged(_), _) => "not judged",
        (_, Some(true)) => "failed",
        (Outcome::Played(run), None) if run.exempt.is_some() => "exempt",
        (_, None) => "not asked",
        (_, Some(false)) => "passed",
    }
}

fn findings(run: &Run) -> String {
    let findings = run.findings.iter().map(|f| format!("{}x{}", f.id, f.count));
    findings.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;
    use clipmark_record::findings::Finding;
    use clipmark_record::suite::{Exemption, Plan, Played};

    fn cell(scene: &str, outcome: Outcome) -> SuiteCell {
        SuiteCell {
            key: scene.into(),
            suite: "flat".into(),
            case: "c".into(),
            profile: "quake3".into(),
            tick: "8 ms".into(),
            place: "p".into(),
            scene: scene.into(),
            contestant: "bsp".into(),
            outcome,
        }
    }

    fn asked_run(asked: usize) -> Run {
        Run {
            asked,
            ..Run::default()
        }
    }

    /// One scene of each outcome.
    fn run() -> SuiteRun {
        let speed = || vec![["speed".to_owned(), "0".to_owned()]];
        let finding = |id: &str| Finding {
            id: id.into(),
            count: 1,
            ..Finding::default()
        };
        let found = |id: &str| Run {
            findings: vec![finding(id)],
            ..Run::default()
        };
        let cells = vec![
            cell("a", Outcome::Played(asked_run(1))),
            cell(
                "b",
                Outcome::Played(Run {
                    unmet: speed(),
                    ..asked_run(1)
                }),
            ),
            cell(
                "c",
                Outcome::Played(Run {
                    lawful: speed(),
                    ..asked_run(1)
                }),
            ),
            cell("d", Outcome::Played(asked_run(0))),
            // A finding that fails no scene by itself expects nothing either.
            cell("e", Outcome::Played(found("F24"))),
            cell("f", Outcome::Played(found("F1"))),
            cell("g", Outcome::NotCollided("triangles".into())),
            cell("h", Outcome::Refused("no world".into())),
            cell("i", Outcome::Panicked("a slip".into())),
            cell("j", Outcome::NotJudged("a slip of ours".into())),
        ];
        let plan = Plan {
            version: "0".into(),
            program: "0".into(),
            quick: true,
            shard: [1, 1],
            contestants: vec!["bsp".into()],
            suites: vec![Played {
                name: "flat".into(),
                number: 1,
                title: "t".into(),
                description: "d".into(),
                fingerprint: "0".into(),
                scenes: cells.len(),
            }],
            exemptions: vec![Exemption {
                scene: "c".into(),
                reason: "a crease".into(),
            }],
            machine: "m".into(),
        };
        SuiteRun::from_cells(plan, cells)
    }

    #[test]
    fn a_scene_that_asks_nothing_is_not_asked_and_not_passed() {
        let csv = suite_csv(&run()).unwrap();
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let at = rows.headers().unwrap().iter().position(|h| h == "outcome");
        let outcomes: Vec<String> = rows
            .records()
            .map(|row| row.unwrap()[at.unwrap()].to_owned())
            .collect();
        assert_eq!(
            outcomes,
            [
                "passed",
                "failed",
                "exempt",
                "not asked",
                "not asked",
                "failed",
                "not collided with",
                "refused",
                "panicked",
                "not judged",
            ]
        );
    }
}
