//! The page of the bar: who meets it, and for each map the two tables.

use super::{FAILED, declarations, heading, maps, notes, short, tables, verdict};
use crate::error::ReportError;
use crate::format::{count, plural};
use crate::tables::{Table, Tables};
use clipmark_record::bar::BarResults;
use std::path::Path;

const ABOUT: &str = "Each contestant gets the same sweeps in the same maps: random ones, ones from rest, and a \
                     share with every hull. Exact arithmetic judges every answer. Then players run about with it. \
                     ✗ marks a count above the bar.";
const FILES: [&str; 6] = [
    "bar.json",
    "bar.csv",
    "table.md",
    "summary.md",
    "cases/",
    "walks/",
];

pub(crate) fn page(book: &BarResults, dir: &Path) -> Result<String, ReportError> {
    let sizes = &book.sizes;
    let mut page = Tables::titled("The correctness bar", ABOUT, &FILES);
    page.heading = format!(
        "{} · on each {} random sweeps, {} from rest, {} with each hull, {} for {} ticks · {}, {}",
        plural(maps(book).count(), "map", "maps"),
        count(sizes.sweeps),
        count(sizes.rest),
        count(sizes.hulls),
        plural(sizes.walkers, "player", "players"),
        count(sizes.ticks),
        book.machine.cpu,
        plural(book.machine.cores, "logical core", "logical cores"),
    );
    page.verdict = verdict(book)
        .into_iter()
        .map(|sentence| {
            let bad = sentence.starts_with(FAILED);
            (sentence, bad)
        })
        .collect();
    for (n, rows) in maps(book).enumerate() {
        let map = rows.first().map_or_else(String::new, |row| short(&row.map));
        let said = heading(book, rows);
        let tables = tables(rows)
            .into_iter()
            .zip(["answers", "players that run about"]);
        for (t, ((heads, figures), what)) in tables.enumerate() {
            page.tables.push(Table {
                id: (t == 0).then(|| format!("map-{n}")),
                title: map.clone(),
                says: format!("{said}: {what}"),
                heads: heads.into_iter().map(String::from).collect(),
                rows: figures,
            });
        }
    }
    let declared = declarations::rows(book);
    if !declared.is_empty() {
        page.tables.push(Table {
            id: None,
            title: "Declarations".into(),
            says: "who declares what, and what it excused".into(),
            heads: declarations::HEADS.map(String::from).to_vec(),
            rows: declared,
        });
    }
    page.notes = notes::notes(book);
    page.page(&book.made, dir)
}
