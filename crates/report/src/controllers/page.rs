//! The page of controllers on courses: one file with its style inside.

use super::text::{harms, mark, parts, sums};
use crate::error::ReportError;
use crate::format::{NONE, fixed, held, length, plural, three_digits};
use crate::palette;
use askama::Template;
use clipmark_record::controllers::{
    Cell, ControllersResults, Entrant, Grade, LIMITS, Label, Outcome, Promise, UNKNOWN,
};

/// The template's data; the template escapes all of it.
#[derive(Template)]
#[template(path = "controllers.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    heading: String,
    machine: &'a str,
    version: &'a str,
    verdict: Vec<String>,
    parts: Vec<Part<'a>>,
    limits: Vec<[String; 4]>,
    promises: Vec<[String; 3]>,
    /// Whether ground moves on some course.
    moves: bool,
    /// Whether failures have reports of their own beside the page.
    replays: bool,
    entrants: &'a [Entrant],
    heads: [&'static str; 11],
    files: [&'static str; 4],
}

/// The courses on one ground.
struct Part<'a> {
    /// `None` where all ground stands.
    heading: Option<&'a str>,
    sums: Vec<(&'a str, Vec<String>)>,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    name: &'a str,
    title: &'a str,
    description: &'a str,
    marks: Vec<Mark>,
    runs: Vec<[String; 11]>,
}

struct Mark {
    text: String,
    /// Its class in the style: `ok`, or the worst grade.
    class: &'static str,
    failed: bool,
    says: String,
    scene: Option<String>,
    report: Option<String>,
    /// The owner of the failure, and the program that shows it; for libraries alone.
    cause: Option<(&'static str, Option<String>)>,
}

const HEADS: [&str; 11] = [
    "contestant",
    "Hz",
    "broken",
    "whose",
    "deepest, u",
    "stuck, s",
    "shake, u",
    "way",
    "climbed, u",
    "ns/tick",
    "world",
];

pub(crate) fn page(book: &ControllersResults, dir: &std::path::Path) -> Result<String, ReportError> {
    let by_ground = parts(book);
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
        verdict: verdict(&by_ground, true),
        parts: by_ground
            .iter()
            .map(|(heading, book)| part(heading.as_deref(), book))
            .collect(),
        limits: LIMITS
            .iter()
            .map(|l| [l.grade.word().into(), l.shown(), l.of.into(), l.why.into()])
            .collect(),
        promises: Promise::ALL
            .iter()
            .map(|p| [p.phrase().into(), p.asked(), p.why().into()])
            .collect(),
        moves: book.courses.iter().any(|c| c.moves),
        replays: book.cells.iter().any(|c| c.report.is_some()),
        entrants: &book.entrants,
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

fn part<'a>(heading: Option<&'a str>, book: &'a ControllersResults) -> Part<'a> {
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
            .map(|c| figures(c, is_library(book, &c.entrant)))
            .collect(),
    });
    let sums = book.entrants.iter().map(|e| {
        let [_, time, rel, world] = sums(book, &e.name);
        let cells = harms(book, &e.name).into_iter().chain([time, rel, world]);
        (e.name.as_str(), cells.collect())
    });
    Part {
        heading,
        sums: sums.collect(),
        rows: rows.collect(),
    }
}

/// A sentence a contestant, the least harmful first, for each ground by itself. `causes` adds the cause of the failures.
pub(crate) fn verdict(parts: &[(Option<String>, ControllersResults)], causes: bool) -> Vec<String> {
    let of = |(heading, book): &(Option<String>, ControllersResults)| {
        let heading = heading.as_ref().map(|heading| format!("{heading}:"));
        let said = by_harm(book).into_iter().map(|e| book.sentence(&e.name));
        let whose = book.causes_said().filter(|_| causes);
        heading.into_iter().chain(said).chain(whose).collect::<Vec<_>>()
    };
    parts.iter().flat_map(of).collect()
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
    let is_library = is_library(book, entrant);
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
            .or_else(|| book.of(course, entrant).find(|c| c.refusal().is_some()))
            .and_then(|c| Some((whose(c, is_library)?, source(c)))),
    }
}

fn is_library(book: &ControllersResults, entrant: &str) -> bool {
    book.entrants.iter().any(|e| e.name == entrant && e.library)
}

/// Whose a failure of a library is, or that its run was not asked. Nothing of a run that broke no promise, and of failures of our
/// own contestants.
fn whose(cell: &Cell, is_library: bool) -> Option<&'static str> {
    match &cell.outcome {
        Outcome::NotTold => Some(Label::Adapter.word()),
        Outcome::Refused(_) => Some("wrapper"),
        Outcome::Stopped(_) | Outcome::Run(_) => {
            let fails = is_library && cell.grade().is_some();
            fails.then(|| cell.alone.as_ref().map_or(UNKNOWN, |alone| alone.label.word()))
        }
    }
}

/// The program that shows a failure with the library alone.
fn source(cell: &Cell) -> Option<String> {
    let program = cell.alone.as_ref()?.program.as_ref()?;
    Some(format!("{program}/src/main.rs"))
}

fn figures(cell: &Cell, is_library: bool) -> [String; 11] {
    let broken: Vec<String> = cell.broken().into_iter().map(|b| b.says).collect();
    let said = cell
        .refusal()
        .map_or_else(|| broken.join("; "), |why| format!("not asked: {why}"));
    let whose = whose(cell, is_library).unwrap_or_default().to_owned();
    let start = [cell.entrant.clone(), cell.hz.to_string(), said, whose];
    let rest = match &cell.outcome {
        Outcome::Refused(_) | Outcome::NotTold | Outcome::Stopped(_) => {
            std::array::from_fn(|_| NONE.to_owned())
        }
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
    let [a, b, c, d] = start;
    let [e, f, g, h, i, j, k]: [String; 7] = rest;
    [a, b, c, d, e, f, g, h, i, j, k]
}
