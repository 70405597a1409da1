//! Faults against judges on the terminal.

use super::{answer, sentences};
use crate::grid::{View, padded};
use crate::style::{clean, red};
use anstyle::Style as Ansi;
use clipmark_record::judges::{Cell, Changes, Judge, JudgesTable, Kind};
use std::path::Path;

/// Columns of a fault's name.
const NAME: usize = 22;
/// Columns of a judge.
const JUDGE: usize = 13;

/// The caught faults, the missed ones with reasons, the differences from the expectations, and the page's
/// place.
pub fn judges_table(
    table: &JudgesTable,
    changes: Option<&Changes>,
    view: impl Into<View>,
    report: Option<&Path>,
) -> String {
    let view = view.into();
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(view.paint(Ansi::new().bold(), &answer(table)));
    for kind in Kind::ALL {
        let rows: Vec<_> = table.faults.iter().filter(|f| f.kind == kind).collect();
        if rows.is_empty() {
            continue;
        }
        let title = format!("faults of {kind}, planted into {}", clean(&table.contestant));
        line(view.paint(Ansi::new().bold(), &title));
        let heads = Judge::of(kind).iter().map(|j| format!("{j:<JUDGE$}"));
        let heads = format!("{:NAME$}{}", "", heads.collect::<String>());
        line(view.paint(Ansi::new().dimmed(), &heads));
        for fault in rows {
            let mut text = padded(&clean(&fault.name), NAME, false);
            for &judge in Judge::of(kind) {
                let cell = table.cell(&fault.name, judge);
                let shown = padded(mark(cell), JUDGE, false);
                text += &match cell {
                    Some(cell) if !cell.caught => view.paint(red(), &shown),
                    _ => shown,
                };
            }
            line(text);
        }
    }
    for (sentence, bad) in sentences(table, changes) {
        for text in view.wrapped(&clean(&sentence), "  ") {
            line(if bad { view.paint(red(), &text) } else { text });
        }
    }
    if let Some(report) = report {
        line(format!("page: {}", clean(&report.display().to_string())));
    }
    out
}

fn mark(cell: Option<&Cell>) -> &'static str {
    match cell {
        Some(cell) if cell.caught => "caught",
        Some(_) => "missed ✗",
        None => "-",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::Style;
    use clipmark_record::judges::PlantedFault;

    #[test]
    fn what_is_missed_alarmed_and_worse_is_said() {
        let cell = |judge, caught| Cell {
            kind: Kind::Collision,
            fault: "hull-narrow".into(),
            judge,
            caught,
            said: String::new(),
        };
        let table = JudgesTable {
            contestant: "bvh".into(),
            faults: vec![PlantedFault {
                kind: Kind::Collision,
                name: "hull-narrow".into(),
                what: "Hulls are narrower.".into(),
            }],
            cells: vec![cell(Judge::Scene, false), cell(Judge::Bar, false)],
            alarms: vec![(Judge::Laws, "L6".into())],
            skipped: vec![(Judge::Recordings, "there are no maps".into())],
            unplanted: vec![("one-sided".into(), "it collides with no triangles".into())],
            ..JudgesTable::default()
        };
        let changes = table.changes(&[cell(Judge::Bar, true), cell(Judge::Conformance, true)]);
        let text = judges_table(&table, Some(&changes), Style::Plain, None);
        for part in [
            "hull-narrow           missed ✗     missed ✗     -            -",
            "✗ laws finds a fault where none is planted: L6",
            "✗ hull-narrow: no judge caught it. Hulls are narrower.",
            "recordings was not asked: there are no maps",
            "✗ hull-narrow: bar caught it before and misses it now",
            "✗ hull-narrow: conformance caught it before and is not asked now",
            "one-sided is not planted into bvh: it collides with no triangles",
            "0 of 2 cells caught",
        ] {
            assert!(text.contains(part), "`{part}` is not in\n{text}");
        }
    }
}
