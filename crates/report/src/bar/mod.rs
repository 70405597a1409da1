//! The correctness bar: two tables for each map, answers and walks, on the terminal, as Markdown and as CSV.

mod data;
mod notes;
mod page;
mod summary;
mod verdict;

pub(crate) use data::BAR;
pub use data::bar_csv;
pub(crate) use page::page;
pub use summary::bar_summary;

use crate::format::{self, shortened};
use crate::grid::{Cell as GridCell, Column, Grid, View};
use crate::style::{clean, red};
use crate::table::escaped;
use anstyle::Style as Ansi;
use clipmark_record::bar::{Answers, BarResults, BarRow};
use verdict::verdict;

/// A name longer than this is shortened in the middle, in characters: with it, a row of common figures fits 100 columns.
const MAX_NAME: usize = 16;
/// Heads of the table of answers, and of that of walks.
const ANSWERS: [&str; 12] = [
    "contestant",
    "sweeps",
    "asked",
    "missed",
    "touch",
    "deep",
    "phantom",
    "normal",
    "rule",
    "corner",
    "solid",
    "unsure",
];
const WALKS: [&str; 8] = [
    "contestant",
    "players",
    "ticks",
    "in a solid",
    "deepest, u",
    "stuck",
    "as the law has it",
    "fell out",
];
/// Follows a figure that does not meet the bar, so that it shows without colour.
const FAILED: &str = "✗";

/// A figure, and whether it does not meet the bar.
type Cell = (String, bool);

/// The name of a map's file, for others.
pub(crate) fn short(map: &str) -> String {
    let name = map.rsplit(['/', '\\', ':']).next().unwrap_or(map);
    clean(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// The rows of each map.
fn maps(book: &BarResults) -> impl Iterator<Item = &[BarRow]> {
    book.rows.chunk_by(|a, b| a.map == b.map)
}

fn heading(book: &BarResults, rows: &[BarRow]) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(rows.first().map(|r| short(&r.map)));
    parts.push(book.profile.clone());
    for row in rows {
        if !parts.contains(&row.hull) {
            parts.push(row.hull.clone());
        }
    }
    parts.push(format!("seed {}", book.seed));
    parts.extend(
        rows.first()
            .into_iter()
            .flat_map(|r| r.left_out.iter().map(|what| format!("without {what}"))),
    );
    parts.join(" · ")
}

fn answers(row: &BarRow) -> [Vec<Cell>; 2] {
    let of = |part: &str, a: &Answers| {
        let broken = a.broken();
        let counts = [
            (a.missed, "missed"),
            (a.missed_from_touch, "missed from touch"),
            (a.penetrating, "too deep"),
            (a.phantom, "phantom"),
            (a.wrong_normal, "normal"),
            (
                a.touch_rule
                    .saturating_add(a.bevel_rule)
                    .saturating_add(a.patch_rule),
                "",
            ),
            (a.clipped_corners, ""),
            (a.start_solid, "start"),
            (a.unreliable, "unreliable"),
        ];
        let plain = [name(row), part.to_owned(), format::count(a.asked)].map(|text| (text, false));
        let counts = counts.map(|(n, what)| (format::count(n), broken.contains(&what)));
        plain.into_iter().chain(counts).collect()
    };
    [of("random", &row.random), of("from rest", &row.resting())]
}

fn walks(row: &BarRow) -> Vec<Cell> {
    let w = &row.walks;
    vec![
        (name(row), false),
        (format::count(w.walkers), false),
        (format::count(w.ticks), false),
        (format::count(w.embedded_ticks), w.embedded_ticks > 0),
        (format::small(w.deepest), false),
        (format::count(w.stuck_events), w.stuck_events > 0),
        (format::count(w.held_by_law), false),
        (format::count(w.fell_out), w.fell_out > 0),
    ]
}

fn name(row: &BarRow) -> String {
    shortened(&clean(&row.contestant), MAX_NAME)
}

/// Both tables of a map.
fn tables(rows: &[BarRow]) -> [(Vec<&'static str>, Vec<Vec<Cell>>); 2] {
    [
        (ANSWERS.to_vec(), rows.iter().flat_map(answers).collect()),
        (WALKS.to_vec(), rows.iter().map(walks).collect()),
    ]
}

/// Verdict, tables and notes.
pub fn bar_table(book: &BarResults, view: impl Into<View>) -> String {
    let view = view.into();
    let mut lines: Vec<String> = Vec::new();
    for sentence in verdict(book) {
        let style = if sentence.starts_with(FAILED) {
            red()
        } else {
            Ansi::new().bold()
        };
        let text = view.wrapped(&clean(&sentence), "  ").into_iter();
        lines.extend(text.map(|text| view.paint(style, &text)));
    }
    for rows in maps(book) {
        let text = view.wrapped(&heading(book, rows), "  ").into_iter();
        lines.extend(text.map(|text| view.paint(Ansi::new().dimmed(), &text)));
        for (heads, figures) in tables(rows) {
            lines.extend(grid(&heads, &figures).lines(view));
        }
    }
    for note in notes::notes(book) {
        lines.extend(view.wrapped(&clean(&note), "  "));
    }
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Columns that go first where a terminal is too narrow, the first one first: what is counted but not judged.
const UNJUDGED: [&str; 8] = [
    "rule",
    "corner",
    "as the law has it",
    "asked",
    "unsure",
    "solid",
    "deepest, u",
    "ticks",
];

fn grid(heads: &[&str], lines: &[Vec<Cell>]) -> Grid {
    let failed = |c: usize| lines.iter().any(|line| line[c].1);
    let column = |(c, head): (usize, &&str)| {
        let rank = UNJUDGED.iter().rev().position(|least| least == head);
        let words = c == 0 || *head == "sweeps";
        Column {
            head: (*head).to_owned() + if failed(c) { " " } else { "" },
            right: !words,
            gap: 2,
            // A column with a failure is never left out.
            rank: rank.filter(|_| !failed(c)).map_or(0, |rank| rank as u8 + 1),
        }
    };
    let row = |line: &Vec<Cell>| {
        let marked = line.iter().any(|(_, failed)| *failed);
        let cells = line.iter().enumerate();
        let cells = cells.map(|(c, (text, bad))| GridCell {
            text: match (failed(c), bad) {
                (true, true) => format!("{text}{FAILED}"),
                (true, false) => format!("{text} "),
                (false, _) => text.clone(),
            },
            style: marked.then(red),
        });
        cells.collect()
    };
    Grid {
        columns: heads.iter().enumerate().map(column).collect(),
        rows: lines.iter().map(row).collect(),
    }
}

/// The same as Markdown.
pub fn bar_markdown(book: &BarResults) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = String::new();
    for rows in maps(book) {
        out += &format!("**{}**\n\n", escaped(&heading(book, rows)));
        for (heads, lines) in tables(rows) {
            out += &row(heads.iter().map(|h| (*h).to_owned()).collect());
            out += &row(heads
                .iter()
                .map(|h| {
                    if *h == "contestant" || *h == "sweeps" {
                        "---"
                    } else {
                        "---:"
                    }
                    .to_owned()
                })
                .collect());
            for line in lines {
                let text = |(text, failed): Cell| {
                    let text = escaped(&text);
                    if failed {
                        format!("**{text} {FAILED}**")
                    } else {
                        text
                    }
                };
                out += &row(line.into_iter().map(text).collect());
            }
            out.push('\n');
        }
    }
    for sentence in verdict(book).into_iter().chain(notes::notes(book)) {
        out += &format!("- {}\n", escaped(&sentence));
    }
    out
}
