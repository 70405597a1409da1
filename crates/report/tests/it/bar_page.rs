//! The page of the bar, its tables and its CSV.

use crate::common::made;
use clipmark_record::bar::{Answers, BarResults, BarRow, Resting, Sizes, Walks, Way};
use clipmark_record::faults::Fault;
use clipmark_record::rules::Rule;
use clipmark_record::{HullSide, Machine, SkinScore};
use clipmark_report::{Study, Style, bar_summary, study_markdown, study_text, write_study};
use std::fs;

/// A map on which enough was asked, and nothing found.
fn bar_row(contestant: &str) -> BarRow {
    BarRow {
        map: "maps/m.bsp".into(),
        contestant: contestant.into(),
        hull: "box".into(),
        left_out: Vec::new(),
        refused: None,
        declared: Vec::new(),
        random: Answers {
            asked: 20_000,
            ..Answers::default()
        },
        rest: vec![Resting {
            gap: 0.0,
            way: Way::In,
            answers: Answers {
                asked: 2000,
                ..Answers::default()
            },
        }],
        hulls: Vec::new(),
        skin: SkinScore::default(),
        walks: Walks {
            walkers: 4,
            ticks: 4000,
            ..Walks::default()
        },
        cases: [Vec::new(), Vec::new()],
        worst_walk: None,
    }
}

fn bar_of(rows: Vec<BarRow>) -> BarResults {
    BarResults {
        machine: Machine::default(),
        made: made(),
        profile: "quake3".into(),
        sizes: Sizes {
            sweeps: 20_000,
            rest: 2000,
            hulls: 0,
            walkers: 4,
            ticks: 1000,
        },
        seed: 1,
        rows,
    }
}

fn printed(book: &BarResults) -> String {
    study_text(&book.report().unwrap(), Style::Plain, None)
}

fn markdown(book: &BarResults) -> String {
    study_markdown(&book.report().unwrap())
}

/// A map that a contestant cannot be built from is no map on which it does well. The verdict, the summary and the CSV name it,
/// and no table has zeros for it.
#[test]
fn a_refused_map_is_named_everywhere_and_counted_as_nothing() {
    let refusing = BarRow::refusing("maps/wide.bsp", "picky", &[], "brush 3 is too wide".into());
    let wide = BarRow {
        map: "maps/wide.bsp".into(),
        ..bar_row("good")
    };
    let book = bar_of(vec![bar_row("picky"), bar_row("good"), refusing, wide]);
    let dir = tempfile::tempdir().unwrap();
    write_study(&book, Vec::new(), dir.path().join("bar").as_path()).unwrap();
    let read = |file: &str| fs::read_to_string(dir.path().join("bar").join(file)).unwrap();
    let summary = read("summary.md");
    assert_eq!(cell(&by_head(&summary, "picky"), "meets the bar on"), "1 of 2");
    let csv = read("bar.csv");
    let lines: Vec<&str> = csv
        .lines()
        .filter(|l| l.starts_with("maps/wide.bsp,picky"))
        .collect();
    assert_eq!(lines.len(), 1, "{csv}");
    assert!(
        lines[0].contains(",refused,") && lines[0].ends_with(",brush 3 is too wide"),
        "{}",
        lines[0]
    );
    // Alone, it has a row of nothing.
    let alone = bar_of(vec![BarRow::refusing("m", "picky", &[], "no".into())]);
    let row = bar_summary(&alone);
    assert_eq!(cell(&by_head(&row, "picky"), "missed"), "–");
    assert!(!printed(&alone).contains("contestant"), "no table");
}

/// The row of a contestant in a Markdown table, by head.
fn by_head(markdown: &str, contestant: &str) -> Vec<(String, String)> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().to_owned()).collect()
    };
    let starts = |name: &str| format!("| {name} |");
    let find = |name: &str| markdown.lines().find(|line| line.starts_with(&starts(name)));
    let head = cells(find("contestant").expect("a head"));
    let row = cells(find(contestant).expect("a row"));
    assert_eq!(head.len(), row.len());
    head.into_iter().zip(row).collect()
}

fn cell<'a>(row: &'a [(String, String)], head: &str) -> &'a str {
    &row.iter().find(|(h, _)| h == head).expect(head).1
}

/// A fault that fails the bar shows in every table of it, though it has no column of its own.
#[test]
fn a_lost_skin_a_narrow_hull_and_a_fall_are_marked_in_every_table_of_the_bar() {
    let mut skin = bar_row("bad");
    skin.skin.wrong = true;
    let mut hull = bar_row("bad");
    hull.skin.hull = vec![HullSide {
        direction: "+x".into(),
        short: 0.1,
    }];
    let mut fall = bar_row("bad");
    fall.walks.fell_out = 1;
    let mut flags = bar_row("bad");
    flags.random.faults[Fault::WrongStart] = 3;
    for bad in [skin, hull, fall, flags] {
        let book = bar_of(vec![bar_row("good"), bad]);
        let summary = bar_summary(&book);
        let (good, bad) = (by_head(&summary, "good"), by_head(&summary, "bad"));
        assert_eq!(
            (cell(&good, "other"), cell(&good, "meets the bar on")),
            ("0", "1 of 1")
        );
        assert!(cell(&bad, "other").ends_with(" ✗**"), "{summary}");
        assert_eq!(cell(&bad, "meets the bar on"), "0 of 1");
        let markdown = markdown(&book);
        assert_eq!(markdown.matches(" ✗** |").count(), 1, "{markdown}");
        let table = printed(&book);
        let marked: Vec<&str> = table
            .lines()
            .filter(|l| l.contains('✗') && !l.starts_with('✗'))
            .collect();
        assert_eq!(marked.len(), 2, "a row and a note: {table}");
        assert!(marked[0].starts_with("bad "), "{table}");
    }
}

/// Below its limit a class is counted and not marked: who meets the bar has no ✗ beside it.
#[test]
fn marks_follow_the_limits_of_the_bar() {
    let mut row = bar_row("fine");
    row.random.asked = 100_000;
    row.random.faults[Fault::WrongContents] = 9;
    row.random.faults[Fault::WrongPlace] = 2;
    row.random.faults[Fault::WrongNormal] = 9;
    let book = bar_of(vec![row.clone()]);
    let (summary, table) = (bar_summary(&book), printed(&book));
    assert!(!table.contains('✗') && !markdown(&book).contains('✗'), "{table}");
    assert!(!summary.contains('✗'), "{summary}");
    assert_eq!(cell(&by_head(&summary, "fine"), "other"), "11");
    // One more is one too many.
    row.random.faults[Fault::WrongContents] = 10;
    let book = bar_of(vec![row]);
    assert_eq!(cell(&by_head(&bar_summary(&book), "fine"), "other"), "**12 ✗**");
}

#[test]
fn answers_by_an_engines_rules_are_counted_and_meet_the_bar() {
    let mut row = bar_row("ruled");
    row.random.rules[Rule::MergedSolids] = 40;
    row.rest[0].answers.rules[Rule::Touch] = 2;
    row.random.rules[Rule::Corner] = 1;
    let summary = by_head(&bar_summary(&bar_of(vec![row])), "ruled");
    assert_eq!(cell(&summary, "rule"), "43");
    assert_eq!(cell(&summary, "meets the bar on"), "1 of 1 by rules");
}
