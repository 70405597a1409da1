//! Courses against contestants: each cell lists the broken promises, by how much, at which rate. The worst courses come first.

use crate::format;
use crate::study::{Cell, Column, Mark, On, Shape, Table};
use clipmark_record::each_once;
use clipmark_record::walker::{CourseWalk, Outcome, Replayed, WalkerResults};

/// The table, for these contestants; of equals in the order of the results.
pub(super) fn table(book: &WalkerResults, contestants: &[&str]) -> Table {
    let courses = each_once(book.rows.iter().map(|row| row.course.as_str()));
    let broken = |course: &str| -> usize {
        let worst = contestants.iter().filter_map(|who| book.worst(course, who));
        worst.map(|row| row.outcome.broken().len()).sum()
    };
    let mut counted: Vec<(&str, usize)> = courses
        .into_iter()
        .map(|course| (course, broken(course)))
        .collect();
    counted.sort_by_key(|(_, broken)| std::cmp::Reverse(*broken));
    let row = |(course, _): (&str, usize)| {
        let cells = contestants.iter().map(|who| cell(book, course, who));
        [Cell::from(course)].into_iter().chain(cells).collect()
    };
    let heads = ["course"].into_iter().chain(contestants.iter().copied());
    Table {
        on: On::PAGE,
        shape: Shape::Matrix,
        rows: counted.into_iter().map(row).collect(),
        ..Table::new(
            "courses",
            "Which promise is broken where",
            "A cell names the promises that the contestant breaks on the course, at the tick rate at which it \
             breaks most; a click shows the moment in 3-D. The worst courses come first. ✓: all kept at every \
             rate.",
            heads.map(Column::words).collect(),
        )
    }
}

fn cell(book: &WalkerResults, course: &str, who: &str) -> Cell {
    let broken = |row: &&CourseWalk| !row.outcome.broken().is_empty();
    let Some(row) = book.worst(course, who).filter(broken) else {
        return Cell::marked("✓", Mark::Good);
    };
    let broken = row.outcome.broken().into_iter();
    let broken: Vec<String> = broken.map(|what| said(what, &row.outcome)).collect();
    Cell {
        link: link(book, row),
        ..Cell::marked(
            format!("✗ {} ({} Hz)", broken.join(", "), row.hz),
            Mark::Named("failed"),
        )
    }
}

/// A broken promise with its figure.
fn said(what: &str, o: &Outcome) -> String {
    match what {
        "shake" => format!("shakes {} u", format::length(o.shake)),
        "alternation" => format!(
            "turns back in {} % of ticks",
            format::fixed(100.0 * o.alternation, 0)
        ),
        "stuck" => format!("stuck {} s", format::fixed(o.stuck_seconds, 2)),
        "climbs" => format!("climbs {} u", format::fixed(o.climbed, 1)),
        "in a solid" => format!("{} u in a solid", format::length(o.deepest)),
        "goal" => format!("goal missed: {}", o.goal),
        other => other.to_owned(),
    }
}

/// The page on which a walk is seen, beside the others in its folder.
pub(super) fn file(replayed: &Replayed) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let course: String = replayed.course.chars().map(safe).collect();
    format!("{course}-{}.html", replayed.hz)
}

fn link(book: &WalkerResults, row: &CourseWalk) -> Option<String> {
    let mut all = book.replays.iter();
    let replayed = all.find(|r| r.course == row.course && r.hz == row.hz)?;
    let mut entries = replayed.shown.contestants.iter().enumerate();
    let (index, entry) = entries.find(|(_, e)| e.name == row.contestant)?;
    let tick = entry.movement.marks.first()?.tick;
    Some(format!(
        "replays/{}#tick={tick}&contestant={index}",
        file(replayed)
    ))
}
