//! Planted faults against judges: who caught what, and what that says.

use crate::error::ReportError;
use crate::format::plural;
use crate::study::{Cell, Column, File, Mark, On, Report, Sentence, Shape, Study, Table};
use crate::table::escaped;
use clipmark_record::judges::{Changes, Judge, JudgeResult, JudgesTable, Kind};
use clipmark_record::verdicts::Verdict;
use std::fmt::Write;

const ABOUT: &str = "A judge is worth what it catches. Each fault is planted behind the seam of a sound contestant \
                     or of the movement, and every judge is asked as its own command asks it. Caught is what a \
                     user would see: a check not passed, the bar not met, a law broken, a scene failed, a property \
                     violated, a recording not reproduced. What a judge finds in the sound contestant is a false \
                     alarm and catches nothing.";
/// Characters of a judge's message that a cell shows.
const SAID: usize = 160;
/// Stands where a judge is not asked of a fault.
const NOT_ASKED: &str = "–";

impl Study for JudgesTable {
    const NAME: &'static str = "judges";
    const MARKDOWN: &'static str = "judges.md";
    const PARTS: &'static [&'static str] = &["summary.md"];
    const ASKED: &'static [&'static str] = &["contestant"];

    fn report(&self) -> Result<Report, ReportError> {
        Ok(judges_report(self, None))
    }

    /// The judges are the contestants.
    fn verdicts(&self) -> Vec<Verdict> {
        let missed = |caught| if caught { "" } else { "missed" };
        let cells = self.cells.iter();
        let cells = cells.map(|c| Verdict::new(&c.judge.to_string(), &*c.fault, missed(c.caught)));
        let sound = Judge::ALL
            .into_iter()
            .filter(|judge| self.cells.iter().any(|c| c.judge == *judge));
        let alarms = sound.map(|judge| {
            let found = self.alarms.iter().find(|(whose, _)| *whose == judge);
            let found = found.map_or("", |(_, what)| what);
            Verdict::new(&judge.to_string(), "no fault planted", found)
        });
        cells.chain(alarms).collect()
    }

    fn json(&self) -> Result<String, ReportError> {
        Ok(serde_json::to_string_pretty(&self.cells)? + "\n")
    }

    fn files(&self) -> Result<Vec<File>, ReportError> {
        Ok(vec![File::new("summary.md", judges_summary(self))])
    }
}

/// The report, with differences from cells that were expected.
pub fn judges_report(table: &JudgesTable, changes: Option<&Changes>) -> Report {
    let kinds = Kind::ALL
        .into_iter()
        .filter(|&kind| faults(table, kind).count() > 0);
    let mut parts: Vec<_> = kinds.map(|kind| caught(table, kind).into()).collect();
    parts.push(messages(table).into());
    Report {
        title: "The judges, judged",
        about: ABOUT,
        made: table.made.clone(),
        heading: format!("faults planted into {}", table.contestant),
        verdict: [answer(table)]
            .into_iter()
            .chain(failures(table, changes))
            .collect(),
        parts,
        notes: notes(table, changes),
        ..Report::default()
    }
}

fn faults(table: &JudgesTable, kind: Kind) -> impl Iterator<Item = &clipmark_record::judges::PlantedFault> {
    table.faults.iter().filter(move |fault| fault.kind == kind)
}

/// How many faults are caught by a judge, and whether a judge found something in the sound contestant.
fn answer(table: &JudgesTable) -> Sentence {
    let is_asked = |name: &str| table.cells.iter().any(|c| c.fault == name);
    let asked = table.faults.iter().filter(|fault| is_asked(&fault.name)).count();
    let said = match table.never_caught().count() {
        0 => format!("all {asked} faults caught"),
        never => format!("{} of {asked} faults caught", asked - never),
    };
    let alarms = match table.alarms.len() {
        0 => "no false alarm".to_owned(),
        n => plural(n, "false alarm", "false alarms"),
    };
    Sentence {
        text: format!("{said}, {alarms}"),
        bad: !table.alarms.is_empty() || table.never_caught().next().is_some(),
    }
}

