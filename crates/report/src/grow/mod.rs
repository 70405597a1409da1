//! How cost grows with the world: the answer, the tables, CSV, the page and the plots.

mod answer;
mod data;
mod page;

pub use data::grow_csv;
pub(crate) use page::page;

use crate::error::ReportError;
use crate::format::{self, NONE, shortened};
use crate::grid::{padded, width};
use crate::plot::{Plot, grow as plot};
use crate::style::clean;
use crate::table::escaped;
use clipmark_record::grow::{GrowResults, GrowRow, Quantity, TraceCost};
use std::fmt::Write;

/// A longer name is shortened in the middle, in characters: with it, a row of common figures fits 80 columns.
const MAX_NAME: usize = 14;
/// Columns of lines of words.
const COLUMNS: usize = 80;
/// Nanoseconds in a microsecond.
const USEC: f64 = 1e3;

/// Heads of the table of powers: the name, then [`Quantity::ALL`].
const POWER_HEAD: [&str; 7] = [
    "N to the power",
    "1-16 u",
    "16-256 u",
    "256-4096 u",
    "tick",
    "build",
    "memory",
];
/// Heads of the table of figures.
const HEAD: [&str; 8] = [
    "contestant",
    "brushes",
    "1-16 ns",
    "16-256",
    "256-4096",
    "tick µs",
    "build s",
    "B/brush",
];

/// Head of the growth since the size before, of each class of sweeps: where there is room beside [`HEAD`].
const GROWTH_HEAD: &str = "× 10: 1-16 u, 16-256 u, 256-4096 u";

fn name(text: &str) -> String {
    shortened(&clean(text), MAX_NAME)
}

/// A row of powers.
fn powers(book: &GrowResults, contestant: &str) -> Vec<String> {
    let power = |quantity| {
        let Some(law) = book.law(contestant, quantity) else {
            return NONE.to_owned();
        };
        let power = format::fixed(law.exponent, 2);
        match law.interval {
            Some([low, high]) => format!("{power}±{}", format::fixed((high - low) / 2.0, 2)),
            None => power,
        }
    };
    let all = Quantity::ALL.into_iter().map(power);
    std::iter::once(name(contestant)).chain(all).collect()
}

/// A row of figures.
fn figures(row: &GrowRow) -> Vec<String> {
    let time = |quantity, unit: f64| {
        let taken = row.of(quantity).map(|x| format::three_digits(x / unit));
        taken.unwrap_or_else(|| NONE.into())
    };
    vec![
        name(&row.contestant),
        format::count(row.brushes),
        time(Quantity::TraceShort, 1.0),
        time(Quantity::TraceMiddle, 1.0),
        time(Quantity::TraceLong, 1.0),
        time(Quantity::Tick, USEC),
        time(Quantity::Build, 1.0),
        a_brush(row).map_or_else(|| format::NOT_ASKED.into(), format::count),
    ]
}

/// Bytes for each brush, where they were counted.
pub(crate) fn a_brush(row: &GrowRow) -> Option<u64> {
    let counted = row.bytes.counted?;
    Some((counted as f64 / row.brushes.max(1) as f64).round() as u64)
}

/// [`HEAD`] and [`GROWTH_HEAD`].
fn wide_head() -> Vec<&'static str> {
    HEAD.into_iter().chain([GROWTH_HEAD]).collect()
}

/// [`figures`], and a sweep's cost relative to the size before, for ten times the brushes, with its interval.
fn wide_figures(row: &GrowRow) -> Vec<String> {
    let times = |cost: &TraceCost| {
        let growth = cost.growth?;
        let [low, high] = growth.interval.map(format::ratio);
        Some(format!("{} [{low}, {high}]", format::ratio(growth.times)))
    };
    let all: Vec<String> = row.traces.iter().filter_map(times).collect();
    let mut cells = figures(row);
    cells.push(match all.is_empty() {
        true => NONE.into(),
        false => all.join(", "),
    });
    cells
}

