//! The table on the terminal and in Markdown.

use crate::format::shortened;
use crate::matrix::{CORRECTNESS, Cell, Mark, Matrix, detectors_in_short, heading, omissions};
use crate::warnings::warnings;
use anstyle::{AnsiColor, Style as Ansi};
use clipmark_record::Comparison;
use std::fmt::Write;
use std::path::Path;

/// Whether to colour the table. Print a coloured one through anstream, which knows about pipes and `NO_COLOR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Characters alone.
    Plain,
    /// With ANSI escapes.
    Colour,
}

/// A name longer than this is shortened in the middle, in characters: with it, a row of common figures fits 100 columns.
const MAX_NAME: usize = 16;
/// Sentences are wrapped to this many characters.
const WRAP: usize = 100;
/// Columns that the page, Markdown and CSV have, and a terminal of 100 columns has no room for.
const NOT_HERE: [&str; 2] = ["build", "memory"];
/// Follows the number of a failed cell, so that it shows without colour.
const FAILED: &str = "✗";
const PAD: &str = " ";
/// Stands between a time and its spread.
const SPREAD: &str = " ± ";

/// The table, what came of it, failed expectations, what was left out, and where the report is.
///
/// Failed cells end in `✗` and every failure is named below the table.
pub fn table(comparison: &Comparison, style: Style, report: Option<&Path>) -> String {
    let mut matrix = Matrix::of(comparison);
    let too_wide = |row: &String| row.chars().count() > WRAP;
    if grid(&matrix, Paint(Style::Plain)).iter().any(too_wide) {
        drop_spreads(&mut matrix);
    }
    let paint = Paint(style);
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(paint.with(Ansi::new().bold(), &clean(&heading(comparison))));
    for row in grid(&matrix, paint) {
        line(row);
    }
    for row in matrix.rows.iter().filter(|r| !r.failures.is_empty()) {
        let text = format!(
            "✗ {}: {}",
            shortened(&row.contestant, MAX_NAME),
            row.failures.join("; ")
        );
        wrapped(&clean(&text), "  ")
            .into_iter()
            .for_each(|t| line(paint.with(red(), &t)));
    }
    for sentence in &comparison.verdict {
        wrapped(&clean(sentence), "").into_iter().for_each(&mut line);
    }
    for e in comparison.expectations.iter().filter(|e| !e.held) {
        let text = format!("✗ expected: {} {}; got: {}", e.contestant, e.what, e.got);
        wrapped(&clean(&text), "  ")
            .into_iter()
            .for_each(|t| line(paint.with(red().bold(), &t)));
    }
    for sentence in omissions(comparison) {
        let text = format!("left out by {sentence}");
        wrapped(&clean(&text), "  ")
            .into_iter()
            .for_each(|t| line(paint.with(yellow(), &t)));
    }
    for sentence in warnings(comparison) {
        wrapped(&clean(&format!("! {sentence}")), "  ")
            .into_iter()
            .for_each(|t| line(paint.with(yellow(), &t)));
    }
    if let Some(text) = detectors_in_short(comparison) {
        wrapped(&clean(&text), "  ").into_iter().for_each(&mut line);
    }
    if let Some(path) = report {
        line(paint.with(Ansi::new().underline(), &clean(&path.display().to_string())));
    }
    out
}

/// The same as a Markdown section: heading, table, sentences.
pub fn markdown(comparison: &Comparison) -> String {
    let matrix = Matrix::of(comparison);
    let mut out = format!("**{}**\n\n| contestant |", escaped(&heading(comparison)));
    for column in matrix.columns {
        let _ = write!(out, " {} |", column.head);
    }
    out.push_str("\n|---|");
    out.push_str(&"---:|".repeat(matrix.columns.len()));
    for row in &matrix.rows {
        let _ = write!(out, "\n| {} |", escaped(&row.contestant));
        for cell in &row.cells {
            let text = match &*cell.detail {
                "" => escaped(&cell.text),
                detail => escaped(&format!("{} ({detail})", cell.text)),
            };
            let _ = match cell.mark {
                Mark::Plain => write!(out, " {text} |"),
                Mark::Best => write!(out, " **{text}** |"),
                Mark::Failed => write!(out, " **{text} ✗** |"),
            };
        }
    }
    out.push('\n');
    let failed = matrix.rows.iter().filter(|r| !r.failures.is_empty());
    let failed = failed.map(|r| format!("✗ {}: {}", r.contestant, r.failures.join("; ")));
    let unmet = comparison.expectations.iter().filter(|e| !e.held);
    let unmet = unmet.map(|e| format!("✗ expected: {} {}; got: {}", e.contestant, e.what, e.got));
    let omitted = omissions(comparison)
        .into_iter()
        .map(|s| format!("left out by {s}"));
    let verdict = comparison.verdict.iter().cloned();
    let looked = detectors_in_short(comparison);
    let all = verdict.chain(failed).chain(unmet).chain(omitted).chain(looked);
    for (i, sentence) in all.enumerate() {
        let _ = writeln!(out, "{}- {}", if i == 0 { "\n" } else { "" }, escaped(&sentence));
    }
    out
}

