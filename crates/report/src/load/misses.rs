//! Cache misses of a tick: a row for each contestant, and the counter.

use crate::format::{self, NONE};
use crate::study::{Cell, Column, Table};
use clipmark_record::load::{CacheMisses, MissRow};

pub(super) fn table(found: &CacheMisses) -> Table {
    let heading = format!(
        "cache misses of a tick: {} at {} Hz on 1 thread, {} by {}",
        format::plural(found.players, "player", "players"),
        format::plain(found.hertz, 1),
        if found.simulated { "simulated" } else { "counted" },
        found.counter,
    );
    let row = |row: &MissRow| {
        let figures = match row.misses {
            Some(misses) => misses.map(format::small),
            None => [NONE; 2].map(String::from),
        };
        let figures = figures.into_iter().map(Cell::from);
        [Cell::from(&*row.contestant)]
            .into_iter()
            .chain(figures)
            .collect()
    };
    let columns = [
        Column::words("contestant"),
        Column::numbers("first cache", 0),
        Column::numbers("last cache", 0),
    ];
    Table {
        caption: heading.clone(),
        rows: found.rows.iter().map(row).collect(),
        ..Table::new("misses", "Cache misses", heading, columns.into())
    }
}

/// Notes on the figures for a reader, and why some are missing.
pub(super) fn notes(found: &CacheMisses) -> Vec<String> {
    let what = match found.simulated {
        true => format!(
            "Reads and writes of data that a simulated processor's cache did not hold; no prefetcher is simulated. {}.",
            found.caches.join("; ")
        ),
        false => {
            "First cache: loads of data that it did not hold; last cache: what no cache held.".to_owned()
        }
    };
    let missing = found.rows.iter().filter_map(|row| {
        let why = row.why.as_ref()?;
        Some(format!("{} is not counted: {why}.", row.contestant))
    });
    [what].into_iter().chain(missing).collect()
}
