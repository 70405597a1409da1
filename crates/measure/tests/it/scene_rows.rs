//! What is judged of a contestant of a scene, as rows: every class of fault, finding and unmet expectation fails with its severity.

use clipmark_measure::inner::Judged;
use clipmark_record::counts::Counts;
use clipmark_record::faults::{FAULTS, Fault};
use clipmark_record::findings::{Detection, Finding};
use clipmark_record::{AnswersDiffer, Expected, HullSide, MovementScore, SweepCounts, Timing};
use clipmark_rows::{Check, Row, Severity};
use std::collections::HashSet;

/// All that is judged of a contestant.
#[derive(Default)]
struct Found {
    queries: SweepCounts,
    movement: MovementScore,
    detection: Detection,
    time: Timing,
    expected: Vec<Expected>,
}

impl Found {
    fn rows(&self) -> Vec<Row> {
        let judged = Judged {
            queries: &self.queries,
            movement: &self.movement,
            detection: &self.detection,
            ticks: 100,
            times: [&self.time; 2],
            expected: &self.expected,
        };
        judged.rows()
    }

    fn severity(&self) -> Option<Severity> {
        self.rows().iter().filter_map(Row::severity).min()
    }
}

/// A contestant that shows every class of fault.
fn all_faults() -> Found {
    let mut found = Found::default();
    for (i, (fault, _)) in Counts::<Fault>::default().iter().enumerate() {
        found.queries.faults[fault] = 20 + i;
    }
    found.movement.unreliable = 8;
    found.movement.stuck_ticks = 9;
    found.movement.embedded_ticks = 10;
    found.movement.fell_out = true;
    found.queries.skin.wrong = true;
    let side = HullSide {
        direction: "+x".into(),
        short: 0.1,
    };
    found.queries.skin.hull = vec![side; 2];
    found
}

fn finding(id: &str, worst: f64) -> Finding {
    Finding {
        id: id.into(),
        count: 3,
        worst,
        at: Some(6),
        ..Finding::default()
    }
}

#[test]
fn every_class_of_fault_is_a_row_of_its_own() {
    let mut found = all_faults();
    let rows = found.rows();
    let keys: HashSet<_> = rows.iter().map(|row| (row.check, &row.axes)).collect();
    assert_eq!((keys.len(), rows.len()), (FAULTS.len(), FAULTS.len()));
    assert!(rows.iter().all(|row| row.severity().is_some() && row.failed > 0));
    // A finding of a counted code is no row beside it, and names the worst place.
    found.detection.findings = vec![finding("F5", 90.0)];
    let with_finding = found.rows();
    assert_eq!(with_finding.len(), rows.len());
    let normal = with_finding.iter().find(|row| row.check == Check::WrongNormal);
    let told = normal.map(|row| (row.value, row.note.as_str()));
    assert_eq!(told, Some((Some(90.0), "sweep 7 from 0 0 0")));
    // Of classes with one code, that of the code itself has the finding.
    found.detection.findings[0].id = "F1".into();
    let with_finding = found.rows();
    let noted = with_finding.iter().filter(|row| row.note == "sweep 7 from 0 0 0");
    let noted: Vec<Check> = noted.map(|row| row.check).collect();
    assert!(with_finding.iter().any(|row| row.check == Check::PassesTouched));
    assert_eq!(noted, [Check::PassesThrough]);
}

#[test]
fn whatever_is_wrong_fails_with_its_severity_and_nothing_else_does() {
    let of_finding = |id: &str, worst| Found {
        detection: Detection {
            findings: vec![finding(id, worst)],
            ..Detection::default()
        },
        ..Found::default()
    };
    let expecting = |held, is_goal, off| Found {
        expected: vec![Expected {
            held,
            is_goal,
            off,
            ..Expected::default()
        }],
        ..Found::default()
    };
    let untimed = Found {
        time: Timing {
            not_timed: Some(AnswersDiffer {
                differ: 0,
                of: 10,
                first: None,
            }),
            ..Timing::default()
        },
        ..Found::default()
    };
    let mut along = Found::default();
    along.queries.queries = 4000;
    along.queries.faults[Fault::StoppedAlong] = 2;
    for (found, severity) in [
        (Found::default(), None),
        (of_finding("F19", 0.2), Some(Severity::Noticeable)),
        (expecting(true, true, Some(0.0)), None),
        (expecting(false, true, Some(2.0)), Some(Severity::Measurable)),
        (expecting(false, true, Some(40.0)), Some(Severity::Stuck)),
        (expecting(false, false, Some(2.0)), Some(Severity::Noticeable)),
        (untimed, Some(Severity::Measurable)),
        // The occasional effect of rounding is none.
        (along, None),
        (all_faults(), Some(Severity::Lost)),
    ] {
        assert_eq!(found.severity(), severity, "{:?}", found.rows());
    }
}
