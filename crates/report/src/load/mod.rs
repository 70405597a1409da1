//! The cost of many players: the table on the terminal and in Markdown, the answer above it, CSV, page and plots.

mod answer;
mod data;
mod misses;
mod page;

pub use data::load_csv;
pub(crate) use page::page;

use crate::error::ReportError;
use crate::format::{self, NONE, shortened};
use crate::grid::{Cell, Column, Grid, View};
use crate::plot::Plot;
use crate::plot::load::{frames, growth};
use crate::style::{clean, red};
use crate::table::escaped;
use clipmark_record::Ratio;
use clipmark_record::load::{LoadResults, LoadRow};
use std::fmt::Write;

/// A longer name is shortened in the middle, in characters: with it, a row of common figures fits 80 columns.
const MAX_NAME: usize = 14;
/// Bytes of a kilobyte.
const KB: f64 = 1e3;
/// Follows a figure that is a failure.
const FAILED: char = '✗';
/// Columns, each with its rank on a terminal. The highest rank is left out first, rank 0 never.
const COLUMNS: [(&str, u8); 17] = [
    ("contestant", 0),
    ("players", 0),
    ("Hz", 0),
    ("cores", 0),
    ("ticks/s", 0),
    ("rel", 5),
    ("× cores", 6),
    ("frame ms", 0),
    ("p99", 0),
    ("p99.9", 8),
    ("max", 10),
    ("tick µs", 0),
    ("p99", 7),
    ("p99.9", 3),
    ("max", 9),
    ("world kB", 4),
    ("player B", 11),
];

/// The figures of a row. `with_interval` says how a ratio is shown.
fn cells(row: &LoadRow, with_interval: bool) -> Vec<String> {
    let who = vec![
        shortened(&clean(&row.contestant), MAX_NAME),
        format::count(row.players),
        format::plain(row.hertz, 1),
        format::count(row.threads),
    ];
    if row.unlike_alone {
        let mut cells = [who, vec!["not timed".into()]].concat();
        cells.resize(COLUMNS.len(), FAILED.into());
        return cells;
    }
    let ratio = |ratio: Option<Ratio>| match ratio {
        // The quickest itself: its ratio is exactly 1.
        Some(r) if with_interval && r.interval != [1.0; 2] => in_words(r, ["(", "–", ")"]),
        Some(r) => format::ratio(r.value),
        None => NONE.into(),
    };
    let (frame, tick) = (row.frame_msec, row.tick_usec);
    let late = if row.keeps_up() { "" } else { "✗" };
    let figures = vec![
        format::count(row.ticks_per_second.round() as u64),
        ratio(row.relative),
        ratio(row.scaling),
        format::three_digits(frame.p50),
        format::three_digits(frame.p99) + late,
        format::three_digits(frame.p999),
        format::three_digits(frame.max),
        format::three_digits(tick.p50),
        format::three_digits(tick.p99),
        format::three_digits(tick.p999),
        format::three_digits(tick.max),
        row.world_bytes.counted.map_or_else(
            || format::NOT_ASKED.into(),
            |n| format::three_digits(n as f64 / KB),
        ),
        format::count(row.player_bytes),
    ];
    [who, figures].concat()
}

/// A ratio and its interval, between such brackets: `1.97 [1.94, 2.01]`.
fn in_words(ratio: Ratio, [open, between, close]: [&str; 3]) -> String {
    let [low, high] = ratio.interval.map(format::ratio);
    format!("{} {open}{low}{between}{high}{close}", format::ratio(ratio.value))
}

fn heading(book: &LoadResults) -> String {
    let input = match clean(&book.input).as_str() {
        "random" => "random commands".into(),
        "scene" => "the scene's input".into(),
        file => format!("commands of {}", file.rsplit(['/', '\\']).next().unwrap_or(file)),
    };
    format!(
        "{} · {} · {input} · {} s of play · seed {} · {}",
        clean(&book.world),
        clean(&book.profile),
        format::plain(book.seconds, 1),
        book.seed,
        format::plural(book.machine.cores, "core", "cores"),
    )
}