fn failures(table: &JudgesTable, changes: Option<&Changes>) -> Vec<Sentence> {
    let alarms = table.alarms.iter();
    let alarms = alarms.map(|(judge, what)| format!("{judge} finds a fault where none is planted: {what}"));
    let never = table.never_caught();
    let never = never.map(|fault| format!("{}: no judge caught it. {}", fault.name, fault.what));
    let changed = changes.iter().flat_map(|changes| {
        let worse = changes.worse.iter().map(|cell| (cell, "misses it now"));
        let gone = changes.gone.iter().map(|cell| (cell, "is not asked now"));
        worse.chain(gone)
    });
    let changed =
        changed.map(|(cell, now)| format!("{}: {} caught it before and {now}", cell.fault, cell.judge));
    alarms.chain(never).chain(changed).map(Sentence::bad).collect()
}

/// Facts that the cells hide.
fn notes(table: &JudgesTable, changes: Option<&Changes>) -> Vec<String> {
    let missed = table.cells.iter().filter(|c| !c.caught && !c.said.is_empty());
    let missed = missed.map(|cell| format!("{}: {} {}", cell.fault, cell.judge, cell.said));
    let unplanted = table.unplanted.iter();
    let unplanted =
        unplanted.map(|(fault, why)| format!("{fault} is not planted into {}: {why}", table.contestant));
    let skipped = table.skipped.iter();
    let skipped = skipped.map(|(judge, why)| format!("{judge} was not asked: {why}"));
    let better = changes.iter().flat_map(|changes| &changes.better).map(|cell| {
        format!(
            "{}: {} catches it now; renew the file of expected cells with --export-json",
            cell.fault, cell.judge
        )
    });
    missed.chain(unplanted).chain(skipped).chain(better).collect()
}

/// Faults of a kind against the judges that are asked of it.
fn caught(table: &JudgesTable, kind: Kind) -> Table {
    let judges = Judge::of(kind);
    let first = [
        Column::words("fault"),
        Column::words("what goes wrong").on(On::WRITTEN),
    ];
    let heads = judges.iter().map(|judge| Column::words(judge.to_string()));
    let row = |fault: &clipmark_record::judges::PlantedFault| {
        let cells = judges.iter().map(|&judge| mark(table.cell(&fault.name, judge)));
        let first = [Cell::from(&*fault.name), Cell::from(&*fault.what)];
        first.into_iter().chain(cells).collect()
    };
    let says = format!("planted into {}", table.contestant);
    let title = format!("Faults of {kind}");
    Table {
        caption: format!("{title}, {says}"),
        rows: faults(table, kind).map(row).collect(),
        ..Table::new(
            kind.to_string(),
            title,
            says,
            first.into_iter().chain(heads).collect(),
        )
    }
}

fn mark(cell: Option<&JudgeResult>) -> Cell {
    match cell {
        Some(cell) if cell.caught => "caught".into(),
        Some(_) => Cell::marked("missed", Mark::Bad),
        None => NOT_ASKED.into(),
    }
}

/// The first thing that was found of each fault that was caught.
fn messages(table: &JudgesTable) -> Table {
    let heads = ["fault", "judge", "said"].map(Column::words);
    let caught = table.cells.iter().filter(|cell| cell.caught);
    let row = |cell: &JudgeResult| {
        let said = match cell.said.char_indices().nth(SAID) {
            Some((end, _)) => format!("{}…", &cell.said[..end]),
            None => cell.said.clone(),
        };
        [cell.fault.clone(), cell.judge.to_string(), said]
            .map(Cell::from)
            .into()
    };
    Table {
        on: On::PAGE,
        shape: Shape::Rows,
        rows: caught.map(row).collect(),
        ..Table::new(
            "said",
            "What the judges said",
            "of each fault that was caught, the first thing found",
            heads.into(),
        )
    }
}

