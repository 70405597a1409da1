//! Cache misses of a tick: a row for each contestant, and the counter.

use super::MAX_NAME;
use crate::format::{self, NONE, shortened};
use crate::grid::{Cell, Column, Grid};
use crate::style::clean;
use clipmark_record::load::{CacheMisses, MissRow};

pub(super) const HEADS: [&str; 3] = ["contestant", "first cache", "last cache"];

pub(super) fn heading(found: &CacheMisses) -> String {
    format!(
        "cache misses of a tick: {} at {} Hz on 1 thread, {} by {}",
        format::plural(found.players, "player", "players"),
        format::plain(found.hertz, 1),
        if found.simulated { "simulated" } else { "counted" },
        clean(&found.counter),
    )
}

pub(super) fn rows(found: &CacheMisses) -> Vec<Vec<String>> {
    let row = |row: &MissRow| {
        let figures = match row.misses {
            Some(misses) => misses.map(format::small),
            None => [NONE; 2].map(String::from),
        };
        let name = shortened(&clean(&row.contestant), MAX_NAME);
        [vec![name], figures.to_vec()].concat()
    };
    found.rows.iter().map(row).collect()
}

pub(super) fn grid(found: &CacheMisses) -> Grid {
    let column = |(i, head): (usize, &&str)| match i {
        0 => Column::words(head),
        _ => Column::numbers(head, 0),
    };
    Grid {
        columns: HEADS.iter().enumerate().map(column).collect(),
        rows: rows(found)
            .into_iter()
            .map(|row| row.into_iter().map(Cell::from).collect())
            .collect(),
    }
}

/// Notes on the figures for a reader, and why some are missing.
pub(super) fn notes(found: &CacheMisses) -> Vec<String> {
    let mut all = vec![match found.simulated {
        true => format!(
            "Reads and writes of data that a simulated processor's cache did not hold; no prefetcher is simulated. {}.",
            clean(&found.caches.join("; "))
        ),
        false => {
            "First cache: loads of data that it did not hold; last cache: what no cache held.".to_owned()
        }
    }];
    let missing = found.rows.iter().filter_map(|row| {
        let why = row.why.as_ref()?;
        Some(format!(
            "{} is not counted: {}.",
            clean(&row.contestant),
            clean(why)
        ))
    });
    all.extend(missing);
    all
}
