//! Faults against judges on the terminal.

use super::{answer, sentences};
use crate::format::shortened;
use crate::grid::{View, padded, width};
use crate::style::{clean, red};
use anstyle::Style as Ansi;
use clipmark_record::judges::{Cell, Changes, Judge, JudgesTable, Kind};
use std::path::Path;

/// Columns between two cells.
const GAP: usize = 2;

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
        let marks = |judge: Judge| rows.iter().map(move |f| width(mark(table.cell(&f.name, judge))));
        let judges: Vec<(Judge, usize)> = Judge::of(kind)
            .iter()
            .map(|&judge| {
                (
                    judge,
                    marks(judge).fold(width(&judge.to_string()), usize::max) + GAP,
                )
            })
            .collect();
        let across: usize = judges.iter().map(|(_, columns)| columns).sum();
        let longest = rows.iter().map(|f| width(&clean(&f.name))).max().unwrap_or(0);
        // The last column needs no gap behind it.
        let name = (longest + GAP).min((view.columns + GAP).saturating_sub(across));
        let heads = judges
            .iter()
            .map(|(judge, columns)| padded(&judge.to_string(), *columns, false));
        let heads = " ".repeat(name) + &heads.collect::<String>();
        line(view.paint(Ansi::new().dimmed(), heads.trim_end()));
        for fault in rows {
            let short = shortened(&clean(&fault.name), name.saturating_sub(GAP));
            let mut text = padded(&short, name, false);
            for &(judge, columns) in &judges {
                let cell = table.cell(&fault.name, judge);
                let shown = padded(mark(cell), columns, false);
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
            "hull-narrow  missed ✗  missed ✗  -            -",
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

    #[test]
    fn long_names_stay_apart_from_their_cells_and_fit_80_columns() {
        let names = ["constant-leaves-ground", "constant-ground-probe-snaps-below"];
        let cells = names.iter().flat_map(|name| {
            Judge::of(Kind::Movement).iter().map(|&judge| Cell {
                kind: Kind::Movement,
                fault: (*name).into(),
                judge,
                caught: judge == Judge::Laws,
                said: String::new(),
            })
        });
        let table = JudgesTable {
            contestant: "bsp".into(),
            cells: cells.collect(),
            faults: names
                .iter()
                .map(|name| PlantedFault {
                    kind: Kind::Movement,
                    name: (*name).into(),
                    what: String::new(),
                })
                .collect(),
            ..JudgesTable::default()
        };
        let view = View {
            style: Style::Plain,
            columns: 80,
        };
        let text = judges_table(&table, None, view, None);
        assert!(text.lines().all(|l| width(l) <= 80), "{text}");
        assert!(text.contains("constant-leaves-ground  "), "{text}");
        assert!(text.contains("missed ✗  missed ✗  caught  missed ✗"), "{text}");
        assert!(text.contains("constant-ground"), "{text}");
    }
}