/// Notes on the figures for a reader.
fn notes(book: &LoadResults) -> Vec<String> {
    let mut all = vec![
        "A frame is one tick of every player; ✗: its 99th percentile takes longer than its share of a second. tick: of one \
         player, on one core. Both are medians, p99 and so on percentiles. rel: times as long as the quickest contestant's \
         frames, which were timed in turns; × cores: times the ticks/s of the fewest."
            .to_owned(),
        "Last states are, to the bit, those of each player alone.".to_owned(),
    ];
    if book.solid {
        all[1] = format!(
            "Players are solid to each other, and {} play{}. One thread plays a frame: a turn depends on those before it. What              was timed was played again and judged: the last states are the same to the bit.",
            format::plural(book.movers, "mover", "movers"),
            if book.movers == 1 { "s" } else { "" },
        );
    } else if book.movers > 0 {
        let left = format::plural(book.movers, "mover", "movers");
        all.push(format!(
            "Left out: the world's {left}. Players pass through each other. --solid plays both."
        ));
    }
    if !book.solid && book.rows.iter().any(|r| r.unlike_alone) {
        all[1] = "✗ not timed: the players end in other states in company than alone.".into();
    }
    if book.patches_left_out > 0 {
        all.push(format!(
            "{} curved patches are left out for all.",
            format::count(book.patches_left_out)
        ));
    }
    all
}

/// As it is printed: the contestants that keep up and the quicker ones, then every row.
pub fn load_table(book: &LoadResults, view: impl Into<View>) -> String {
    let view = view.into();
    let mut lines: Vec<String> = Vec::new();
    for (sentence, is_bad) in answer::answers(book) {
        let mark = if is_bad { "✗ " } else { "" };
        lines.extend(view.wrapped(&clean(&format!("{mark}{sentence}")), "  "));
    }
    lines.extend(view.wrapped(&heading(book), "  "));
    lines.extend(grid(book).lines(view));
    if let Some(found) = &book.misses {
        lines.push(String::new());
        lines.extend(view.wrapped(&misses::heading(found), "  "));
        lines.extend(misses::grid(found).lines(view));
        lines.extend(
            misses::notes(found)
                .iter()
                .flat_map(|note| view.wrapped(note, "  ")),
        );
    }
    lines.extend(notes(book).iter().flat_map(|note| view.wrapped(note, "")));
    lines
        .iter()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

fn grid(book: &LoadResults) -> Grid {
    let column = |(i, (head, rank)): (usize, &(&str, u8))| match i {
        0 => Column::words(head),
        _ => Column::numbers(head, *rank),
    };
    let row = |row: &LoadRow| {
        let cell = |text: String| Cell {
            style: text.ends_with(FAILED).then(red),
            text,
        };
        cells(row, false).into_iter().map(cell).collect()
    };
    Grid {
        columns: COLUMNS.iter().enumerate().map(column).collect(),
        rows: book.rows.iter().map(row).collect(),
    }
}

/// The table for a Markdown file, with every column.
pub fn load_markdown(book: &LoadResults) -> String {
    let mut out = format!("**{}**\n\n", escaped(&heading(book)));
    let mut table = |heads: &[&str], rows: Vec<Vec<String>>| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| {} |\n|---|{}",
            heads.join(" | "),
            "---:|".repeat(heads.len() - 1)
        );
        for row in rows {
            let cells: Vec<String> = row.iter().map(|c| escaped(c)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        out.push('\n');
    };
    table(&heads(), book.rows.iter().map(|row| cells(row, true)).collect());
    let mut said: Vec<String> = answer::answers(book).into_iter().map(|(text, _)| text).collect();
    if let Some(found) = &book.misses {
        table(&misses::HEADS, misses::rows(found));
        said.push(format!("{}.", misses::heading(found)));
        said.extend(misses::notes(found));
    }
    for sentence in said.iter().chain(&notes(book)) {
        out += &format!("- {}\n", escaped(sentence));
    }
    out
}

fn heads() -> [&'static str; COLUMNS.len()] {
    COLUMNS.map(|(head, _)| head)
}

/// Frame time against players, and ticks a second against threads.
///
/// # Errors
/// [`ReportError::Plot`] when the plotting library refuses.
pub fn load_plots(book: &LoadResults) -> Result<Vec<Plot>, ReportError> {
    Ok([frames(book)?, growth(book)?].into_iter().flatten().collect())
}
