//! One run, or all rates of a contestant on a course: the worst, whose failure it is, and the figures.

use crate::format::{NONE, fixed, held, length, three_digits};
use crate::study::{Cell, Column, Detail, Mark, On, Shape, Table};
use clipmark_record::controllers::{ControllersResults, Course, CourseRun, Label, Outcome, UNKNOWN};

/// A cell without a fault.
const OK: &str = "ok";

/// Courses against contestants.
pub(super) fn matrix(book: &ControllersResults, ground: &str) -> Table {
    let heads = book.entrants.iter().map(|entrant| entrant.name.as_str());
    let row = |course: &Course| {
        let first = Cell {
            link: Some(format!("#{}", course.name)),
            ..Cell::from(&*course.name)
        };
        let cells = book.entrants.iter().map(|e| cell(book, &course.name, &e.name));
        [first].into_iter().chain(cells).collect()
    };
    Table {
        caption: match ground {
            "" => String::new(),
            ground => format!("{ground}: who fails where"),
        },
        shape: Shape::Matrix,
        rows: book.courses.iter().map(row).collect(),
        ..Table::new(
            "",
            "Courses and contestants",
            "",
            ["course"].into_iter().chain(heads).map(Column::text).collect(),
        )
    }
}

fn cell(book: &ControllersResults, course: &str, entrant: &str) -> Cell {
    let worst = book.worst(course, entrant).map(|i| &book.cells[i]);
    let refused = book.runs(course, entrant).find(|c| c.refusal().is_some());
    let Some(of) = worst.or(refused) else {
        return Cell::marked(OK, Mark::Good);
    };
    let says = match worst {
        Some(run) => {
            let broken = run.broken();
            format!(
                "{} at {} Hz",
                broken.first().map_or("", |b| b.says.as_str()),
                run.hz
            )
        }
        None => of.refusal().unwrap_or_default().to_owned(),
    };
    let detail = |text: &str, link: Option<String>| Detail {
        text: text.to_owned(),
        link,
    };
    let links = [("scene", &of.scene), ("3-D", &of.report)];
    let links = links
        .into_iter()
        .filter_map(|(text, link)| Some(detail(text, Some(link.clone()?))));
    let whose = whose(of, is_library(book, entrant)).map(|word| detail(word, source(of)));
    Cell {
        details: [detail(&says, None)]
            .into_iter()
            .chain(links)
            .chain(whose)
            .collect(),
        ..Cell::marked(
            mark(book, course, entrant),
            worst
                .and_then(CourseRun::grade)
                .map_or(Mark::Plain, |grade| Mark::Named(grade.word())),
        )
    }
}

/// All rates of one entrant on one course: at how many it failed, how badly and how.
fn mark(book: &ControllersResults, course: &str, entrant: &str) -> String {
    let runs = book.runs(course, entrant);
    let failed: Vec<_> = runs.filter_map(|c| c.broken().into_iter().next()).collect();
    let refused = book
        .runs(course, entrant)
        .filter(|c| c.refusal().is_some())
        .count();
    match failed.iter().map(|b| (b.grade, b.promise)).min() {
        None if refused > 0 => format!("{refused} not asked"),
        None => OK.into(),
        Some((grade, promise)) => format!("{} {} {}", failed.len(), grade.word(), promise.word()),
    }
}

fn is_library(book: &ControllersResults, entrant: &str) -> bool {
    book.entrants.iter().any(|e| e.name == entrant && e.library)
}

/// Whose a failure of a library is, or that its run was not asked. Nothing of a run that broke no promise, and of failures of our
/// own contestants.
fn whose(cell: &CourseRun, is_library: bool) -> Option<&'static str> {
    match &cell.outcome {
        Outcome::NotTold | Outcome::OtherOrder => Some(Label::Adapter.word()),
        Outcome::Refused(_) => Some("wrapper"),
        Outcome::Stopped(_) | Outcome::Run(_) => {
            let fails = is_library && cell.grade().is_some();
            fails.then(|| cell.alone.as_ref().map_or(UNKNOWN, |alone| alone.label.word()))
        }
    }
}

/// The program that shows a failure with the library alone.
fn source(cell: &CourseRun) -> Option<String> {
    let program = cell.alone.as_ref()?.program.as_ref()?;
    Some(format!("{program}/src/main.rs"))
}

/// Every run on a course.
pub(super) fn table(book: &ControllersResults, course: &Course) -> Table {
    let words = ["contestant", "Hz", "broken", "whose"].map(Column::text);
    let figures = [
        "deepest, u",
        "stuck, s",
        "shake, u",
        "way",
        "climbed, u",
        "ns/tick",
        "world",
    ];
    let figures = figures.map(|head| Column::numbers(head, 0));
    let runs = book.cells.iter().filter(|c| c.course == course.name);
    Table {
        on: On::PAGE,
        is_folded: true,
        rows: runs.map(|run| row(run, is_library(book, &run.entrant))).collect(),
        ..Table::new(
            &*course.name,
            &*course.title,
            &*course.description,
            words.into_iter().chain(figures).collect(),
        )
    }
}

fn row(cell: &CourseRun, is_library: bool) -> Vec<Cell> {
    let broken: Vec<String> = cell.broken().into_iter().map(|b| b.says).collect();
    let said = match cell.refusal() {
        Some(why) => Cell::from(format!("not asked: {why}")),
        None if broken.is_empty() => Cell::default(),
        None => Cell::marked(broken.join("; "), Mark::Named("failed")),
    };
    let start = [
        Cell::from(&*cell.entrant),
        cell.hz.to_string().into(),
        said,
        whose(cell, is_library).unwrap_or_default().into(),
    ];
    let rest: [String; 7] = match &cell.outcome {
        Outcome::Run(run) => [
            length(run.deepest),
            fixed(run.stuck, 3),
            length(run.shake),
            fixed(run.way, 3),
            fixed(run.climbed, 1),
            match run.ns_per_tick.is_finite() {
                true => three_digits(run.ns_per_tick),
                false => NONE.to_owned(),
            },
            held(&run.bytes),
        ],
        _ => std::array::from_fn(|_| NONE.to_owned()),
    };
    start.into_iter().chain(rest.map(Cell::from)).collect()
}
