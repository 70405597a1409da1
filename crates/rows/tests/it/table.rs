//! Tables as a terminal's text, as Markdown, as a page and as CSV.

use clipmark_rows::{
    Axes, Axis, Case, Check, Column, End, Line, Outcome, Row, Run, Table, three_digits, write_csv,
};

/// Columns of a terminal that nobody has widened.
const WIDTH: usize = 80;

#[test]
fn figures_have_three_digits() {
    let all = [0.0, 1e-9, 0.000_051_2, 0.0512, 1.5, 12.34].map(three_digits);
    assert_eq!(all, ["0", "0", "0.0000512", "0.0512", "1.5", "12.3"]);
    let all = [100.0, 999.6, -1_234_567.0, f64::NAN].map(three_digits);
    assert_eq!(all, ["100", "1,000", "-1,234,567", "–"]);
}

#[test]
fn a_wide_table_is_broken_and_a_failure_is_marked() {
    let names: Vec<String> = (0..9).map(|i| format!("contestant-{i}")).collect();
    let columns = [Column::text("course")]
        .into_iter()
        .chain(names.iter().map(Column::number));
    let table = Table {
        columns: columns.collect(),
        lines: vec![
            Line::new(true, (0..10).map(|i| format!("<{i}>"))),
            Line::new(false, (0..10).map(|_| "ok")),
        ],
        shown: Some(1),
        ..Table::default()
    };
    let text = table.text();
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with('✗')).count(), 2);
    assert!(text.contains("1 more"));
    // Lines of one contestant differ by what else names them.
    let mut named = table.clone();
    named.columns[1].is_key = true;
    let text = named.text();
    let failed: Vec<&str> = text.lines().filter(|line| line.starts_with('✗')).collect();
    assert!(
        failed.len() > 1 && failed.iter().all(|line| line.contains("<1>")),
        "{text}"
    );
    // A remark is on its line, or below it.
    let remarked = |remark: String| {
        let line = Line::new(true, ["stairs".to_owned(), "12".to_owned(), remark]);
        let mut table = Table::new(["course"], [line]).with_numbers(["failed"]);
        table.columns.push(Column::text("where").as_remark());
        table.text()
    };
    let short = remarked("tick 699".into());
    assert!(
        short.lines().count() == 2 && short.ends_with("tick 699\n"),
        "{short}"
    );
    let long = remarked("far ".repeat(18));
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[1].trim_end(), "✗ stairs      12", "{long}");
    assert!(
        lines.len() == 3 && lines[2].trim_start().starts_with("far"),
        "{long}"
    );
    assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{long}");
    assert!(table.html().contains("&lt;3&gt;"));
    assert!(table.markdown().contains("| ✗ <0> |"));
}

#[test]
fn a_median_and_its_rounds_are_told_apart_by_the_round() {
    let row = Row {
        axes: Axes::default().with(Axis::Lengths, "1-16"),
        ..Row::counted(Check::NsSweep, 5.5)
    };
    let timed = Case {
        axes: Axes::default().with(Axis::Brushes, 48),
        rows: vec![row],
        samples: [(Check::NsSweep, vec![5.5, 5.0 + 1e-12])].into(),
        ..Case::default()
    };
    let refused = Case {
        end: End::Refused("too large".into()),
        ..Case::default()
    };
    let not_judged = Case {
        end: End::NotJudged("too little".into()),
        rows: vec![Row::new(Check::WrongSkin, Outcome::Counted)],
        ..Case::default()
    };
    let text = write_csv(&Run::new("bench"), &[timed, refused, not_judged]).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let column = |head: &str| {
        let at = heads.iter().position(|other| other == head).unwrap();
        lines.iter().map(|line| line[at].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(column("round"), ["", "0", "1", "", "", ""]);
    assert_eq!(column("value"), ["5.5", "5.5", "5.0", "", "", ""]);
    assert_eq!(column("brushes"), ["48", "48", "48", "", "", ""]);
    assert_eq!(column("lengths"), ["1-16", "", "", "", "", ""]);
    assert_eq!(column("note"), ["", "", "", "too large", "", "too little"]);
}
