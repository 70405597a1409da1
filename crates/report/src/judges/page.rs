//! The page of planted faults: the judges that caught each, and their messages.

use super::{answer, sentences};
use crate::error::ReportError;
use crate::tables::{Table, Tables};
use clipmark_record::judges::{Cell, Judge, JudgesTable, Kind};
use std::path::Path;

const ABOUT: &str = "A judge is worth what it catches. Each fault is planted behind the seam of a sound contestant \
                     or of the movement, and every judge is asked as its own command asks it. Caught is what a \
                     user would see: a check not passed, the bar not met, a law broken, a scene failed, a property \
                     violated, a recording not reproduced. What a judge finds in the sound contestant is a false \
                     alarm and catches nothing.";
const FILES: [&str; 3] = ["judges.json", "judges.md", "summary.md"];
/// Characters of a judge's message that a cell shows.
const SAID: usize = 160;

pub(crate) fn page(table: &JudgesTable, dir: &Path) -> Result<String, ReportError> {
    let mut page = Tables::titled("The judges, judged", ABOUT, &FILES);
    page.heading = format!("faults planted into {}", table.contestant);
    let never = table.never_caught().count();
    page.verdict = vec![(answer(table), !table.alarms.is_empty() || never > 0)];
    let (bad, plain): (Vec<_>, Vec<_>) = sentences(table, None).into_iter().partition(|(_, bad)| *bad);
    page.verdict.extend(bad);
    for kind in Kind::ALL {
        let faults: Vec<_> = table.faults.iter().filter(|f| f.kind == kind).collect();
        if faults.is_empty() {
            continue;
        }
        let judges = Judge::of(kind);
        let heads = ["fault".to_owned(), "what goes wrong".to_owned()];
        let row = |fault: &str, what: &str| {
            let first = [(fault.to_owned(), false), (what.to_owned(), false)];
            let cells = judges.iter().map(|&judge| mark(table.cell(fault, judge)));
            first.into_iter().chain(cells).collect()
        };
        page.tables.push(Table {
            id: Some(kind.to_string()),
            title: format!("Faults of {kind}"),
            says: format!("planted into {}", table.contestant),
            heads: heads
                .into_iter()
                .chain(judges.iter().map(Judge::to_string))
                .collect(),
            rows: faults.iter().map(|f| row(&f.name, &f.what)).collect(),
        });
    }
    page.tables.push(Table {
        id: Some("said".into()),
        title: "What the judges said".into(),
        says: "of each fault that was caught, the first thing found".into(),
        heads: ["fault", "judge", "said"].map(String::from).into(),
        rows: table
            .cells
            .iter()
            .filter(|cell| cell.caught)
            .map(|cell| {
                [cell.fault.clone(), cell.judge.to_string(), shortened(&cell.said)]
                    .map(|text| (text, false))
                    .into()
            })
            .collect(),
    });
    page.notes = plain.into_iter().map(|(text, _)| text).collect();
    page.page(&table.made, dir)
}

fn mark(cell: Option<&Cell>) -> (String, bool) {
    match cell {
        Some(cell) if cell.caught => ("caught".into(), false),
        Some(_) => ("missed".into(), true),
        None => ("–".into(), false),
    }
}

/// The part of the text that fits a cell.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(SAID) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