/// Takes the spreads away: a noisy machine and a slow contestant make them wide, and the warnings tell of both.
fn drop_spreads(matrix: &mut Matrix) {
    for cell in matrix.rows.iter_mut().flat_map(|r| &mut r.cells) {
        if let Some((value, _)) = cell.text.split_once(SPREAD) {
            cell.text = value.to_owned();
        }
    }
}

/// Heading and rows, every column as wide as its widest cell.
fn grid(matrix: &Matrix, paint: Paint) -> Vec<String> {
    let columns = matrix.columns.len();
    let marked: Vec<bool> = (0..columns)
        .map(|c| matrix.rows.iter().any(|r| r.cells[c].mark == Mark::Failed))
        .collect();
    let shown = |c: usize, cell: &Cell| match (marked[c], cell.mark) {
        (true, Mark::Failed) => cell.text.clone() + FAILED,
        (true, _) => cell.text.clone() + PAD,
        (false, _) => cell.text.clone(),
    };
    let names: Vec<String> = matrix
        .rows
        .iter()
        .map(|r| shortened(&r.contestant, MAX_NAME))
        .collect();
    let name_width = names
        .iter()
        .map(|n| width(n))
        .chain([width("contestant")])
        .max()
        .unwrap_or(0);
    let head = |c: usize| matrix.columns[c].head.to_owned() + if marked[c] { PAD } else { "" };
    let widths: Vec<usize> = (0..columns)
        .map(|c| {
            matrix
                .rows
                .iter()
                .map(|r| width(&shown(c, &r.cells[c])))
                .chain([width(&head(c))])
                .max()
        })
        .map(Option::unwrap_or_default)
        .collect();

    let mut lines = vec![padded("contestant", name_width, false)];
    let here = |c: &usize| !NOT_HERE.contains(&matrix.columns[*c].head);
    for (c, &to) in widths.iter().enumerate().filter(|(c, _)| here(c)) {
        lines[0] += &(gap(c).to_owned() + &padded(&head(c), to, true));
    }
    lines[0] = paint.with(Ansi::new().dimmed(), &lines[0]);
    for (row, name) in matrix.rows.iter().zip(&names) {
        let name = padded(name, name_width, false);
        let mut text = if row.failures.is_empty() {
            name
        } else {
            paint.with(red(), &name)
        };
        for (c, (cell, &to)) in row.cells.iter().zip(&widths).enumerate().filter(|(c, _)| here(c)) {
            let mark = cell.mark;
            let cell = padded(&shown(c, cell), to, true);
            text += gap(c);
            text += &match mark {
                Mark::Plain => cell,
                Mark::Failed => paint.with(red().bold(), &cell),
                Mark::Best => paint.with(AnsiColor::Green.on_default().bold(), &cell),
            };
        }
        lines.push(text);
    }
    lines
}

/// A wider gap sets the groups apart; a ratio stands close to its time.
fn gap(column: usize) -> &'static str {
    match column {
        CORRECTNESS => "   ",
        c if c == 0 || c == CORRECTNESS + 2 || c > CORRECTNESS + 3 => "  ",
        _ => " ",
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Paint(pub(crate) Style);

impl Paint {
    pub(crate) fn with(self, style: Ansi, text: &str) -> String {
        match self.0 {
            Style::Plain => text.to_owned(),
            Style::Colour => format!("{style}{text}{style:#}"),
        }
    }
}

pub(crate) fn red() -> Ansi {
    AnsiColor::Red.on_default()
}

fn yellow() -> Ansi {
    AnsiColor::Yellow.on_default()
}

pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

pub(crate) fn padded(text: &str, to: usize, right: bool) -> String {
    let fill = " ".repeat(to.saturating_sub(width(text)));
    if right {
        fill + text
    } else {
        text.to_owned() + &fill
    }
}

/// Text from scenes and maps may hold escape sequences, which a terminal would obey.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

pub(crate) fn wrapped(text: &str, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(last) if width(last) + 1 + width(word) <= WRAP => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Keeps a name from ending a cell, starting markup or becoming HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
