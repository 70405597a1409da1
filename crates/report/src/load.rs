//! What many players cost: the table on the terminal and in Markdown, CSV, and the plot.

use crate::cells::{Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use crate::error::ReportError;
use crate::format::{self, shortened};
use crate::grid::{View, padded, width};
use crate::plot::Plot;
use crate::plot::load::{frames, growth};
use crate::style::{Style, clean};
use crate::table::escaped;
use crate::tables::{Table, Tables};
use clipmark_record::load::{LoadResults, LoadRow};
use std::fmt::Write;
use std::path::Path;

/// A longer name is shortened in the middle, in characters: with it, a row of common figures fits 80 columns.
const MAX_NAME: usize = 14;
/// Columns of all that is printed.
const WIDE: usize = 80;
const HEAD: [&str; 9] = [
    "contestant",
    "players",
    "Hz",
    "cores",
    "ticks/s",
    "frame ms",
    "p99",
    "tick µs",
    "p99.9",
];

fn cells(row: &LoadRow) -> Vec<String> {
    let who = vec![
        shortened(&clean(&row.contestant), MAX_NAME),
        format::count(row.players),
        format::plain(row.hertz, 1),
        format::count(row.threads),
    ];
    if row.unlike_alone {
        let mut cells = [who, vec!["not timed".into()]].concat();
        cells.resize(HEAD.len(), "✗".into());
        return cells;
    }
    let times = vec![
        format::count(row.ticks_per_second.round() as u64),
        format::three_digits(row.frame_msec.p50),
        format!(
            "{}{}",
            format::three_digits(row.frame_msec.p99),
            if row.keeps_up() { "" } else { "✗" }
        ),
        format::three_digits(row.tick_usec.p50),
        format::three_digits(row.tick_usec.p999),
    ];
    [who, times].concat()
}

fn heading(book: &LoadResults) -> String {
    format!(
        "{} · {} · {} s of play · seed {} · {}",
        clean(&book.world),
        book.profile,
        format::plain(book.seconds, 1),
        book.seed,
        format::plural(book.machine.cores, "core", "cores"),
    )
}

const NOTES: &str = "A frame is one tick of every player; ✗: its 99th percentile takes longer than
its share of a second. tick: of one player, on one core, median and 99.9th
percentile. Last states are, to the bit, those of each player alone.
";
/// In place of the last sentence.
const UNLIKE: &str = "✗ not timed: the players end in other states in company than alone.
";

/// As it is printed: who keeps up, then every row.
pub fn load_table(book: &LoadResults) -> String {
    let view = View {
        columns: WIDE,
        ..Style::Plain.into()
    };
    let mut out = String::new();
    for (sentence, is_bad) in verdict(book) {
        let mark = if is_bad { "✗ " } else { "" };
        for line in view.wrapped(&clean(&format!("{mark}{sentence}")), "  ") {
            out += &(line + "\n");
        }
    }
    let rows: Vec<Vec<String>> = book.rows.iter().map(cells).collect();
    let head: Vec<String> = HEAD.map(String::from).to_vec();
    let widest = |i: usize| {
        let all = std::iter::once(&head).chain(&rows);
        all.map(|row| width(&row[i])).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(widest).collect();
    out += &(heading(book) + "\n");
    for row in std::iter::once(&head).chain(&rows) {
        let cells = row.iter().zip(&widths).enumerate();
        let line: Vec<String> = cells.map(|(i, (text, to))| padded(text, *to, i > 0)).collect();
        out += line.join("  ").trim_end();
        out.push('\n');
    }
    out += NOTES;
    if book.rows.iter().any(|r| r.unlike_alone) {
        out += UNLIKE;
    }
    out
}

const ABOUT: &str = "Every player moves by its own commands through one world. A frame is one tick of every player; ✗ marks one whose \
                     99th percentile takes longer than its share of a second. The last states of players in company are, to the bit, \
                     those of each player alone, or there is no time.";
const FILES: [&str; 3] = ["load.json", "load.csv", "table.md"];

/// The page: the table and the plots.
pub(crate) fn page(book: &LoadResults, plots: &[Plot], dir: &Path) -> Result<String, ReportError> {
    let mut page = Tables::titled("A server full of players", ABOUT, &FILES);
    page.heading = format!("{} · {}", heading(book), book.machine.cpu);
    page.verdict = verdict(book);
    page.tables.push(Table {
        id: Some("rows".into()),
        title: "All rows".into(),
        says: "times of frames in milliseconds, of one player's tick in microseconds, and the slowest of 100 and of 1,000".into(),
        heads: HEAD.map(String::from).to_vec(),
        rows: book
            .rows
            .iter()
            .map(|row| {
                let figures = cells(row).into_iter();
                figures
                    .map(|text| match text.strip_suffix('✗') {
                        Some(plain) => (plain.to_owned(), true),
                        None => (text, false),
                    })
                    .collect()
            })
            .collect(),
    });
    page.plots = plots.iter().map(|p| (p, p.inline())).collect();
    page.page(&book.made, dir)
}

/// The most players that each contestant keeps up with at each rate, and whose players are not what they are alone. Contestants
/// of whom the same is true share a sentence.
fn verdict(book: &LoadResults) -> Vec<(String, bool)> {
    let mut said: Vec<(String, bool, Vec<&str>)> = Vec::new();
    let mut asked: Vec<(&str, f64)> = Vec::new();
    for row in &book.rows {
        let (name, hertz) = (row.contestant.as_str(), row.hertz);
        if asked.contains(&(name, hertz)) {
            continue;
        }
        asked.push((name, hertz));
        let (text, bad) = kept_up(book, name, hertz);
        match said.iter_mut().find(|(known, ..)| *known == text) {
            Some((.., names)) => names.push(name),
            None => said.push((text, bad, vec![name])),
        }
    }
    said.into_iter()
        .map(|(text, bad, names)| (format!("{}: {text}.", names.join(", ")), bad))
        .collect()
}

fn kept_up(book: &LoadResults, name: &str, hertz: f64) -> (String, bool) {
    let own = || {
        let rows = book.rows.iter();
        rows.filter(|r| r.contestant == name && r.hertz == hertz)
    };
    let rate = format::plain(hertz, 1);
    if own().any(|r| r.unlike_alone) {
        return (
            format!("at {rate} Hz players end in other states in company than alone"),
            true,
        );
    }
    let kept = own().filter(|r| r.keeps_up()).map(|r| r.players).max();
    match kept {
        Some(n) if own().all(|r| r.players <= n) => (
            format!(
                "in time for all {} players asked for, at {rate} Hz",
                format::count(n)
            ),
            false,
        ),
        Some(n) => (
            format!(
                "in time for {} players at {rate} Hz, not for more",
                format::count(n)
            ),
            false,
        ),
        None => (format!("not in time at {rate} Hz"), true),
    }
}

/// The table for a Markdown file.
pub fn load_markdown(book: &LoadResults) -> String {
    let mut out = format!(
        "**{}**\n\n| {} |\n|---|",
        escaped(&heading(book)),
        HEAD.join(" | ")
    );
    out += &"---:|".repeat(HEAD.len() - 1);
    out.push('\n');
    for row in &book.rows {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| {} |",
            cells(row)
                .iter()
                .map(|c| escaped(c))
                .collect::<Vec<_>>()
                .join(" | ")
        );
    }
    out
}

row! {
    /// A row of the CSV.
    struct Row<'a> {
        contestant: Text<'a>,
        players: usize,
        hertz: Figure,
        threads: usize,
        frames: usize,
        ticks_per_second: Figure,
        frame_p50_ms: Figure,
        frame_p99_ms: Figure,
        frame_p999_ms: Figure,
        frame_max_ms: Figure,
        tick_p50_us: Figure,
        tick_p99_us: Figure,
        tick_p999_us: Figure,
        tick_max_us: Figure,
        world_bytes: usize,
        player_bytes: usize,
        state_hash: Text<'a>,
        unlike_alone: bool,
    }
}