/// How many faults of each kind each judge caught, a row a kind, for a README.
fn judges_summary(table: &JudgesTable) -> String {
    let heads: Vec<String> = Judge::ALL.iter().map(Judge::to_string).collect();
    let mut out = format!(
        "**Planted faults that each judge caught · planted into {}**\n\n| | {} | never caught |\n|---|{}\n",
        escaped(&table.contestant),
        heads.join(" | "),
        "---:|".repeat(heads.len() + 1)
    );
    for kind in Kind::ALL
        .into_iter()
        .filter(|&kind| faults(table, kind).count() > 0)
    {
        let cells = Judge::ALL.iter().map(|&judge| match table.caught(kind, judge) {
            Some([caught, all]) => format!("{caught} of {all}"),
            None => NOT_ASKED.into(),
        });
        let cells: Vec<String> = cells.collect();
        let never = table.never_caught().filter(|f| f.kind == kind).count();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {kind} | {} | {never} |", cells.join(" | "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{View, width};
    use crate::study::{study_markdown, study_text};
    use crate::style::Style;
    use clipmark_record::judges::PlantedFault;

    fn cell(kind: Kind, fault: &str, judge: Judge, caught: bool) -> JudgeResult {
        JudgeResult {
            kind,
            fault: fault.into(),
            judge,
            caught,
            said: String::new(),
        }
    }

    fn planted(kind: Kind, name: &str, what: &str) -> PlantedFault {
        PlantedFault {
            kind,
            name: name.into(),
            what: what.into(),
        }
    }

    #[test]
    fn counts_are_those_of_the_cells() {
        let table = JudgesTable {
            contestant: "bvh".into(),
            faults: vec![planted(
                Kind::Movement,
                "friction",
                "Ground friction is 1 % less.",
            )],
            cells: vec![
                cell(Kind::Movement, "friction", Judge::Scene, false),
                cell(Kind::Movement, "friction", Judge::Laws, true),
            ],
            ..JudgesTable::default()
        };
        let text = judges_summary(&table);
        assert!(
            text.contains("| movement | 0 of 1 | – | – | 1 of 1 | – | – | – | 0 |"),
            "{text}"
        );
        let text = study_markdown(&judges_report(&table, None));
        let row = "| friction | Ground friction is 1 % less. | **missed ✗** | – | caught | – |";
        assert!(text.contains(row), "{text}");
    }

    #[test]
    fn what_is_missed_alarmed_and_worse_is_said() {
        let cell = |judge, caught| cell(Kind::Collision, "hull-narrow", judge, caught);
        let table = JudgesTable {
            contestant: "bvh".into(),
            faults: vec![planted(Kind::Collision, "hull-narrow", "Hulls are narrower.")],
            cells: vec![cell(Judge::Scene, false), cell(Judge::Bar, false)],
            alarms: vec![(Judge::Laws, "L6".into())],
            skipped: vec![(Judge::Recordings, "there are no maps".into())],
            unplanted: vec![("one-sided".into(), "it collides with no triangles".into())],
            ..JudgesTable::default()
        };
        let changes = table.changes(&[cell(Judge::Bar, true), cell(Judge::Conformance, true)]);
        let text = study_text(&judges_report(&table, Some(&changes)), Style::Plain, false, None);
        for part in [
            "hull-narrow  missed ✗  missed ✗  –            –",
            "✗ laws finds a fault where none is planted: L6",
            "✗ hull-narrow: no judge caught it. Hulls are narrower.",
            "recordings was not asked: there are no maps",
            "✗ hull-narrow: bar caught it before and misses it now",
            "✗ hull-narrow: conformance caught it before and is not asked now",
            "one-sided is not planted into bvh: it collides with no triangles",
            "0 of 1 faults caught, 1 false alarm",
        ] {
            assert!(text.contains(part), "`{part}` is not in\n{text}");
        }
    }

    #[test]
    fn long_names_stay_apart_from_their_cells_and_fit_80_columns() {
        let names = ["constant-leaves-ground", "constant-ground-probe-snaps-below"];
        let cells = names.iter().flat_map(|name| {
            let of = |&judge: &Judge| cell(Kind::Movement, name, judge, judge == Judge::Laws);
            Judge::of(Kind::Movement).iter().map(of)
        });
        let table = JudgesTable {
            contestant: "bsp".into(),
            cells: cells.collect(),
            faults: names
                .iter()
                .map(|name| planted(Kind::Movement, name, ""))
                .collect(),
            ..JudgesTable::default()
        };
        let view = View {
            style: Style::Plain,
            columns: 80,
        };
        let text = study_text(&judges_report(&table, None), view, false, None);
        assert!(text.lines().all(|l| width(l) <= 80), "{text}");
        assert!(text.contains("missed ✗  missed ✗  caught  missed ✗"), "{text}");
        assert!(text.contains("constant-"), "{text}");
    }
}
