//! The sheets of suites and benches.

use clipmark_report::{bench_asks_nobody, bench_passes, bench_sheet, suite_sheet};
use clipmark_rows::{Axes, Axis, Case, Check, Contestant, End, Outcome, Results, Row, Run, Severity};

/// Each plays two subjects, and passes the first.
fn results() -> Results {
    let failed = |severity| Outcome::Failed(severity);
    let second = [
        ("sound", End::Played, None),
        ("refuses", End::Refused("no room".into()), None),
        ("unjudged", End::NotJudged("panicked".into()), None),
        ("mild", End::Played, Some(failed(Severity::Measurable))),
        ("stuck", End::Played, Some(failed(Severity::Stuck))),
        ("exempt", End::Played, Some(Outcome::ByReference)),
        ("unasked", End::NotAsked("not told".into()), None),
    ];
    let contestant = |name: &str| Contestant {
        name: name.into(),
        ..Contestant::default()
    };
    let contestants = second.iter().map(|(name, ..)| contestant(name)).collect();
    let case = |subject: &str, name: &str, end: End, outcome: Option<Outcome>| Case {
        subject: subject.into(),
        contestant: name.into(),
        checklist: "courses".into(),
        end,
        rows: outcome
            .map(|outcome| Row::new(Check::Goal, outcome))
            .into_iter()
            .collect(),
        ..Case::default()
    };
    let cases = second.into_iter().flat_map(|(name, end, outcome)| {
        let first = case("first", name, End::Played, None);
        [first, case("second", name, end, outcome)]
    });
    Results {
        cases: cases.collect(),
        run: Run {
            contestants,
            ..Run::new("suite controllers")
        },
        is_whole: true,
    }
}

/// As an exit code has it: to the mildest severity but one, without a variant that is held to nothing.
fn fails(case: &Case) -> bool {
    case.lacks_verdict()
        || case
            .severity()
            .is_some_and(|severity| severity < Severity::Measurable)
}

#[test]
fn marks_and_headline_follow_the_rule_of_the_exit_code() {
    let sheet = suite_sheet(&results(), None, &fails);
    assert_eq!(
        sheet.headline,
        "3 of 7 pass; stuck: stuck; refused: refuses; not judged: unjudged; allowed: mild"
    );
    let lines = &sheet.tables[0].lines;
    let marked = lines.iter().filter(|line| line.is_failed);
    let mut marked: Vec<&str> = marked.map(|line| line.cells[0].text.as_str()).collect();
    marked.sort();
    assert_eq!(marked, ["refuses", "stuck", "unjudged"]);
    let cells = |name: &str| {
        let line = lines.iter().find(|line| line.cells[0].text == name).unwrap();
        line.cells[5..]
            .iter()
            .map(|cell| cell.text.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(cells("sound"), ["2", "0"]);
    assert_eq!(cells("refuses"), ["1", "0"]);
    // What the reference fails too is counted apart.
    assert_eq!(cells("exempt"), ["1", "1"]);
    assert_eq!(cells("unasked"), ["1 of 1", "0"]);
}

#[test]
fn what_has_no_verdict_is_in_its_cell_and_what_was_not_asked_is_no_failure() {
    let sheet = suite_sheet(&results(), None, &fails);
    let second = &sheet.tables[1].lines[0].cells;
    let texts: Vec<&str> = second.iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(
        texts,
        ["second", "refused 1", "not judged 1", "measurable 1", "stuck 1"]
    );
    let failed = &sheet.folded[0].1.lines;
    let who: Vec<(&str, bool)> = failed
        .iter()
        .map(|line| (line.cells[1].text.as_str(), line.is_failed))
        .collect();
    assert_eq!(
        who,
        [
            ("refuses", true),
            ("unjudged", true),
            ("mild", false),
            ("stuck", true)
        ]
    );
}

#[test]
fn who_refuses_has_not_passed_and_who_is_not_asked_has_not_failed() {
    let case = |contestant: &str, end: End| Case {
        contestant: contestant.into(),
        axes: Axes::default().with(Axis::Lengths, "1-16"),
        end,
        ..Case::default()
    };
    let asked = case("bvh", End::Played);
    let too_large = || "the world is too large".to_owned();
    let refused = case("hull", End::Refused(too_large()));
    let not_asked = case("hull", End::NotAsked(too_large()));
    assert!(bench_passes(&[asked.clone(), not_asked.clone()]));
    assert!(!bench_passes(&[asked.clone(), refused.clone()]));
    let of = |cases: &[Case]| {
        let results = Results {
            cases: cases.to_vec(),
            ..Results::default()
        };
        bench_sheet(&results, None).unwrap().headline
    };
    assert!(of(&[asked, refused.clone()]).ends_with("Without a verdict: hull."));
    // A refusal is an answer; without any the run is no pass either.
    assert!(!bench_asks_nobody(&[refused]));
    assert!(bench_asks_nobody(std::slice::from_ref(&not_asked)) && !bench_passes(&[not_asked]));
}
