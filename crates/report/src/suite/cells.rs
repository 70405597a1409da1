//! One contestant in one suite: the cell of the matrix, and what it shows when pressed.

use super::sentences::harms;
use super::{FEW, is_clean};
use crate::docs_link;
use crate::format;
use crate::study::{Cell, Column, Detail, Mark, On, Part, Section, Shape, Table};
use clipmark_record::faults::fail_any_scene;
use clipmark_record::suite::{Outcome, Played, SuiteCell, SuiteRun, Summary};
use std::path::Path;

/// Faults shown of one scene.
const SHOWN: usize = 4;

/// Each suite with its contestants.
pub(super) fn suites(run: &SuiteRun) -> impl Iterator<Item = (&Played, &[Summary])> {
    let width = run.plan.contestants.len().max(1);
    run.plan.suites.iter().zip(run.summary.chunks(width))
}

/// Suites against contestants; a terminal shows those that somebody fails, where others would hide them.
pub(super) fn matrices(run: &SuiteRun) -> Vec<Part> {
    let all = matrix(run, |_| true);
    let passed = suites(run).filter(|(_, cells)| is_clean(cells)).count();
    if passed <= FEW {
        return vec![all.into()];
    }
    let others = if passed < run.plan.suites.len() {
        "other "
    } else {
        ""
    };
    let printed = Table {
        on: On::TERMINAL,
        ..matrix(run, |cells| !is_clean(cells))
    };
    let rest = Section {
        says: vec![format!("no failure in {passed} {others}families")],
        on: On::TERMINAL,
        ..Section::default()
    };
    let written = Table {
        on: On::WRITTEN,
        ..all
    };
    vec![printed.into(), rest.into(), written.into()]
}

fn matrix(run: &SuiteRun, is_shown: impl Fn(&[Summary]) -> bool) -> Table {
    let row = |(suite, cells): (&Played, &[Summary])| {
        let first = Cell {
            link: Some(format!("#{}", suite.name)),
            ..Cell::from(format!("{:>2} {}", suite.number, suite.title))
        };
        let cells = cells.iter().enumerate();
        let cells = cells.map(|(column, summary)| cell(summary, &id(suite, column)));
        [first].into_iter().chain(cells).collect()
    };
    let heads = run.plan.contestants.iter().map(String::as_str);
    Table {
        shape: Shape::Matrix,
        rows: suites(run)
            .filter(|(_, cells)| is_shown(cells))
            .map(row)
            .collect(),
        ..Table::new(
            "matrix",
            "Who fails where",
            "✓ scenes passed; ✗ failed of played; ○ made of parts that the contestant does not collide with; “·” \
             nothing asked of it; “–” not played at these ticks.",
            ["scene"].into_iter().chain(heads).map(Column::text).collect(),
        )
    }
}

/// The place of a contestant's tables in a suite.
fn id(suite: &Played, column: usize) -> String {
    format!("s{}-{column}", suite.number)
}

fn cell(summary: &Summary, id: &str) -> Cell {
    let mark = match (summary.played, summary.failed) {
        (0, _) => Mark::Plain,
        (_, 0) => Mark::Good,
        _ => Mark::Named("failed"),
    };
    let says = Detail {
        text: says(summary),
        link: is_told(summary).then(|| format!("#{id}")),
    };
    Cell {
        details: vec![says],
        ..Cell::marked(text(summary), mark)
    }
}

/// The text of a matrix cell: `✓ 48`, `✗ 3/48`, `○` not collided with, `· not asked`, `–` not played.
fn text(summary: &Summary) -> String {
    match (summary.played, summary.failed, summary.not_collided) {
        (0, _, 0) if summary.unasked > 0 => "· not asked".into(),
        (0, _, 0) => "–".into(),
        (0, _, _) => "○".into(),
        (played, 0, _) => format!("✓ {played}"),
        (played, failed, _) => format!("✗ {failed}/{played}"),
    }
}

fn says(summary: &Summary) -> String {
    if (summary.played, summary.not_collided) == (0, 0) {
        return match summary.unasked {
            0 => "not played at these ticks".into(),
            _ => "played, and nothing asked of it".into(),
        };
    }
    let (failed, played) = (summary.failed, summary.played);
    let harms = harms(std::iter::once(summary));
    let mut text = format!("{failed} of {played} scenes failed{harms}");
    for (n, what) in [
        (summary.exempt, "more exempt"),
        (summary.unasked, "with nothing asked"),
        (summary.not_collided, "not collided with"),
    ] {
        if n > 0 {
            text += &format!(", {n} {what}");
        }
    }
    text
}

