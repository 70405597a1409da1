//! The page: the answer, every row, cache misses, the plots.

use super::{FAILED, answer, cells, heading, heads, misses, notes};
use crate::error::ReportError;
use crate::plot::Plot;
use crate::tables::{Table, Tables};
use clipmark_record::load::LoadResults;
use std::path::Path;

const ABOUT: &str = "Every player moves by its own commands through one world. A frame is one tick of every \
                     player; ✗ marks one whose 99th percentile takes longer than its share of a second. The last \
                     states of players in company are, to the bit, those of each player alone, or there is no \
                     time.";
const FILES: [&str; 3] = ["load.json", "load.csv", "table.md"];

pub(crate) fn page(book: &LoadResults, plots: &[Plot], dir: &Path) -> Result<String, ReportError> {
    let mut page = Tables::titled("A server full of players", ABOUT, &FILES);
    page.heading = format!("{} · {}", heading(book), book.machine.cpu);
    page.verdict = answer::answers(book);
    let marked = |text: String| match text.strip_suffix(FAILED) {
        Some(plain) => (plain.to_owned(), true),
        None => (text, false),
    };
    page.tables.push(table(
        "rows",
        "All rows",
        "times of frames in milliseconds and of one player's tick in microseconds: median, slowest of 100 and of 1,000, slowest; \
         bytes of the built world and of a player's state",
        &heads(),
        book.rows
            .iter()
            .map(|row| cells(row, true).into_iter().map(marked).collect())
            .collect(),
    ));
    page.notes = notes(book);
    if let Some(found) = &book.misses {
        let plain = |row: Vec<String>| row.into_iter().map(|text| (text, false)).collect();
        let rows = misses::rows(found).into_iter().map(plain).collect();
        page.tables.push(table(
            "misses",
            "Cache misses",
            &misses::heading(found),
            &misses::HEADS,
            rows,
        ));
        page.notes.extend(misses::notes(found));
    }
    page.plots = plots.iter().map(|p| (p, p.inline())).collect();
    page.page(&book.made, dir)
}

fn table(id: &str, title: &str, says: &str, heads: &[&str], rows: Vec<Vec<(String, bool)>>) -> Table {
    Table {
        id: Some(id.into()),
        title: title.into(),
        says: says.into(),
        heads: heads.iter().map(|head| (*head).to_owned()).collect(),
        rows,
    }
}
