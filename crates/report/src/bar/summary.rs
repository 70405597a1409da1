//! The bar on all maps together, a row a contestant: what a README shows.

use super::notes::notes;
use super::short;
use crate::format::{self, plural};
use crate::table::escaped;
use clipmark_record::bar::{Answers, BarResults, BarRow, Met, Walks};
use std::fmt::Write;

/// The columns: answers to random sweeps, answers to sweeps from rest, walks.
const HEADS: [&str; 14] = [
    "contestant",
    "missed",
    "touch",
    "too deep",
    "phantom",
    "normal",
    "rest: missed",
    "touch",
    "too deep",
    "phantom",
    "normal",
    "ticks in a solid",
    "stuck",
    "meets the bar on",
];

/// A Markdown table of the sums over all maps; a figure that keeps some map from meeting the bar is marked.
pub fn bar_summary(book: &BarResults) -> String {
    let mut maps: Vec<&str> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for row in &book.rows {
        if !maps.contains(&row.map.as_str()) {
            maps.push(&row.map);
        }
        if !names.contains(&row.contestant.as_str()) {
            names.push(&row.contestant);
        }
    }
    let sizes = &book.sizes;
    let which: Vec<String> = maps.iter().map(|m| escaped(&short(m))).collect();
    let mut out = format!(
        "**{}: {} · {} · on each {} random sweeps, {} from rest, {} for {} ticks**\n\n",
        plural(maps.len(), "map", "maps"),
        which.join(", "),
        escaped(&book.profile),
        format::count(sizes.sweeps),
        format::count(book.rows.first().map_or(sizes.rest, |r| r.resting().asked)),
        plural(sizes.walkers, "player", "players"),
        format::count(sizes.ticks),
    );
    let _ = writeln!(out, "| {} |", HEADS.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(HEADS.len() - 1));
    for name in names {
        let rows: Vec<&BarRow> = book.rows.iter().filter(|r| r.contestant == name).collect();
        let _ = writeln!(out, "| {} | {} |", escaped(name), cells(&rows).join(" | "));
    }
    let notes = notes(book);
    if !notes.is_empty() {
        out.push('\n');
    }
    for note in notes {
        let _ = writeln!(out, "- {note}");
    }
    out
}

fn cells(rows: &[&BarRow]) -> Vec<String> {
    let mut cells = Vec::new();
    let of = |answers: &dyn Fn(&BarRow) -> Answers, cells: &mut Vec<String>| {
        let all: Vec<Answers> = rows.iter().map(|r| answers(r)).collect();
        for (column, what) in ["missed", "missed from touch", "too deep", "phantom", "normal"]
            .into_iter()
            .enumerate()
        {
            let count = |a: &Answers| {
                [
                    a.missed,
                    a.missed_from_touch,
                    a.penetrating,
                    a.phantom,
                    a.wrong_normal,
                ][column]
            };
            let sum = all.iter().map(count).fold(0, usize::saturating_add);
            cells.push(marked(sum, all.iter().any(|a| a.broken().contains(&what))));
        }
    };
    of(&|r| r.random, &mut cells);
    of(&BarRow::resting, &mut cells);
    let walks = |count: fn(&Walks) -> usize| {
        let sum = rows
            .iter()
            .map(|r| count(&r.walks))
            .fold(0, usize::saturating_add);
        marked(sum, sum > 0)
    };
    cells.push(walks(|w| w.embedded_ticks));
    cells.push(walks(|w| w.stuck_events));
    let met = rows.iter().filter(|r| r.met() == Met::Yes).count();
    cells.push(format!("{met} of {}", rows.len()));
    cells
}

fn marked(count: usize, failed: bool) -> String {
    let text = format::count(count);
    if failed { format!("**{text} ✗**") } else { text }
}
