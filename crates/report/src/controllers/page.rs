//! The page of controllers on courses: one file with its style inside.

use super::text::{harms, mark, sums};
use crate::error::ReportError;
use crate::format::{NONE, fixed, held, length, plural, three_digits};
use crate::palette;
use askama::Template;
use clipmark_record::controllers::{Cell, ControllersResults, Entrant, Grade, LIMITS, Outcome, UNKNOWN};

/// What the template shows; it escapes all of it.
#[derive(Template)]
#[template(path = "controllers.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    heading: String,
    machine: &'a str,
    version: &'a str,
    verdict: Vec<String>,
    sums: Vec<(&'a str, Vec<String>)>,
    limits: Vec<[String; 4]>,
    /// Whether failures have reports of their own beside the page.
    replays: bool,
    entrants: &'a [Entrant],
    rows: Vec<Row<'a>>,
    heads: [&'static str; 10],
    files: [&'static str; 4],
}

struct Row<'a> {
    name: &'a str,
    title: &'a str,
    description: &'a str,
    marks: Vec<Mark>,
    runs: Vec<[String; 10]>,
}

struct Mark {
    text: String,
    /// Its class in the style: `ok`, or the worst grade.
    class: &'static str,
    failed: bool,
    says: String,
    scene: Option<String>,
    report: Option<String>,
    /// Whose the failure is, and the program that shows it; of libraries alone.
    cause: Option<(&'static str, Option<String>)>,
}

const HEADS: [&str; 10] = [
    "contestant",
    "Hz",
    "broken",
    "deepest, u",
    "stuck, s",
    "shake, u",
    "way",
    "climbed, u",
    "ns/tick",
    "world",
];

pub(crate) fn page(book: &ControllersResults, dir: &std::path::Path) -> Result<String, ReportError> {
    let rows = book.courses.iter().map(|course| Row {
        name: &course.name,
        title: &course.title,
        description: &course.description,
        marks: book
            .entrants
            .iter()
            .map(|e| marked(book, &course.name, &e.name))
            .collect(),
        runs: book
            .cells
            .iter()
            .filter(|c| c.course == course.name)
            .map(figures)
            .collect(),
    });
    let rates: Vec<String> = book.rates.iter().map(f64::to_string).collect();
    let page = Page {
        colours: palette::variables(),
        heading: format!(
            "{} · {} Hz · {}",
            plural(book.courses.len(), "course", "courses"),
            rates.join(", "),
            plural(book.cells.len(), "run", "runs"),
        ),
        machine: &book.machine,
        version: &book.version,
        verdict: verdict(book),
        sums: book
            .entrants
            .iter()
            .map(|e| {
                let [_, time, rel, world] = sums(book, &e.name);
                let cells = harms(book, &e.name).into_iter().chain([time, rel, world]);
                (e.name.as_str(), cells.collect())
            })
            .collect(),
        limits: LIMITS
            .iter()
            .map(|l| [l.grade.word().into(), l.shown(), l.of.into(), l.why.into()])
            .collect(),
        replays: book.cells.iter().any(|c| c.report.is_some()),
        entrants: &book.entrants,
        rows: rows.collect(),
        heads: HEADS,
        files: [
            "controllers.json",
            "controllers.csv",
            "controllers.md",
            "setup.json",
        ],
    };
    crate::frame::framed(&page.render()?, &book.made, Some(dir), &[])
}

/// A sentence a contestant, those who harm the player least first.
fn verdict(book: &ControllersResults) -> Vec<String> {
    let said = by_harm(book).into_iter().map(|e| book.sentence(&e.name));
    said.chain(book.causes_said()).collect()
}

/// Entrants, those who harm the player least first.
pub(crate) fn by_harm(book: &ControllersResults) -> Vec<&Entrant> {
    let mut entrants: Vec<&Entrant> = book.entrants.iter().collect();
    entrants.sort_by_key(|e| book.harm(&e.name).by_grade);
    entrants
}

fn marked(book: &ControllersResults, course: &str, entrant: &str) -> Mark {
    let worst = book.worst(course, entrant).map(|i| &book.cells[i]);
    let refusal = book.of(course, entrant).find_map(Cell::refusal);
    let is_library = book.entrants.iter().any(|e| e.name == entrant && e.library);
    let says = worst.map_or_else(
        || refusal.unwrap_or_default().to_owned(),
        |cell| {
            let broken = cell.broken();
            let first = broken.first().map_or("", |b| b.says.as_str());
            format!("{first} at {} Hz", cell.hz)
        },
    );
    Mark {
        text: mark(book, course, entrant),
        class: worst.and_then(Cell::grade).map_or("ok", Grade::word),
        failed: worst.is_some(),
        says,
        scene: worst.and_then(|c| c.scene.clone()),
        report: worst.and_then(|c| c.report.clone()),
        cause: worst
            .filter(|_| is_library)
            .map(|c| match &c.alone {
                Some(alone) => (alone.label.word(), Some(format!("{}/src/main.rs", alone.program))),
                None => (UNKNOWN, None),
            })
            .or_else(|| refusal.map(|_| ("wrapper", None))),
    }
}

fn figures(cell: &Cell) -> [String; 10] {
    let broken: Vec<String> = cell.broken().into_iter().map(|b| b.says).collect();
    let said = cell
        .refusal()
        .map_or_else(|| broken.join("; "), |why| format!("not asked: {why}"));
    let start = [cell.entrant.clone(), cell.hz.to_string(), said];
    let rest = match &cell.outcome {
        Outcome::Refused(_) | Outcome::Stopped(_) => std::array::from_fn(|_| NONE.to_owned()),
        Outcome::Run(run) => [
            length(run.deepest),
            fixed(run.stuck, 3),
            length(run.shake),
            fixed(run.way, 3),
            fixed(run.climbed, 1),
            if run.ns_per_tick.is_finite() {
                three_digits(run.ns_per_tick)
            } else {
                NONE.to_owned()
            },
            held(&run.bytes),
        ],
    };
    let [a, b, c] = start;
    let [d, e, f, g, h, i, j]: [String; 7] = rest;
    [a, b, c, d, e, f, g, h, i, j]
}
