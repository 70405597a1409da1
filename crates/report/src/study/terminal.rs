//! A report on the terminal: the answer, what was asked, the tables, what they mean, the page's place.

use super::since::first;
use super::{Cell, Column, Mark, Report, Sentence, Table};
use crate::format::shortened;
use crate::grid::{self, Grid, View};
use crate::style::{clean, red};
use anstyle::Style as Ansi;
use std::path::Path;

/// Changes since the last run that are listed.
const CHANGES: usize = 10;
/// Longer names of rows are shortened in the middle, in columns, before a column of figures is left out.
const LONGEST_NAME: usize = 16;
/// Follows a figure that is a failure, so that it shows without colour.
const FAILED: char = '✗';

/// The report as printed. `page` is the page's place, where there is one.
pub fn study_text(report: &Report, view: impl Into<View>, page: Option<&Path>) -> String {
    let view = view.into();
    let mut lines = Vec::new();
    for (n, sentence) in report.verdict.iter().enumerate() {
        lines.extend(wrap_sentence(sentence, n == 0, view));
    }
    for sentence in &first(&report.since, CHANGES) {
        lines.extend(wrap_sentence(sentence, false, view));
    }
    let dim = |text: &str, lines: &mut Vec<String>| {
        let text = view.wrapped(&clean(text), "  ").into_iter();
        lines.extend(text.map(|line| view.paint(Ansi::new().dimmed(), &line)));
    };
    dim(&report.heading, &mut lines);
    for table in &report.tables {
        if table.on.terminal && !table.rows.is_empty() {
            dim(&table.caption, &mut lines);
            lines.extend(drawn(table, view));
        }
    }
    for note in &report.notes {
        lines.extend(view.wrapped(&clean(note), "  "));
    }
    if let Some(page) = page {
        let page = clean(&page.display().to_string());
        lines.push(view.paint(Ansi::new().underline(), &page));
    }
    let lines = lines.iter().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

fn wrap_sentence(sentence: &Sentence, is_first: bool, view: View) -> Vec<String> {
    let style = match (sentence.bad, is_first) {
        (true, _) => red(),
        (false, true) => Ansi::new().bold(),
        (false, false) => Ansi::new(),
    };
    let text = view.wrapped(&clean(&sentence.marked()), "  ").into_iter();
    text.map(|line| view.paint(style, &line)).collect()
}

fn drawn(table: &Table, view: View) -> Vec<String> {
    let shown: Vec<usize> = (0..table.columns.len())
        .filter(|&c| table.columns[c].on.terminal)
        .collect();
    let leaves_out = shown.iter().any(|&c| table.columns[c].rank > 0);
    let longest = if leaves_out { LONGEST_NAME } else { usize::MAX };
    grid(table, &shown, longest).lines(view)
}

fn is_failure(cell: &Cell) -> bool {
    cell.mark == Mark::Bad
}

fn grid(table: &Table, shown: &[usize], longest: usize) -> Grid {
    let marked = |c: usize| table.rows.iter().any(|row| row[c].mark == Mark::Bad);
    let fails = |c: usize| {
        let mut cells = table.rows.iter().map(|row| &row[c]);
        cells.any(|cell| cell.mark == Mark::Bad && !cell.text.is_empty())
    };
    let column = |&c: &usize| {
        let Column {
            head, is_words, rank, ..
        } = &table.columns[c];
        // Figures stay below each other where one is followed by a mark.
        let pad = if marked(c) && !is_words { " " } else { "" };
        grid::Column {
            head: head.clone() + pad,
            right: !is_words,
            gap: 2,
            // A column with a failure is never left out, but for a row without figures.
            rank: if fails(c) { 0 } else { *rank },
        }
    };
    let row = |row: &Vec<Cell>| {
        let cell = |(n, &c): (usize, &usize)| {
            let cell = &row[c];
            let text = match n {
                0 => shortened(&clean(&cell.text), longest),
                _ => clean(&cell.text),
            };
            let text = match (cell.mark == Mark::Bad, table.columns[c].is_words, marked(c)) {
                (true, true, _) => format!("{text} {FAILED}").trim_start().to_owned(),
                (true, false, _) => format!("{text}{FAILED}"),
                (false, false, true) => text + " ",
                (false, _, _) => text,
            };
            let style = is_failure(cell).then(red);
            grid::GridCell { text, style }
        };
        shown.iter().enumerate().map(cell).collect()
    };
    Grid {
        columns: shown.iter().map(column).collect(),
        rows: table.rows.iter().map(row).collect(),
    }
}
