//! The table on the terminal and as Markdown.
use super::sample;
use clipmark_record::faults::Fault;
use clipmark_record::findings::Finding;
use clipmark_record::rules::Rule;
use clipmark_record::{Comparison, Expected, HullSide};
use clipmark_report::grid::View;
use clipmark_report::{Style, markdown, table};

/// The cell of a contestant under a head, on the terminal and in Markdown; a mark is part of it.
fn cells(comparison: &Comparison, contestant: &str, head: &str) -> [String; 2] {
    let (style, columns) = (Style::Plain, 160);
    let text = table(comparison, View { style, columns }, None);
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|l| !l.starts_with("contestant"))
        .collect();
    // Names and numbers of the sample hold no blanks.
    let at = rows[0].split_whitespace().position(|h| h == head).unwrap();
    let row = rows.iter().find(|l| l.starts_with(contestant)).unwrap();
    let words = row.replace(" u", "u");
    let terminal = words.split_whitespace().nth(at).unwrap().to_owned();
    let text = markdown(comparison);
    let line = |start: &str| text.lines().find(|l| l.starts_with(start)).unwrap().to_owned();
    let at = line("| contestant |").split('|').position(|h| h.trim() == head);
    let row = line(&format!("| {contestant} |"));
    [
        terminal,
        row.split('|').nth(at.unwrap()).unwrap().trim().to_owned(),
    ]
}

/// No fault is told in a sentence alone: each marks a cell of its contestant's row, whatever its class.
#[test]
fn every_class_of_fault_marks_a_cell_and_fails_the_contestant() {
    type Plant = fn(&mut clipmark_record::Entry);
    let planted: [(&str, Plant); 12] = [
        ("missed", |e| e.queries.faults[Fault::Missed] = 3),
        ("touch", |e| e.queries.faults[Fault::MissedFromTouch] = 3),
        ("phantom", |e| e.queries.faults[Fault::Phantom] = 3),
        ("deepest", |e| e.queries.faults[Fault::TooDeep] = 3),
        ("stuck", |e| e.movement.stuck_ticks = 3),
        ("other", |e| e.queries.faults[Fault::WrongStart] = 3),
        ("other", |e| e.queries.faults[Fault::WrongNormal] = 3),
        ("other", |e| e.queries.faults[Fault::Changed] = 3),
        ("other", |e| e.queries.faults[Fault::Unreliable] = 3),
        ("other", |e| e.queries.skin.wrong = true),
        ("other", |e| {
            let direction = "+x".to_owned();
            e.queries.skin.hull = vec![HullSide {
                direction,
                short: 0.1,
            }];
        }),
        ("other", |e| {
            e.detection.findings.push(Finding {
                id: "F24".into(),
                count: 2,
                ..Finding::default()
            });
        }),
    ];
    for (head, plant) in planted {
        let mut comparison = sample::comparison();
        comparison.contestants.truncate(2);
        assert!(comparison.contestants[1].passes(&[]));
        assert!(!cells(&comparison, "bvh", head).concat().contains('✗'));
        plant(&mut comparison.contestants[1]);
        for cell in cells(&comparison, "bvh", head) {
            assert!(cell.contains('✗'), "{head}: {cell}");
        }
        assert!(!comparison.contestants[1].passes(&[]) && !comparison.passes(|name| name == "bvh"));
        assert!(comparison.results().cases[1].is_failed(), "{head}");
        let narrow = View {
            style: Style::Plain,
            columns: 70,
        };
        let row = table(&comparison, narrow, None);
        let row = row.lines().find(|l| l.starts_with("bvh ")).unwrap();
        assert!(row.contains('✗'), "at 70 columns too: {row}");
    }
}

/// An expectation that failed is a failure of its contestant in every place where others have theirs.
#[test]
fn a_failed_expectation_marks_a_cell_and_fails_the_contestant() {
    let mut comparison = sample::comparison();
    comparison.contestants.truncate(2);
    comparison.expectations = vec![Expected {
        contestant: "bvh".into(),
        what: "reaches the box (1.0 2.0 3.0) to (4.0 5.0 6.0)".into(),
        got: "gets as far as step 9 of 10, ends 644.449 u short of it, at (0.0 0.0 0.0)".into(),
        short: "got as far as step 9 of 10".into(),
        ..Expected::default()
    }];
    for cell in cells(&comparison, "bvh", "other") {
        assert!(cell.contains("1 ✗") || cell == "1✗", "{cell}");
    }
    let results = comparison.results();
    let failed = results.cases[1].failures();
    assert!(
        failed.len() == 1 && failed[0].note == "got as far as step 9 of 10",
        "{failed:?}"
    );
    assert!(!results.cases[0].is_failed());
}

/// An answer that passes by an engine's rule is no fault. It is still counted.
#[test]
fn what_an_engines_rule_explains_is_counted_beside_the_faults() {
    let mut comparison = sample::comparison();
    comparison.contestants.truncate(1);
    let bsp = &mut comparison.contestants[0];
    bsp.queries.rules[Rule::Touch] = 20;
    bsp.queries.rules[Rule::Corner] = 6;
    assert!(bsp.passes(&[]));
    let text = markdown(&comparison);
    let row = text.lines().find(|l| l.starts_with("| bsp |")).unwrap();
    assert!(row.contains("| 26 |") && !row.contains('✗'), "{row}");
}
