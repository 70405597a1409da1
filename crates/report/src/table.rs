//! The table on the terminal and in Markdown.

use crate::format::shortened;
use crate::grid::{Column, Grid, GridCell, View};
use crate::matrix::{
    CORRECTNESS, Mark, Matrix, MatrixRow, TIME, detectors_in_short, heading, omissions, rules,
};
use crate::style::{clean, red, yellow};
use crate::warnings::warnings;
use anstyle::{AnsiColor, Style as Ansi};
use clipmark_record::Comparison;
use clipmark_record::faults::OTHER;
use clipmark_record::rules::RULE;
use std::fmt::Write;
use std::path::Path;

/// Longer names are shortened in the middle, in columns. A row of common figures then fits 100 columns.
const MAX_NAME: usize = 16;
/// Lines of the result of a scene in which nothing failed, at most. It is to be read at a glance.
const CLEAN_LINES: usize = 10;
/// Columns that go first where a terminal is too narrow.
const BULKY: [&str; 3] = ["memory", "build", "shake"];
/// Columns that go, the first one first; the page, Markdown and CSV have them all.
const LEAST: [&str; 9] = [
    BULKY[0], BULKY[1], BULKY[2], RULE, OTHER, "state", "touch", "deepest", "stuck",
];
/// Follows the number of a failed cell, so that it shows without colour.
const FAILED: &str = "✗";
const PAD: &str = " ";
/// Changes since the last run that are listed.
const CHANGES: usize = 10;
/// Stands between a time and its spread.
const SPREAD: &str = " ± ";

