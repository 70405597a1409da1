//! A report as Markdown: what was asked, the tables with every column, the answer and the notes as a list.

use super::since::first;
use super::{Cell, Mark, Report, Table};
use crate::table::escaped;

/// Changes since the last run that are listed.
const CHANGES: usize = 50;

/// The report for a Markdown file.
pub fn study_markdown(report: &Report) -> String {
    let mut out = match report.heading.is_empty() {
        true => String::new(),
        false => format!("**{}**\n\n", escaped(&report.heading)),
    };
    let shown = |table: &&Table| table.on.markdown && !table.rows.is_empty();
    for table in report.tables.iter().filter(shown) {
        out += &drawn(table);
        out.push('\n');
    }
    let item = |sentence: &str| format!("- {}\n", escaped(sentence));
    out.extend(report.verdict.iter().map(|s| item(&s.marked())));
    for (n, sentence) in first(&report.since, CHANGES).iter().enumerate() {
        let indent = if n == 0 { "" } else { "  " };
        out += &(indent.to_owned() + &item(&sentence.marked()));
    }
    out.extend(report.notes.iter().map(|note| item(note)));
    out
}

fn drawn(table: &Table) -> String {
    let shown: Vec<usize> = (0..table.columns.len())
        .filter(|&c| table.columns[c].on.markdown)
        .collect();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let heads = shown.iter().map(|&c| escaped(&table.columns[c].head));
    let rules = shown.iter().map(|&c| match table.columns[c].is_words {
        true => "---".to_owned(),
        false => "---:".to_owned(),
    });
    let name = match table.caption.is_empty() {
        true => &table.title,
        false => &table.caption,
    };
    let mut out = format!("**{}**\n\n", escaped(name));
    out += &line(heads.collect());
    out += &line(rules.collect());
    for row in &table.rows {
        out += &line(shown.iter().map(|&c| cell(&row[c])).collect());
    }
    out
}

fn cell(cell: &Cell) -> String {
    let text = escaped(cell.written());
    match cell.mark {
        Mark::Plain => text,
        Mark::Bad if text.is_empty() => "**✗**".to_owned(),
        Mark::Bad => format!("**{text} ✗**"),
    }
}
