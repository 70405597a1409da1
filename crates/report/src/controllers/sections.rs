//! The page of controllers, section by section: sums, courses, grades, settings, every run.

use super::{runs, sums};
use crate::study::{Cell, Column, On, Part, Section, Table};
use clipmark_record::controllers::{ControllersResults, Entrant, LIMITS, Limit, Promise, SettingSaid};

const TIMES: &str = "Times are of the whole tick, in turns; rel is how many times the quickest contestant's on \
                     the same course at the same rate: the median over the runs, and its 95 % interval.";

pub(super) fn parts(
    book: &ControllersResults,
    grounds: &[(Option<String>, ControllersResults)],
) -> Vec<Part> {
    let section = |id: &str, title: &str, says: &[&str]| {
        Part::Section(Section {
            id: id.into(),
            title: title.into(),
            says: says.iter().map(|text| (*text).to_owned()).collect(),
            ..Section::default()
        })
    };
    let ground = |heading: &Option<String>| {
        heading.as_ref().map(|heading| {
            Part::Section(Section {
                title: heading.clone(),
                is_below: true,
                ..Section::default()
            })
        })
    };
    let mut parts = vec![section(
        "sums",
        "Runs by the worst that they did to the player",
        &[TIMES],
    )];
    for (heading, book) in grounds {
        parts.extend(ground(heading));
        parts.push(sums::table(book, heading.as_deref().unwrap_or_default()).into());
    }
    let replays = match book.cells.iter().any(|c| c.report.is_some()) {
        true => {
            "Each failure links the smallest scene found that shows it, and the 3-D replay of its worst moment."
        }
        false => {
            "Each failure links the smallest scene found that shows it. `compare controllers --reports` writes \
             this page with a 3-D replay of each failure."
        }
    };
    parts.push(section(
        "courses",
        "Who fails on which course",
        &[
            replays,
            "A scene is one file: `compare FILE.ron` plays and judges it, with a page of its own. Press a cell \
             for the amount, and for whose the failure is; the table of every run says the latter of each.",
            "Repeats links a program that makes the library's calls of the tick that shows it best, with no line \
             of ours: exact arithmetic contradicts an answer; `cargo run --manifest-path alone/NAME/Cargo.toml` \
             runs it. Adapter: it contradicts none; our adapter, or the sample that it follows, makes the \
             failure of right answers. Wrapper: the Rust wrapper refuses the course. Not yet known: no program \
             shows it.",
        ],
    ));
    for (heading, book) in grounds {
        parts.extend(ground(heading));
        parts.push(runs::matrix(book, heading.as_deref().unwrap_or_default()).into());
    }
    parts.push(section(
        "limits",
        "The grades and their limits",
        &["A run has the grade of the worst that happened. Lost: the middle of the body is in or through a \
           solid, the player falls out of the world, or the program stops. Held: the player cannot go on. Felt: \
           a person notices. Seen: a measurement notices, and every other broken promise. A unit is 1/32 m. The \
           limits are the same for all."],
    ));
    parts.push(limits().into());
    parts.push(promises().into());
    parts.push(section("settings", "Settings", &[]));
    parts.extend(book.entrants.iter().map(|entrant| Part::Table(settings(entrant))));
    parts.push(section("runs", "Every run", &[]));
    for (heading, book) in grounds {
        parts.extend(ground(heading));
        parts.extend(
            book.courses
                .iter()
                .map(|course| Part::Table(runs::table(book, course))),
        );
    }
    parts
}

fn limits() -> Table {
    let words = ["of", "why there"].map(Column::text);
    let columns = [Column::text("grade"), Column::numbers("from", 0)]
        .into_iter()
        .chain(words);
    let row = |l: &Limit| {
        [l.grade.word().to_owned(), l.describe(), l.of.into(), l.why.into()]
            .map(Cell::from)
            .into()
    };
    Table {
        on: On::WRITTEN,
        rows: LIMITS.iter().map(row).collect(),
        ..Table::new("", "Grades", "", columns.collect())
    }
}

fn promises() -> Table {
    let row = |p: Promise| {
        [p.phrase().to_owned(), p.table_label(), p.why().to_owned()]
            .map(Cell::from)
            .into()
    };
    Table {
        on: On::WRITTEN,
        rows: Promise::ALL.into_iter().map(row).collect(),
        ..Table::new(
            "",
            "Promises",
            "A promise is broken beyond these. How much harm that does is told by the grades above.",
            ["broken when the player", "limit", "why there"]
                .map(Column::text)
                .into(),
        )
    }
}

fn settings(entrant: &Entrant) -> Table {
    let settings = entrant.settings.iter();
    let row = |s: &SettingSaid| [&*s.name, &*s.value, &*s.reason].map(Cell::from).into();
    let mut rows: Vec<Vec<Cell>> = settings.map(row).collect();
    if rows.is_empty() {
        rows.push(["Nothing is set.", "", ""].map(Cell::from).into());
    }
    Table {
        on: On::PAGE,
        is_folded: true,
        rows,
        ..Table::new(
            "",
            &*entrant.name,
            format!("{}; {}", entrant.mover, entrant.backend),
            ["setting", "value", "reason"].map(Column::text).into(),
        )
    }
}