/// Whether something was seen of a contestant in a suite.
fn is_told(summary: &Summary) -> bool {
    !summary.found.is_empty() || !summary.worst.is_empty() || summary.not_collided > 0
}

/// Suite by suite what was seen, and the worst scenes.
pub(super) fn each(run: &SuiteRun, dir: &Path) -> Vec<Part> {
    let mut parts = Vec::new();
    for (suite, cells) in suites(run) {
        parts.push(Part::Section(Section {
            id: suite.name.clone(),
            title: format!("{} {}", suite.number, suite.title),
            is_below: true,
            says: vec![format!("{} {} scenes.", suite.description, suite.scenes)],
            ..Section::default()
        }));
        let mut told = 0;
        for (column, summary) in cells.iter().enumerate() {
            let tables = [found(summary), worst(run, summary, dir)].into_iter();
            let mut tables: Vec<Table> = tables.filter(|table| !table.rows.is_empty()).collect();
            if let Some(first) = tables.first_mut() {
                first.id = id(suite, column);
            }
            told += tables.len();
            parts.extend(tables.into_iter().map(Part::Table));
        }
        if told == 0 {
            parts.push(Part::Section(Section {
                says: vec!["✓ Nothing to report.".into()],
                ..Section::default()
            }));
        }
    }
    parts
}

fn found(summary: &Summary) -> Table {
    let rows = summary.found.iter().map(|t| {
        let fails = fail_any_scene().any(|code| code == t.id);
        let name = Cell {
            link: docs_link(&t.id),
            ..Cell::from(format!("{} ({})", t.name, t.id))
        };
        vec![
            name,
            Cell::judged(format::count(t.scenes), fails),
            format::count(t.count).into(),
            format!("{} {}", format::small(t.worst), t.unit).into(),
        ]
    });
    let columns = ["in scenes", "times", "at worst"].map(|head| Column::numbers(head, 0));
    Table {
        on: On::PAGE,
        is_folded: true,
        rows: rows.collect(),
        ..Table::new(
            "",
            format!("{} {}", summary.contestant, text(summary)),
            format!("{}: what was seen", says(summary)),
            [Column::text("seen")].into_iter().chain(columns).collect(),
        )
    }
}

fn worst(run: &SuiteRun, summary: &Summary, dir: &Path) -> Table {
    let row = |cell: &SuiteCell| {
        let mut faults = cell.faults();
        let more = faults.len().saturating_sub(SHOWN);
        faults.truncate(SHOWN);
        if more > 0 {
            faults.push(format!("and {more} more"));
        }
        let scene = format!("scenes/{}.ron", cell.scene);
        let scene = Cell {
            text: format!("compare {scene}"),
            link: Some(scene),
            ..Cell::default()
        };
        let faults = Cell::marked(faults.join("; "), Mark::Named("bad"));
        let report = report_of(&cell.scene, dir);
        let report = Cell {
            text: report.as_ref().map_or("", |_| "full report").to_owned(),
            link: report,
            ..Cell::default()
        };
        vec![Cell::from(cell.variant()), faults, scene, report]
    };
    let left_out = run.cells.iter().find_map(|c| match &c.outcome {
        Outcome::NotCollided(why) if c.suite == summary.suite && c.contestant == summary.contestant => {
            Some(vec![
                "not collided with".into(),
                Cell::from(&**why),
                Cell::default(),
                Cell::default(),
            ])
        }
        _ => None,
    });
    let worst = summary.worst.iter().map(|&i| row(&run.cells[i]));
    Table {
        on: On::PAGE,
        is_folded: true,
        rows: left_out.into_iter().chain(worst).collect(),
        ..Table::new(
            "",
            format!("{} {}", summary.contestant, text(summary)),
            "the worst scenes",
            ["variant", "fault", "scene", "report"].map(Column::text).into(),
        )
    }
}

/// A full report of a scene, where `--reports` or `compare scenes/NAME.ron` has left one.
fn report_of(scene: &str, dir: &Path) -> Option<String> {
    let places = ["reports", ".."].map(|place| format!("{place}/{scene}/index.html"));
    places.into_iter().find(|place| dir.join(place).is_file())
}
