//! The study of counters: each figure of its record stands in CSV and in the tables; a missing one is named, and never 0.

use clipmark_record::counters::{CounterRow, CountersResults};
use clipmark_report::grid::{View, width};
use clipmark_report::{Study, Style, study_markdown, study_text};

const WHY: &str = "cache misses: neither perf nor valgrind can count here; install valgrind";

/// Three contestants on two classes; `hull` was not counted.
fn book() -> CountersResults {
    let row = |contestant: &str, lengths: &str, counts| CounterRow {
        contestant: contestant.into(),
        lengths: lengths.into(),
        counts,
        wrong: None,
    };
    let some = |counts: [f64; 3]| counts.map(Some);
    CountersResults {
        world: "stairs".into(),
        sweeps: 1000,
        not_measured: vec!["hull: it cannot be started".into()],
        rows: vec![
            row("bsp", "1-16", some([1172.0, 12.5, 0.0])),
            row("bvh:stock", "1-16", some([3287.25, 25.0, 0.25])),
            row("hull", "1-16", [None; 3]),
            row("bsp", "256-4096", some([20_000.0, 40.0, 0.5])),
            row("bvh:stock", "256-4096", some([10_000.0, 60.0, 0.125])),
            row("hull", "256-4096", [None; 3]),
        ],
        ..CountersResults::default()
    }
}

#[test]
fn every_figure_stands_in_csv_and_table_beside_that_of_bsp() {
    let book = book();
    let csv = book.csv().unwrap().unwrap();
    for line in [
        "bvh:stock,1-16,3287.25,2.80482082,25,2,0.25,,",
        "bsp,256-4096,20000,1,40,1,0.5,1,",
        "bvh:stock,256-4096,10000,0.5,60,1.5,0.125,0.25,",
        "hull,256-4096,,,,,,,",
    ] {
        assert!(csv.lines().any(|l| l == line), "`{line}` is not in\n{csv}");
    }
    let report = book.report().unwrap();
    let table = study_markdown(&report);
    for row in [
        "| bsp | 1-16 | 1,172 | 1.00 | 12.5 | 1.00 | 0 | – |",
        "| bvh:stock | 1-16 | 3,287 | 2.80 | 25.0 | 2.00 | 0.250 | – |",
        "| bvh:stock | 256-4096 | 10,000 | 0.50 | 60.0 | 1.50 | 0.125 | 0.25 |",
        "| hull | 1-16 | not measured | – | not measured | – | not measured | – |",
        "- 1-16 u: bsp takes 1,172 instructions a sweep, bvh:stock 2.80x.",
        "- Not measured: hull: it cannot be started.",
    ] {
        assert!(table.contains(row), "`{row}` is not in\n{table}");
    }
    let view = View {
        style: Style::Plain,
        columns: 80,
    };
    let text = study_text(&report, view, false, None);
    assert!(text.lines().all(|line| width(line) <= 80), "{text}");
    assert_eq!(text.matches("it cannot be started").count(), 1, "{text}");
}

#[test]
fn what_the_machine_cannot_count_is_said_and_is_no_number() {
    let mut book = book();
    for row in &mut book.rows {
        row.counts = [row.counts[0], None, None];
    }
    book.not_measured = vec![WHY.into()];
    let text = study_markdown(&book.report().unwrap());
    let row = "| bvh:stock | 1-16 | 3,287 | 2.80 | not measured | – | not measured | – |";
    assert!(text.contains(row), "{text}");
    assert!(text.contains(&format!("- Not measured: {WHY}.")), "{text}");
}
