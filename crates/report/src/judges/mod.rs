//! Planted faults against judges: on the terminal, as Markdown, and as a page.

mod markdown;
mod page;
mod text;

pub use markdown::{judges_markdown, judges_summary};
pub(crate) use page::page;
pub use text::judges_table;

use crate::format::plural;
use clipmark_record::judges::{Changes, JudgesTable};

/// The first lines: how many cells are caught, and whether a judge found something in the sound contestant.
fn answer(table: &JudgesTable) -> String {
    let caught = table.cells.iter().filter(|c| c.caught).count();
    let alarms = match table.alarms.len() {
        0 => "no false alarm".to_owned(),
        n => plural(n, "false alarm ✗", "false alarms ✗"),
    };
    format!("{caught} of {} cells caught, {alarms}", table.cells.len())
}

/// Facts that the cells hide, each with whether it tells of a failure.
fn sentences(table: &JudgesTable, changes: Option<&Changes>) -> Vec<(String, bool)> {
    let mut all = Vec::new();
    let mut bad = |text: String| all.push((format!("✗ {text}"), true));
    for (judge, what) in &table.alarms {
        bad(format!("{judge} finds a fault where none is planted: {what}"));
    }
    for fault in table.never_caught() {
        bad(format!("{}: no judge caught it. {}", fault.name, fault.what));
    }
    for cell in changes.iter().flat_map(|c| &c.worse) {
        bad(format!(
            "{}: {} caught it before and misses it now",
            cell.fault, cell.judge
        ));
    }
    for cell in changes.iter().flat_map(|c| &c.gone) {
        bad(format!(
            "{}: {} caught it before and is not asked now",
            cell.fault, cell.judge
        ));
    }
    let mut say = |text: String| all.push((text, false));
    for cell in table.cells.iter().filter(|c| !c.caught && !c.said.is_empty()) {
        say(format!("{}: {} {}", cell.fault, cell.judge, cell.said));
    }
    for (fault, why) in &table.unplanted {
        say(format!("{fault} is not planted into {}: {why}", table.contestant));
    }
    for (judge, why) in &table.skipped {
        say(format!("{judge} was not asked: {why}"));
    }
    for cell in changes.iter().flat_map(|c| &c.better) {
        say(format!(
            "{}: {} catches it now; renew the file of expected cells with --export-json",
            cell.fault, cell.judge
        ));
    }
    all
}