/// The answer, the table, failures, notes, hints, and where the report is.
///
/// Failed cells end in `✗` and every failure is named below the table. Where nothing failed it is ten lines at most; notes
/// that have no room are counted, and on the page.
pub fn table(comparison: &Comparison, view: impl Into<View>, report: Option<&Path>) -> String {
    let view = view.into();
    let mut lines: Vec<String> = Vec::new();
    let styled = |style: Ansi, text: &str, indent: &str| -> Vec<String> {
        let text = view.wrapped(&clean(text), indent).into_iter();
        text.map(|line| view.paint(style, &line)).collect()
    };
    let (notes, answer): (Vec<&String>, Vec<&String>) = comparison.verdict.iter().partition(|s| is_note(s));
    let answer: Vec<&str> = answer.iter().map(|s| s.as_str()).collect();
    lines.extend(styled(Ansi::new().bold(), &answer.join(" "), ""));
    lines.extend(styled(Ansi::new().dimmed(), &heading(comparison), "  "));
    let matrix = Matrix::new(comparison);
    lines.extend(grid(matrix, view.columns).lines(view));
    let mut failed = false;
    for row in Matrix::new(comparison)
        .rows
        .iter()
        .filter(|r| !r.failures.is_empty())
    {
        let name = shortened(&row.contestant, MAX_NAME);
        let text = format!("✗ {name}: {}", row.failures.join("; "));
        lines.extend(styled(red(), &text, "  "));
        failed = true;
    }
    for e in comparison.expectations.iter().filter(|e| !e.held) {
        let text = format!("✗ expected: {} {}; got: {}", e.contestant, e.what, e.got);
        lines.extend(styled(red().bold(), &text, "  "));
        failed = true;
    }
    let (changed, unchanged) = match comparison.since.len() {
        0 | 1 => (&[][..], &comparison.since[..]),
        _ => (&comparison.since[..], &[][..]),
    };
    for text in changed.iter().take(1 + CHANGES) {
        lines.extend(styled(Ansi::new(), text, "  "));
    }
    // Always: an answer by an engine's rule is never nothing.
    let ruled = rules(comparison);
    lines.extend(ruled.iter().flat_map(|text| styled(Ansi::new(), text, "  ")));
    let mut rest: Vec<Vec<String>> = Vec::new();
    rest.extend(unchanged.iter().map(|text| styled(Ansi::new(), text, "  ")));
    rest.extend(notes.iter().map(|note| styled(Ansi::new(), note, "  ")));
    let omitted = omissions(comparison);
    let omitted = omitted.iter().map(|s| format!("left out by {s}"));
    rest.extend(omitted.map(|text| styled(yellow(), &text, "  ")));
    let hints = warnings(comparison);
    let hints = hints.iter().map(|s| format!("! {s}"));
    let mut hints: Vec<Vec<String>> = hints.map(|text| styled(yellow(), &text, "  ")).collect();
    let mut room = match failed {
        true => usize::MAX,
        false => CLEAN_LINES.saturating_sub(lines.len() + 2),
    };
    // A hint that a figure is worthless has room before a hint that explains one.
    let more = shorten(&mut hints, &mut room) + shorten(&mut rest, &mut room);
    lines.extend(rest.into_iter().chain(hints).flatten());
    let detectors = detectors_in_short(comparison);
    let last = match (more, detectors) {
        (0, detectors) => detectors.unwrap_or_default(),
        (more, detectors) => {
            let notes = crate::format::plural(more, "more note", "more notes");
            let ran = detectors.as_deref().and_then(|text| text.split(" ran").next());
            let ran = ran.map_or(String::new(), |ran| format!("{ran} ran; "));
            format!("{ran}{notes} on the page")
        }
    };
    if !last.is_empty() {
        lines.extend(styled(Ansi::new(), &last, "  "));
    }
    if let Some(path) = report {
        let path = clean(&path.display().to_string());
        lines.push(view.paint(Ansi::new().underline(), &path));
    }
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Whether a sentence of the verdict is a note, to stand below the table: those on paths are. The others name the failed
/// contestants and the fast ones.
fn is_note(sentence: &str) -> bool {
    sentence.contains(" path ")
}

/// Keeps the sentences that have room, each whole, and says how many have none.
fn shorten(sentences: &mut Vec<Vec<String>>, left: &mut usize) -> usize {
    let before = sentences.len();
    sentences.retain(|lines| {
        let fits = lines.len() <= *left;
        if fits {
            *left -= lines.len();
        }
        fits
    });
    before - sentences.len()
}

/// The same as a Markdown section: heading, table, sentences.
pub fn markdown(comparison: &Comparison) -> String {
    let matrix = Matrix::new(comparison);
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
    let ruled = rules(comparison);
    let all = verdict
        .chain(failed)
        .chain(unmet)
        .chain(ruled)
        .chain(omitted)
        .chain(looked);
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

/// The matrix for a terminal. Spreads go after memory, build, shake and the columns among [`RULE`] and [`OTHER`] that are empty
/// for all. They go before any other column.
fn grid(mut matrix: Matrix, columns: usize) -> Grid {
    let whole = as_grid(&matrix);
    let mut bare = whole.clone();
    let none = |c: usize| whole.rows.iter().all(|row| row[c].text.trim() == "0");
    let goes = |c: &usize| match whole.columns[*c].head.trim() {
        RULE | OTHER => none(*c),
        head => BULKY.contains(&head),
    };
    let go: Vec<usize> = (0..bare.columns.len()).filter(goes).collect();
    for c in go.into_iter().rev() {
        bare.columns.remove(c);
        bare.rows.iter_mut().for_each(|row| drop(row.remove(c)));
    }
    if whole.is_whole(columns) || bare.is_whole(columns) {
        return whole;
    }
    drop_spreads(&mut matrix);
    as_grid(&matrix)
}

fn as_grid(matrix: &Matrix) -> Grid {
    let marked: Vec<bool> = (0..matrix.columns.len())
        .map(|c| matrix.rows.iter().any(|r| r.cells[c].mark == Mark::Failed))
        .collect();
    let mut columns = vec![Column::text("contestant")];
    for (c, column) in matrix.columns.iter().enumerate() {
        let rank = LEAST.iter().rev().position(|name| *name == column.head);
        let head = column.head.to_owned() + if marked[c] { PAD } else { "" };
        columns.push(Column {
            head,
            right: true,
            gap: gap(c),
            // A column with a failure is never left out.
            rank: rank.filter(|_| !marked[c]).map_or(0, |r| r as u8 + 1),
        });
    }
    let row = |row: &MatrixRow| {
        let mut cells = vec![GridCell {
            text: shortened(&row.contestant, MAX_NAME),
            style: (!row.is_clean()).then(red),
        }];
        for (c, cell) in row.cells.iter().enumerate() {
            let text = match (marked[c], cell.mark) {
                (true, Mark::Failed) => cell.text.clone() + FAILED,
                (true, _) => cell.text.clone() + PAD,
                (false, _) => cell.text.clone(),
            };
            let style = match cell.mark {
                Mark::Plain => None,
                Mark::Failed => Some(red().bold()),
                Mark::Best => Some(AnsiColor::Green.on_default().bold()),
            };
            cells.push(GridCell { text, style });
        }
        cells
    };
    let rows = matrix.rows.iter().map(row).collect();
    Grid { columns, rows }
}

/// A wider gap sets the groups apart; a ratio stands close to its time.
fn gap(column: usize) -> usize {
    match column {
        CORRECTNESS => 3,
        c if c == 0 || c == CORRECTNESS + 2 || c >= CORRECTNESS + TIME => 2,
        _ => 1,
    }
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
