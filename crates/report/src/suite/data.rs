//! `suite.csv`: a row for each scene and contestant.

use crate::cells::{Text, csv_file, row};
use crate::error::ReportError;
use clipmark_record::controllers::Grade;
use clipmark_record::suite::{Cell, Outcome, SuiteRun};

/// Every scene.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub(super) fn suite_csv(run: &SuiteRun) -> Result<String, ReportError> {
    csv_file("suite", rows(run))
}

row! {
    struct Row<'a> {
        suite: Text<'a>,
        case: Text<'a>,
        profile: Text<'a>,
        tick: Text<'a>,
        place: Text<'a>,
        scene: Text<'a>,
        contestant: Text<'a>,
        outcome: Text<'a>,
        grade: Text<'a>,
        ticks: usize,
        asked: usize,
        unmet: usize,
        sweeps: usize,
        findings: Text<'a>,
        what: Text<'a>,
    }
}

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
        scene: cell.scene.as_str().into(),
        contestant: cell.contestant.as_str().into(),
        outcome: outcome.into(),
        grade: cell.grade().map_or("", Grade::word).into(),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::super::sentences::verdict;
    use super::*;
    use clipmark_record::findings::Finding;
    use clipmark_record::suite::{Exemption, Plan, Played, Run};

    fn cell(scene: &str, outcome: Outcome) -> Cell {
        Cell {
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

    fn asked(asked: usize) -> Run {
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
            cell("a", Outcome::Played(asked(1))),
            cell(
                "b",
                Outcome::Played(Run {
                    unmet: speed(),
                    ..asked(1)
                }),
            ),
            cell(
                "c",
                Outcome::Played(Run {
                    lawful: speed(),
                    ..asked(1)
                }),
            ),
            cell("d", Outcome::Played(asked(0))),
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
        SuiteRun::of(plan, cells)
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

    #[test]
    fn the_sentence_counts_every_scene_once() {
        let said: Vec<String> = verdict(&run()).into_iter().map(|said| said.text).collect();
        assert_eq!(
            said,
            [
                "bsp failed 4 of 5 scenes that judge it, in 1 suite (1 lost, 1 held, 1 seen); also: 1 exempt, \
                 since the reference mover fails there too, 2 played with nothing asked of it, 1 made of parts \
                 that it does not collide with, 1 not judged, which is a fault of this program."
            ]
        );
    }
}
