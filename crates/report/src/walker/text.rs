//! The walker's promises on the terminal and as Markdown: for each course and contestant the worst of all tick rates.

use crate::table::{Paint, Style, clean, escaped, padded, red, width};
use anstyle::Style as Ansi;
use clipmark_record::walker::{Outcome, Row, WalkerResults};

/// Heads of the columns.
pub(super) const HEADS: [&str; 9] = [
    "course",
    "contestant",
    "shake, u",
    "alternating, %",
    "stuck, s",
    "climbed, u",
    "deepest, u",
    "goal",
    "broken",
];

/// The walks of one contestant on one course.
pub(super) fn groups(book: &WalkerResults) -> impl Iterator<Item = &[Row]> {
    book.rows
        .chunk_by(|a, b| a.course == b.course && a.contestant == b.contestant)
}

pub(super) fn cells(rows: &[Row]) -> [String; 9] {
    let worst = |f: fn(&Outcome) -> f64| rows.iter().map(|r| f(&r.outcome)).fold(0.0, f64::max);
    let figure = |x: f64, places: usize| {
        if x == 0.0 {
            "0".to_owned()
        } else {
            format!("{x:.places$}")
        }
    };
    let mut broken: Vec<String> = Vec::new();
    for row in rows {
        for what in row.outcome.broken() {
            match broken.iter_mut().find(|b| b.starts_with(what)) {
                Some(known) => *known += &format!(",{}", row.hz),
                None => broken.push(format!("{what}@{}", row.hz)),
            }
        }
    }
    // The goal of the walk that met it least well, else of the last.
    let goal = rows
        .iter()
        .find(|r| r.outcome.reached == Some(false))
        .or(rows.last());
    [
        rows.first().map_or_else(String::new, |r| clean(&r.course)),
        rows.first().map_or_else(String::new, |r| clean(&r.contestant)),
        figure(worst(|o| o.shake), 4),
        figure(worst(|o| o.alternation) * 100.0, 1),
        figure(worst(|o| o.stuck_seconds), 2),
        figure(worst(|o| o.climbed), 1),
        figure(worst(|o| o.deepest), 4),
        goal.map_or_else(String::new, |r| r.outcome.goal.clone()),
        broken.join(" "),
    ]
}

/// One line for each course and contestant; what breaks a promise is marked.
pub fn walker_table(book: &WalkerResults, style: Style) -> String {
    let paint = Paint(style);
    let lines: Vec<[String; 9]> = groups(book).map(cells).collect();
    let widths: Vec<usize> = (0..HEADS.len())
        .map(|c| {
            lines
                .iter()
                .map(|l| width(&l[c]))
                .chain([width(HEADS[c])])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let row = |cells: &[String]| {
        let columns = cells.iter().zip(&widths).enumerate();
        let columns = columns.map(|(c, (text, to))| padded(text, *to, (2..7).contains(&c)));
        columns.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut out = paint.with(Ansi::new().bold(), &row(&HEADS.map(String::from))) + "\n";
    for line in &lines {
        let text = row(line);
        out += &if line[8].is_empty() {
            text
        } else {
            paint.with(red(), &text)
        };
        out.push('\n');
    }
    out
}

/// The same as a Markdown table.
pub fn walker_markdown(book: &WalkerResults) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut out = row(&HEADS.map(String::from)) + &row(&HEADS.map(|_| "---".to_owned()));
    groups(book).for_each(|rows| out += &row(&cells(rows).map(|cell| escaped(&cell))));
    out
}