/// Every figure of every row.
///
/// # Errors
/// [`ReportError::Csv`](crate::ReportError) when a row cannot be written.
pub fn load_csv(book: &LoadResults) -> Result<String, ReportError> {
    LOAD.csv(book)
}

pub(crate) static LOAD: DataTable<LoadResults> = data_table!("load", rows);

fn rows(book: &LoadResults) -> impl Iterator<Item = Row<'_>> {
    book.rows.iter().map(|r| {
        let (frame, tick) = (r.frame_msec, r.tick_usec);
        Row {
            contestant: r.contestant.clone().into(),
            players: r.players,
            hertz: Figure(r.hertz),
            threads: r.threads,
            frames: r.frames,
            ticks_per_second: Figure(r.ticks_per_second),
            frame_p50_ms: Figure(frame.p50),
            frame_p99_ms: Figure(frame.p99),
            frame_p999_ms: Figure(frame.p999),
            frame_max_ms: Figure(frame.max),
            tick_p50_us: Figure(tick.p50),
            tick_p99_us: Figure(tick.p99),
            tick_p999_us: Figure(tick.p999),
            tick_max_us: Figure(tick.max),
            world_bytes: r.world_bytes,
            player_bytes: r.player_bytes,
            state_hash: r.state_hash.clone().into(),
            unlike_alone: r.unlike_alone,
        }
    })
}

/// Frame time against players, and ticks a second against threads.
///
/// # Errors
/// [`ReportError::Plot`] when the plotting library refuses.
pub fn load_plots(book: &LoadResults) -> Result<Vec<Plot>, ReportError> {
    Ok([frames(book)?, growth(book)?].into_iter().flatten().collect())
}
