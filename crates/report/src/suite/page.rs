//! The page of a run: one file with its style inside.

use super::{harms, heading, mark, verdict};
use crate::docs_link;
use crate::error::ReportError;
use crate::format;
use crate::frame;
use crate::palette;
use askama::Template;
use clipmark_record::Made;
use clipmark_record::faults::fail_any_scene;
use clipmark_record::suite::{Cell, Outcome, SuiteRun, Summary};
use std::path::Path;

/// The template's data; the template escapes all of it.
#[derive(Template)]
#[template(path = "suite.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    heading: String,
    machine: &'a str,
    verdict: Vec<String>,
    contestants: Vec<Head<'a>>,
    unfold: &'static str,
    rows: Vec<Row<'a>>,
    never: String,
}

struct Head<'a> {
    name: &'a str,
    colour: usize,
}

struct Row<'a> {
    number: u32,
    title: &'a str,
    description: &'a str,
    name: &'a str,
    scenes: usize,
    cells: Vec<Entry<'a>>,
    /// Whether anything of it is worth a paragraph.
    told: bool,
}

struct Entry<'a> {
    contestant: &'a str,
    colour: usize,
    id: String,
    mark: String,
    state: &'static str,
    says: String,
    found: Vec<Found>,
    worst: Vec<Worst<'a>>,
    skipped: Option<&'a str>,
    told: bool,
}

struct Found {
    id: String,
    /// Where it is explained.
    link: String,
    name: String,
    scenes: String,
    count: String,
    worst: String,
    fails: bool,
}

struct Worst<'a> {
    variant: String,
    faults: Vec<String>,
    more: usize,
    scene: &'a str,
    /// Path of a full report, if there is one.
    report: Option<String>,
}

/// A link into a folded part unfolds it.
const UNFOLD: &str = include_str!("../../assets/unfold.js");
/// Faults shown of one scene.
const SHOWN: usize = 4;

pub(super) fn page(run: &SuiteRun, made: &Made, dir: &Path) -> Result<String, ReportError> {
    let width = run.plan.contestants.len();
    let rows = run
        .plan
        .suites
        .iter()
        .zip(run.summary.chunks(width))
        .map(|(suite, cells)| {
            let cells: Vec<Entry> = cells
                .iter()
                .enumerate()
                .map(|(i, s)| entry(run, s, i, suite.number, dir))
                .collect();
            Row {
                number: suite.number,
                title: &suite.title,
                description: &suite.description,
                name: &suite.name,
                scenes: suite.scenes,
                told: cells.iter().any(|c| c.told),
                cells,
            }
        });
    let page = Page {
        colours: palette::variables(),
        heading: heading(run),
        machine: &run.plan.machine,
        verdict: verdict(run),
        contestants: heads(run),
        rows: rows.collect(),
        unfold: UNFOLD,
        never: fail_any_scene().collect::<Vec<_>>().join(", "),
    };
    frame::framed(&page.render()?, made, Some(dir), &[UNFOLD])
}

fn heads(run: &SuiteRun) -> Vec<Head<'_>> {
    let named = run.plan.contestants.iter().enumerate();
    named
        .map(|(i, name)| Head {
            name,
            colour: i % palette::CONTESTANTS.len(),
        })
        .collect()
}

fn entry<'a>(run: &'a SuiteRun, summary: &'a Summary, column: usize, number: u32, dir: &Path) -> Entry<'a> {
    let found: Vec<Found> = summary
        .found
        .iter()
        .map(|t| Found {
            id: t.id.clone(),
            link: docs_link(&t.id).unwrap_or_default(),
            name: t.name.clone(),
            scenes: format::count(t.scenes),
            count: format::count(t.count),
            worst: format!("{} {}", format::small(t.worst), t.unit),
            fails: fail_any_scene().any(|code| code == t.id),
        })
        .collect();
    let skipped = run.cells.iter().find_map(|c| match &c.outcome {
        Outcome::NotCollided(why) if c.suite == summary.suite && c.contestant == summary.contestant => {
            Some(why.as_str())
        }
        _ => None,
    });
    let state = match (summary.played, summary.failed) {
        (0, _) => "none",
        (_, 0) => "pass",
        _ => "failed",
    };
    let worst: Vec<Worst> = summary.worst.iter().map(|&i| worst(&run.cells[i], dir)).collect();
    let says = match (summary.played, summary.failed, summary.not_collided) {
        (0, _, 0) if summary.unasked > 0 => "played, and nothing asked of it".into(),
        (0, _, 0) => "not played at these ticks".into(),
        (played, failed, skipped) => {
            let unasked = match summary.unasked {
                0 => String::new(),
                n => format!(", nothing asked in {n}"),
            };
            let rest = if skipped > 0 {
                format!(", {skipped} not collided with")
            } else {
                String::new()
            };
            let exempt = match summary.exempt {
                0 => String::new(),
                n => format!(", {n} more exempt"),
            };
            let harms = harms(std::iter::once(summary));
            format!("{failed} of {played} scenes failed{harms}{exempt}{unasked}{rest}")
        }
    };
    Entry {
        contestant: &summary.contestant,
        colour: column % palette::CONTESTANTS.len(),
        id: format!("s{number}-{column}"),
        mark: mark(summary),
        state,
        says,
        told: !found.is_empty() || !worst.is_empty() || skipped.is_some(),
        found,
        worst,
        skipped,
    }
}

fn worst<'a>(cell: &'a Cell, dir: &Path) -> Worst<'a> {
    let mut faults = cell.faults();
    let more = faults.len().saturating_sub(SHOWN);
    faults.truncate(SHOWN);
    // A full report of the scene, where `--reports` or `compare scenes/NAME.ron` has left one.
    let places = ["reports", ".."].map(|place| format!("{place}/{}/index.html", cell.scene));
    let report = places.into_iter().find(|place| dir.join(place).is_file());
    Worst {
        variant: cell.variant(),
        faults,
        more,
        scene: &cell.scene,
        report,
    }
}
