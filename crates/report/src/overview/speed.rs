//! One table of a contestant's costs: a sweep, a tick, a server full of players, and a sweep in a world ten times as large.

use crate::format;
use crate::style::clean;
use crate::table::escaped;
use clipmark_record::grow::{GrowResults, Quantity};
use clipmark_record::load::{LoadResults, LoadRow};
use std::fmt::Write;

const NONE: &str = "—";
const HEAD: [&str; 8] = [
    "contestant",
    "sweep 1–16 u, ns",
    "16–256 u",
    "256–4,096 u",
    "tick, µs",
    "frame of all players, ms",
    "× 10: sweep",
    "bytes a brush",
];

/// The table for a Markdown file, from the results of `load` and `grow`. Contestants are those of `grow`, in its
/// order.
pub fn speed_markdown(load: &LoadResults, grow: &GrowResults) -> String {
    let full = fullest(load);
    let size = common_size(grow);
    let mut out = format!(
        "**Sweeps in a town of {} brushes · ticks and frames of {} players on {} at {} Hz · {}**\n\n| {} |\n|---|{}\n",
        format::count(size),
        format::count(full.map_or(0, |f| f.players)),
        escaped(&clean(&load.world)),
        format::plain(full.map_or(0.0, |f| f.hertz), 1),
        escaped(&clean(&grow.machine.cpu)),
        HEAD.join(" | "),
        "---:|".repeat(HEAD.len() - 1)
    );
    for name in grow.contestants() {
        let cells = [
            vec![escaped(&clean(name))],
            sweeps(grow, name, size),
            frames(load, full, name),
            growth(grow, name),
        ];
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {} |", cells.concat().join(" | "));
    }
    let budget = full.map_or(0.0, LoadRow::budget_msec);
    let _ = writeln!(
        out,
        "\n- A frame is a tick of every player, on {} threads, at the 99th percentile; ✗: longer than the {} ms that there are.",
        full.map_or(0, |f| f.threads),
        format::three_digits(budget),
    );
    let _ = writeln!(
        out,
        "- × 10: how many times as much in a town of ten times the brushes, from one size to the next between {} and {} brushes: \
         the most of all sizes and classes of sweeps.",
        format::count(grow.rows.iter().map(|r| r.brushes).min().unwrap_or(0)),
        format::count(grow.rows.iter().map(|r| r.brushes).max().unwrap_or(0)),
    );
    out
}

/// The row of the hardest load: most players, lowest rate, most threads.
fn fullest(load: &LoadResults) -> Option<&LoadRow> {
    load.rows.iter().max_by(|a, b| {
        (a.players, -a.hertz, a.threads)
            .partial_cmp(&(b.players, -b.hertz, b.threads))
            .unwrap_or(std::cmp::Ordering::Equal)
    })
}

/// The largest town that every contestant was built in.
fn common_size(grow: &GrowResults) -> usize {
    let names = grow.contestants();
    let has = |size: usize, name: &str| {
        grow.rows
            .iter()
            .any(|r| r.brushes == size && r.contestant == name)
    };
    let sizes = grow.rows.iter().map(|r| r.brushes);
    sizes
        .filter(|&s| names.iter().all(|n| has(s, n)))
        .max()
        .unwrap_or(0)
}

fn sweeps(grow: &GrowResults, name: &str, size: usize) -> Vec<String> {
    let row = grow
        .rows
        .iter()
        .find(|r| r.brushes == size && r.contestant == name);
    [Quantity::TraceShort, Quantity::TraceMiddle, Quantity::TraceLong]
        .map(|q| {
            row.and_then(|r| r.of(q))
                .map_or(NONE.into(), format::three_digits)
        })
        .to_vec()
}

fn frames(load: &LoadResults, full: Option<&LoadRow>, name: &str) -> Vec<String> {
    let of = |threads: usize| {
        load.rows.iter().find(|r| {
            r.contestant == name
                && !r.unlike_alone
                && r.threads == threads
                && full.is_some_and(|f| (r.players, r.hertz) == (f.players, f.hertz))
        })
    };
    let late = |r: &LoadRow| if r.keeps_up() { "" } else { " ✗" };
    let tick = of(1).map(|r| format::three_digits(r.tick_usec.p50));
    let frame = full
        .and_then(|f| of(f.threads))
        .map(|r| format!("{}{}", format::three_digits(r.frame_msec.p99), late(r)));
    vec![tick.unwrap_or(NONE.into()), frame.unwrap_or(NONE.into())]
}

fn growth(grow: &GrowResults, name: &str) -> Vec<String> {
    let steepest = crate::grow::steepest(grow, name).map(|growth| format::ratio(growth.times));
    let largest = grow
        .rows
        .iter()
        .filter(|r| r.contestant == name)
        .max_by_key(|r| r.brushes);
    let a_brush =
        largest.map(|r| crate::grow::a_brush(r).map_or_else(|| format::NOT_ASKED.into(), format::count));
    vec![steepest.unwrap_or(NONE.into()), a_brush.unwrap_or(NONE.into())]
}
