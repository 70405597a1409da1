//! The page of controllers on courses: one file with its style inside.

use super::text::{mark, sums};
use crate::error::ReportError;
use crate::format::{NONE, bytes, fixed, length, plural, three_digits};
use crate::palette;
use askama::Template;
use clipmark_record::controllers::{Cell, ControllersResults, Entrant, Outcome};

/// What the template shows; it escapes all of it.
#[derive(Template)]
#[template(path = "controllers.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    heading: String,
    machine: &'a str,
    version: &'a str,
    verdict: Vec<String>,
    sums: Vec<(&'a str, [String; 4])>,
    /// Whether failures have reports of their own beside the page.
    replays: bool,
    entrants: &'a [Entrant],
    rows: Vec<Row<'a>>,
    heads: [&'static str; 10],
    files: [&'static str; 3],
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
    failed: bool,
    says: String,
    scene: Option<String>,
    report: Option<String>,
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
            .map(|e| (e.name.as_str(), sums(book, &e.name)))
            .collect(),
        replays: book.cells.iter().any(|c| c.report.is_some()),
        entrants: &book.entrants,
        rows: rows.collect(),
        heads: HEADS,
        files: ["controllers.json", "controllers.csv", "controllers.md"],
    };
    crate::frame::framed(&page.render()?, &book.made, Some(dir), &[])
}

/// Who passes everything, and how often the others fail, the worst last.
fn verdict(book: &ControllersResults) -> Vec<String> {
    let runs = |e: &Entrant| book.passed(&e.name);
    let (clean, mut rest): (Vec<&Entrant>, Vec<&Entrant>) =
        book.entrants.iter().partition(|e| runs(e)[0] == runs(e)[1]);
    rest.sort_by_key(|e| runs(e)[1] - runs(e)[0]);
    let names: Vec<&str> = clean.iter().map(|e| e.name.as_str()).collect();
    let verb = if clean.len() == 1 { "passes" } else { "pass" };
    let all = book.entrants.first().map_or(0, |e| runs(e)[1]);
    let passed = match clean.is_empty() {
        true => "No contestant passes every run.".to_owned(),
        false => format!("{} {verb} all {}.", names.join(", "), plural(all, "run", "runs")),
    };
    let failed: Vec<String> = rest
        .iter()
        .map(|e| format!("{} {}", e.name, runs(e)[1] - runs(e)[0]))
        .collect();
    let failed = (!failed.is_empty()).then(|| format!("Runs failed, of {all} each: {}.", failed.join(", ")));
    [passed].into_iter().chain(failed).collect()
}

fn marked(book: &ControllersResults, course: &str, entrant: &str) -> Mark {
    let worst = book.worst(course, entrant).map(|i| &book.cells[i]);
    let says = worst.map_or_else(String::new, |cell| {
        let broken = cell.broken();
        let first = broken.first().map_or("", |b| b.1.as_str());
        format!("{first} at {} Hz", cell.hz)
    });
    Mark {
        text: mark(book, course, entrant),
        failed: worst.is_some(),
        says,
        scene: worst.and_then(|c| c.scene.clone()),
        report: worst.and_then(|c| c.report.clone()),
    }
}

fn figures(cell: &Cell) -> [String; 10] {
    let broken: Vec<String> = cell.broken().into_iter().map(|b| b.1).collect();
    let start = [cell.entrant.clone(), cell.hz.to_string(), broken.join("; ")];
    let rest = match &cell.outcome {
        Outcome::Refused(_) => std::array::from_fn(|_| NONE.to_owned()),
        Outcome::Run(run) => [
            length(run.deepest),
            fixed(run.stuck, 2),
            length(run.shake),
            fixed(run.way, 3),
            fixed(run.climbed, 1),
            if run.ns_per_tick.is_finite() {
                three_digits(run.ns_per_tick)
            } else {
                NONE.to_owned()
            },
            bytes(run.bytes),
        ],
    };
    let [a, b, c] = start;
    let [d, e, f, g, h, i, j]: [String; 7] = rest;
    [a, b, c, d, e, f, g, h, i, j]
}
