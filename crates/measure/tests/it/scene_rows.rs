//! What is judged of a contestant of a scene, as rows: every class of fault, finding and unmet expectation fails with its
//! severity.

use clipmark_measure::detect::{Detected, Detector, Seen};
use clipmark_measure::inner::{AnswersDiffer, Judged, Timing, link_questions};
use clipmark_measure::{Expected, MovementScore, SweepCounts};
use clipmark_referee::{Direction, Gaps, SkinVerdict};
use clipmark_rows::faults::{Class, Fault, Source};
use clipmark_rows::question::{Case, CaseKind};
use clipmark_rows::{Check, Outcome, Row, Severity};
use std::collections::HashSet;

/// All that is judged of a contestant.
#[derive(Default)]
struct Found {
    queries: SweepCounts,
    gaps: SkinVerdict,
    movement: MovementScore,
    detection: Detected,
    time: Timing,
    expected: Vec<Expected>,
}

impl Found {
    fn rows(&self) -> Vec<Row> {
        let judged = Judged {
            queries: &self.queries,
            gaps: &self.gaps,
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
    let of_answers = Fault::ALL
        .iter()
        .filter(|fault| fault.source() == Source::Answers);
    for (i, fault) in of_answers.enumerate() {
        found.queries.faults[*fault] = 20 + i;
    }
    found.movement.unreliable = 8;
    found.movement.stuck_ticks = 9;
    found.movement.embedded_ticks = 10;
    found.movement.fell_out = true;
    let off = Gaps {
        count: 200,
        median: -0.1,
        median_off: true,
        ..Gaps::default()
    };
    let sides = [true, false].map(|positive| Direction { axis: 0, positive });
    found.gaps.all = off;
    // What is off by the same everywhere is the skin.
    let kept = Gaps {
        median_off: false,
        ..off
    };
    let up = Direction {
        axis: 2,
        positive: true,
    };
    found.gaps.directions = vec![(sides[0], off), (sides[1], off), (up, kept)];
    found
}

/// A detector that saw something three times.
fn finding(id: &str, worst: f64) -> (&'static Detector, Seen) {
    let seen = Seen {
        count: 3,
        worst,
        at: Some(6),
        ..Seen::default()
    };
    (Detector::by_id(id).unwrap(), seen)
}

#[test]
fn every_class_of_fault_is_a_row_of_its_own() {
    let mut found = all_faults();
    let rows = found.rows();
    let keys: HashSet<_> = rows.iter().map(|row| (row.check, &row.axes)).collect();
    assert_eq!((keys.len(), rows.len()), (Fault::ALL.len(), Fault::ALL.len()));
    assert!(rows.iter().all(|row| row.severity().is_some() && row.failed > 0));
    // A finding of a counted code is no row beside it, and names the worst place.
    found.detection.seen = vec![finding("F5", 90.0)];
    let with_finding = found.rows();
    assert_eq!(with_finding.len(), rows.len());
    let normal = with_finding.iter().find(|row| row.check == Check::WrongNormal);
    let told = normal.map(|row| (row.value, row.note.as_str()));
    assert_eq!(told, Some((Some(90.0), "sweep 7 from 0 0 0")));
    // Of classes with one code, that of the code itself has the finding.
    found.detection.seen = vec![finding("F1", 90.0)];
    let with_finding = found.rows();
    let noted = with_finding.iter().filter(|row| row.note == "sweep 7 from 0 0 0");
    let noted: Vec<Check> = noted.map(|row| row.check).collect();
    assert!(with_finding.iter().any(|row| row.check == Check::PassesTouched));
    assert_eq!(noted, [Check::PassesThrough]);
}

#[test]
fn whatever_is_wrong_fails_with_its_severity_and_nothing_else_does() {
    let of_finding = |id: &str, worst| Found {
        detection: Detected {
            seen: vec![finding(id, worst)],
            ..Detected::default()
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

/// The worst answer of a kind, of this size.
fn worst(kind: CaseKind, size: f64) -> Case {
    Case {
        format: String::new(),
        kind,
        size,
        world: "stairs".into(),
        patches: false,
        patches_as_triangles: false,
        triangles: false,
        backend: "bvh".into(),
        rules: "quake3".into(),
        skin: 0.125,
        hull: "point".into(),
        mins: [0.0; 3],
        maxs: [0.0; 3],
        mask: 1,
        start: [0.0; 3],
        end: [1.0; 3],
        fraction: 1.0,
        library: None,
    }
}

#[test]
fn a_failed_row_links_the_question_that_shows_it_and_no_other() {
    let failed = |check| Row::new(check, Outcome::Failed(Severity::Measurable));
    let mut rows = [
        failed(Check::WrongNormal).with_value(90.0),
        // Of its kind a larger one was kept.
        failed(Check::StaysOff).with_value(1.0),
        // A count has no size.
        failed(Check::WrongContents),
        failed(Check::Replay),
        Row::new(Check::StopsAtNothing, Outcome::Passed),
    ];
    let kept = [
        worst(CaseKind::Phantom, 5.0),
        worst(CaseKind::Contents, 1.0),
        worst(CaseKind::Normal, 90.0),
        worst(CaseKind::Gap, 2.0),
    ];
    link_questions(&mut rows, &kept, "bvh:planes");
    let linked: Vec<Option<&str>> = rows
        .iter()
        .map(|row| row.evidence.as_ref()?.question.as_deref())
        .collect();
    let [normal, contents] = ["cases/bvh-planes-normal.json", "cases/bvh-planes-contents.json"].map(Some);
    assert_eq!(linked, [normal, None, contents, None, None]);
}
