//! The two-cylinder walker's promises as a table: who breaks which, and each course's and contestant's worst of all tick rates.

use crate::format;
use crate::study::{Cell, Column, Mark, On, Report, Sentence, Table};
use clipmark_record::each_once;
use clipmark_record::walker::{CourseWalk, Outcome, WalkerResults};

/// Heads of the columns.
const HEADS: [&str; 9] = [
    "course",
    "contestant",
    "shake, u",
    "alternating, %",
    "stuck, s",
    "climbed, u",
    "deepest, u",
    "goal",
    "broken",
];

/// The walks of one contestant on one course.
fn groups(book: &WalkerResults) -> impl Iterator<Item = &[CourseWalk]> {
    book.rows
        .chunk_by(|a, b| a.course == b.course && a.contestant == b.contestant)
}

fn cells(rows: &[CourseWalk]) -> [String; 9] {
    let worst = |f: fn(&Outcome) -> f64| rows.iter().map(|r| f(&r.outcome)).fold(0.0, f64::max);
    let figure = |x: f64, places: usize| {
        if x == 0.0 {
            "0".to_owned()
        } else {
            format!("{x:.places$}")
        }
    };
    let mut broken: Vec<String> = Vec::new();
    for row in rows {
        for what in row.outcome.broken() {
            match broken.iter_mut().find(|b| b.starts_with(what)) {
                Some(known) => *known += &format!(",{}", row.hz),
                None => broken.push(format!("{what}@{}", row.hz)),
            }
        }
    }
    // The goal of the walk that met it least well, else of the last.
    let goal = rows
        .iter()
        .find(|r| r.outcome.reached == Some(false))
        .or(rows.last());
    [
        rows.first().map_or_else(String::new, |r| r.course.clone()),
        rows.first().map_or_else(String::new, |r| r.contestant.clone()),
        figure(worst(|o| o.shake), 4),
        figure(worst(|o| o.alternation) * 100.0, 1),
        figure(worst(|o| o.stuck_seconds), 2),
        figure(worst(|o| o.climbed), 1),
        figure(worst(|o| o.deepest), 4),
        goal.map_or_else(String::new, |r| r.outcome.goal.clone()),
        broken.join(" "),
    ]
}

/// The answer and the table.
pub fn walker_report(book: &WalkerResults) -> Report {
    let courses = each_once(book.rows.iter().map(|row| row.course.as_str()));
    Report {
        title: "The two-cylinder walker",
        made: book.made.clone(),
        heading: format!(
            "{} · {} · profile {}",
            format::plural(courses.len(), "course", "courses"),
            format::plural(book.rows.len(), "walk", "walks"),
            book.profile
        ),
        verdict: [answer(book)].into_iter().chain(broken(book)).collect(),
        parts: vec![figures(book).into()],
        ..Report::default()
    }
}

/// Everybody who walked, in the order of the results.
fn contestants(book: &WalkerResults) -> Vec<&str> {
    each_once(book.rows.iter().map(|row| row.contestant.as_str()))
}

fn breaks(book: &WalkerResults, name: &str) -> bool {
    let mut own = book.rows.iter().filter(|r| r.contestant == name);
    own.any(|r| !r.outcome.broken().is_empty())
}

/// Whether all who are judged keep their promises, and whether one does not.
fn answer(book: &WalkerResults) -> Sentence {
    let contestants = contestants(book);
    let judged: Vec<&str> = contestants
        .iter()
        .copied()
        .filter(|name| !is_of_the_paper(name))
        .collect();
    let faithless: Vec<&str> = judged.iter().copied().filter(|name| breaks(book, name)).collect();
    let walks = format::plural(book.rows.len(), "walk", "walks");
    let text = match (judged.len(), faithless.len()) {
        (0, _) => format!("{walks}, all by the paper's variants, which are measured and not judged."),
        (_, 0) => format!("No promise broken by {} ({walks}).", listed(&judged)),
        _ => {
            let told = faithless.iter().map(|name| {
                let own = || book.rows.iter().filter(|row| row.contestant == *name);
                let broken = own().filter(|row| !row.outcome.broken().is_empty()).count();
                format!("{name} in {broken} of its {} walks", own().count())
            });
            let told: Vec<String> = told.collect();
            let faithful: Vec<&str> = judged
                .iter()
                .copied()
                .filter(|name| !faithless.contains(name))
                .collect();
            let rest = match faithful.len() {
                0 => String::new(),
                1 => format!("; {} keeps all", listed(&faithful)),
                _ => format!("; {} keep all", listed(&faithful)),
            };
            format!("Promises broken by {}{rest} ({walks}).", told.join(", "))
        }
    };
    let bad = !faithless.is_empty();
    Sentence { text, bad }
}

/// The contestants that break promises, and how often, one sentence each.
fn broken(book: &WalkerResults) -> impl Iterator<Item = Sentence> {
    let faithless = contestants(book).into_iter().filter(|name| breaks(book, name));
    faithless.map(|name| {
        let own: Vec<&CourseWalk> = book.rows.iter().filter(|r| r.contestant == name).collect();
        Sentence {
            text: counted(name, &own),
            bad: !is_of_the_paper(name),
        }
    })
}

/// Whether a contestant is a variant that the paper describes, kept to show its effect.
pub fn is_of_the_paper(contestant: &str) -> bool {
    contestant.ends_with(":literal") || contestant.ends_with(":intended")
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `cylinder:literal: 12 walks of 48 break promises: shake 8, stuck 4; first crater at 125 Hz`.
fn counted(name: &str, rows: &[&CourseWalk]) -> String {
    let broken: Vec<(&CourseWalk, Vec<&str>)> = rows
        .iter()
        .map(|row| (*row, row.outcome.broken()))
        .filter(|(_, broken)| !broken.is_empty())
        .collect();
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for kind in broken.iter().flat_map(|(_, broken)| broken) {
        match kinds.iter_mut().find(|(known, _)| known == kind) {
            Some((_, n)) => *n += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
    let first = broken.first().map_or(String::new(), |(row, _)| {
        format!("; first on {} at {} Hz", row.course, row.hz)
    });
    let whose = if is_of_the_paper(name) {
        " (the paper's variant)"
    } else {
        ""
    };
    format!(
        "{name}{whose}: {} of {} break promises: {}{first}",
        broken.len(),
        format::plural(rows.len(), "walk", "walks"),
        kinds.join(", ")
    )
}

/// The walks of each contestant on each course, all rates together.
fn figures(book: &WalkerResults) -> Table {
    let columns = HEADS.iter().enumerate().map(|(c, head)| match c {
        0 | 1 | 8 => Column::text(*head),
        // The goal in words is long, and the broken promises say whether it was reached.
        7 => Column {
            rank: 9,
            ..Column::text(*head)
        },
        c => Column::numbers(*head, c as u8),
    });
    let row = |rows: &[CourseWalk]| {
        let [cells @ .., broken] = cells(rows);
        let mark = if broken.is_empty() {
            Mark::Plain
        } else {
            Mark::Named("failed")
        };
        let cells = cells.into_iter().map(Cell::from);
        cells.chain([Cell::marked(broken, mark)]).collect()
    };
    Table {
        on: On::DETAILS,
        rows: groups(book).map(row).collect(),
        ..Table::new(
            "all",
            "All figures",
            "The worst of all tick rates.",
            columns.collect(),
        )
    }
}