fn heading(book: &GrowResults) -> String {
    let worlds = match book.tiled {
        true => format!("{} side by side", clean(&book.world)),
        false => "towns".into(),
    };
    format!(
        "{worlds} · {} · seed {} · {} sweeps a class · {} rounds · {} build",
        book.profile,
        book.seed,
        format::count(book.sweeps),
        book.rounds,
        book.machine.build,
    )
}

/// Notes on the figures for a reader.
fn notes(book: &GrowResults) -> Vec<String> {
    let mut all = vec![
        "A trace costs N to that power of the brushes, by least squares on logarithms; ±: half the 95 % interval, \
         which holds the noise of the clock and what is no power law. Build: CPU time of all threads."
            .to_owned(),
        "All sizes take turns, each after a lap of its own without the clock. Beside a growth stands its 95 % \
         interval over rounds."
            .to_owned(),
        format!(
            "Timed answers and states are, to the bit, those first given; the exact reference judged {} of the {} sweeps of each \
             class. Sweeps start anywhere in the world, so a larger one does not fit the caches. Long sweeps leave a small town.",
            format::count(book.refereed),
            format::count(book.sweeps),
        ),
    ];
    if book.patches_left_out > 0 {
        all.push(format!(
            "{} curved patches are left out for all.",
            format::count(book.patches_left_out)
        ));
    }
    all
}

/// As it is printed, on at most 80 columns: the answer first.
pub fn grow_table(book: &GrowResults) -> String {
    let mut out = String::new();
    let mut say = |text: &str| {
        for line in crate::grid::wrapped(text, "  ", COLUMNS) {
            out += &line;
            out.push('\n');
        }
    };
    for (text, is_bad) in answer::answers(book) {
        let mark = if is_bad { "✗ " } else { "" };
        say(&format!("{mark}{text}"));
    }
    say(&heading(book));
    let of_all = book.contestants().into_iter().map(|c| powers(book, c));
    out += "\n";
    out += &lines(&POWER_HEAD, of_all.collect(), " ");
    out += "\n";
    out += &lines(&HEAD, book.rows.iter().map(figures).collect(), "  ");
    for note in notes(book) {
        for line in crate::grid::wrapped(&note, "", COLUMNS) {
            out += &line;
            out.push('\n');
        }
    }
    out
}

/// A table whose first column is words, with this between columns.
fn lines(head: &[&str], rows: Vec<Vec<String>>, gap: &str) -> String {
    let head: Vec<String> = head.iter().map(|h| (*h).to_owned()).collect();
    let all = || std::iter::once(&head).chain(&rows);
    let widest = |i: usize| all().map(|row| width(&row[i])).max().unwrap_or_default();
    let widths: Vec<usize> = (0..head.len()).map(widest).collect();
    let mut out = String::new();
    for row in all() {
        let cells = row.iter().zip(&widths).enumerate();
        let line: Vec<String> = cells.map(|(i, (text, to))| padded(text, *to, i > 0)).collect();
        out += line.join(gap).trim_end();
        out.push('\n');
    }
    out
}

/// Both tables for a Markdown file.
pub fn grow_markdown(book: &GrowResults) -> String {
    let mut out = format!("**{}**\n", escaped(&heading(book)));
    let mut table = |head: &[&str], rows: Vec<Vec<String>>| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\n| {} |\n|---|{}",
            head.join(" | "),
            "---:|".repeat(head.len() - 1)
        );
        for row in rows {
            let cells: Vec<String> = row.iter().map(|c| escaped(c)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
    };
    let of_all = book.contestants().into_iter().map(|c| powers(book, c));
    table(&POWER_HEAD, of_all.collect());
    table(&wide_head(), book.rows.iter().map(wide_figures).collect());
    out
}

/// A plot for each quantity, against the brushes of the world.
///
/// # Errors
/// [`ReportError::Plot`] when the plotting library refuses.
pub fn grow_plots(book: &GrowResults) -> Result<Vec<Plot>, ReportError> {
    plot::plots(book)
}
