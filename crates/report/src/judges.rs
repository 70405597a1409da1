//! Faults against judges on the terminal.

use crate::grid::{View, padded};
use crate::style::{clean, red};
use anstyle::Style as Ansi;
use clipmark_record::judges::{Cell, Changes, Judge, JudgesTable, Kind};

/// Columns of a fault's name.
const NAME: usize = 22;
/// Columns of a judge.
const JUDGE: usize = 13;

/// Who caught what, what was missed and why, and how that differs from what was expected.
pub fn judges_table(table: &JudgesTable, changes: Option<&Changes>, view: impl Into<View>) -> String {
    let view = view.into();
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    let caught = table.cells.iter().filter(|c| c.caught).count();
    let alarms = match table.alarms.len() {
        0 => "no false alarm".to_owned(),
        n => crate::format::plural(n, "false alarm ✗", "false alarms ✗"),
    };
    let answer = format!("{caught} of {} cells caught, {alarms}", table.cells.len());
    line(view.paint(Ansi::new().bold(), &answer));
    for kind in [Kind::Collision, Kind::Movement] {
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
    let mut sentences = Vec::new();
    for (judge, what) in &table.alarms {
        sentences.push(format!("✗ {judge} finds a fault where none is planted: {what}"));
    }
    for fault in table.never_caught() {
        sentences.push(format!("✗ {}: no judge caught it. {}", fault.name, fault.what));
    }
    for cell in table.cells.iter().filter(|c| !c.caught && !c.said.is_empty()) {
        sentences.push(format!("{}: {} {}", cell.fault, cell.judge, cell.said));
    }
    for (judge, why) in &table.skipped {
        sentences.push(format!("{judge} was not asked: {why}"));
    }
    for cell in changes.iter().flat_map(|c| &c.worse) {
        sentences.push(format!(
            "✗ {}: {} caught it before and misses it now",
            cell.fault, cell.judge
        ));
    }
    for cell in changes.iter().flat_map(|c| &c.better) {
        sentences.push(format!(
            "{}: {} catches it now; renew the file of expected cells with --export-json",
            cell.fault, cell.judge
        ));
    }
    for sentence in sentences {
        let bad = sentence.starts_with('✗');
        for text in view.wrapped(&clean(&sentence), "  ") {
            line(if bad { view.paint(red(), &text) } else { text });
        }
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
        };
        let changes = table.changes(&[cell(Judge::Bar, true)]);
        let text = judges_table(&table, Some(&changes), Style::Plain);
        for part in [
            "hull-narrow           missed ✗     missed ✗     -            -",
            "✗ laws finds a fault where none is planted: L6",
            "✗ hull-narrow: no judge caught it. Hulls are narrower.",
            "recordings was not asked: there are no maps",
            "✗ hull-narrow: bar caught it before and misses it now",
            "0 of 2 cells caught",
        ] {
            assert!(text.contains(part), "`{part}` is not in\n{text}");
        }
    }
}
