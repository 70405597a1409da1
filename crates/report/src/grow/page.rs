//! The page: the answer, the powers, the figures, the plots.

use super::{POWER_HEAD, answer, heading, notes, powers, wide_figures, wide_head};
use crate::error::ReportError;
use crate::plot::Plot;
use crate::tables::{Table, Tables};
use clipmark_record::grow::GrowResults;
use std::path::Path;

const ABOUT: &str = "The same kind of sweeps and players in worlds of more and more brushes. A world ten times as large is as \
                     crowded: a tree that cuts away what is far should cost little more.";
const FILES: [&str; 3] = ["grow.json", "grow.csv", "table.md"];

pub(crate) fn page(book: &GrowResults, plots: &[Plot], dir: &Path) -> Result<String, ReportError> {
    let mut page = Tables::titled("How cost grows with the world", ABOUT, &FILES);
    page.heading = format!("{} · {}", heading(book), book.machine.cpu);
    page.verdict = answer::answers(book);
    let of_all = book.contestants().into_iter().map(|c| powers(book, c));
    page.tables.push(table(
        "powers",
        "Cost as a power of the brushes",
        "0: the size does not matter; 1: ten times the brushes cost ten times as much; 2: a hundred times",
        &POWER_HEAD,
        of_all.collect(),
    ));
    page.tables.push(table(
        "rows",
        "All sizes",
        "a sweep in nanoseconds by its length in units, a tick in microseconds, a build in seconds, bytes for each brush",
        &wide_head(),
        book.rows.iter().map(wide_figures).collect(),
    ));
    page.plots = plots.iter().map(|p| (p, p.inline())).collect();
    page.notes = notes(book);
    page.page(&book.made, dir)
}

fn table(id: &str, title: &str, says: &str, heads: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table {
        id: Some(id.into()),
        title: title.into(),
        says: says.into(),
        heads: heads.iter().map(|h| (*h).to_owned()).collect(),
        rows: rows
            .into_iter()
            .map(|row| row.into_iter().map(|cell| (cell, false)).collect())
            .collect(),
    }
}
