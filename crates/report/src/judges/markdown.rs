//! Faults against judges as Markdown: every cell, and the counts that a README shows.

use super::{answer, sentences};
use crate::table::escaped;
use clipmark_record::judges::{Judge, JudgesTable, Kind};
use std::fmt::Write;

/// Every fault, its effect, and the judge that caught it.
pub fn judges_markdown(table: &JudgesTable) -> String {
    let mut out = format!(
        "**{} · planted into {}**\n",
        answer(table),
        escaped(&table.contestant)
    );
    for kind in Kind::ALL {
        let rows: Vec<_> = table.faults.iter().filter(|f| f.kind == kind).collect();
        if rows.is_empty() {
            continue;
        }
        let judges = Judge::of(kind);
        let heads: Vec<String> = judges.iter().map(Judge::to_string).collect();
        let _ = writeln!(
            out,
            "\n| fault of {kind} | what goes wrong | {} |",
            heads.join(" | ")
        );
        let _ = writeln!(out, "|---|---|{}", "---|".repeat(judges.len()));
        for fault in rows {
            let cells = judges.iter().map(|&judge| match table.cell(&fault.name, judge) {
                Some(cell) if cell.caught => "caught",
                Some(_) => "**missed ✗**",
                None => "–",
            });
            let cells: Vec<&str> = cells.collect();
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                escaped(&fault.name),
                escaped(&fault.what),
                cells.join(" | ")
            );
        }
    }
    out.push('\n');
    for (sentence, _) in sentences(table, None) {
        let _ = writeln!(out, "- {}", escaped(&sentence));
    }
    out
}

/// How many faults of each kind each judge caught, a row a kind.
pub fn judges_summary(table: &JudgesTable) -> String {
    let heads: Vec<String> = Judge::ALL.iter().map(Judge::to_string).collect();
    let mut out = format!(
        "**Planted faults that each judge caught · planted into {}**\n\n| | {} | never caught |\n|---|{}\n",
        escaped(&table.contestant),
        heads.join(" | "),
        "---:|".repeat(heads.len() + 1)
    );
    for kind in Kind::ALL {
        let faults = table.faults.iter().filter(|f| f.kind == kind).count();
        if faults == 0 {
            continue;
        }
        let cells = Judge::ALL.iter().map(|&judge| match table.caught(kind, judge) {
            Some([caught, all]) => format!("{caught} of {all}"),
            None => "–".into(),
        });
        let cells: Vec<String> = cells.collect();
        let never = table.never_caught().filter(|f| f.kind == kind).count();
        let _ = writeln!(out, "| {kind} | {} | {never} |", cells.join(" | "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_record::judges::{Cell, PlantedFault};

    #[test]
    fn counts_are_those_of_the_cells() {
        let cell = |judge, caught| Cell {
            kind: Kind::Movement,
            fault: "friction".into(),
            judge,
            caught,
            said: String::new(),
        };
        let table = JudgesTable {
            contestant: "bvh".into(),
            faults: vec![PlantedFault {
                kind: Kind::Movement,
                name: "friction".into(),
                what: "Ground friction is 1 % less.".into(),
            }],
            cells: vec![cell(Judge::Scene, false), cell(Judge::Laws, true)],
            ..JudgesTable::default()
        };
        let text = judges_summary(&table);
        assert!(
            text.contains("| movement | 0 of 1 | – | – | 1 of 1 | – | – | – | 0 |"),
            "{text}"
        );
        let text = judges_markdown(&table);
        let row = "| friction | Ground friction is 1 % less. | **missed ✗** | – | caught | – |";
        assert!(text.contains(row), "{text}");
    }
}
