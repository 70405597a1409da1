//! Courses against contestants: each cell lists the broken promises, by how much, at which rate. The worst courses come first.

use crate::format;
use clipmark_record::walker::{Outcome, Replayed, Row, WalkerResults};

/// A course.
pub(super) struct Line<'a> {
    pub(super) course: &'a str,
    pub(super) cells: Vec<Cell>,
    /// Promises broken by all together.
    broken: usize,
}

/// A contestant on a course.
pub(super) struct Cell {
    /// Broken promises in words; empty where all are kept.
    pub(super) broken: Vec<String>,
    /// Ticks a second at which most are broken.
    pub(super) hz: String,
    /// The moment in 3-D.
    pub(super) link: Option<String>,
}

/// All courses, the worst first; of equals in the order of the results.
pub(super) fn lines<'a>(book: &'a WalkerResults, contestants: &[&str]) -> Vec<Line<'a>> {
    let mut courses: Vec<&str> = Vec::new();
    for row in &book.rows {
        if !courses.contains(&row.course.as_str()) {
            courses.push(&row.course);
        }
    }
    let line = |course: &'a str| {
        let cells: Vec<Cell> = contestants.iter().map(|who| cell(book, course, who)).collect();
        let broken = cells.iter().map(|c| c.broken.len()).sum();
        Line {
            course,
            cells,
            broken,
        }
    };
    let mut lines: Vec<Line> = courses.into_iter().map(line).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.broken));
    lines
}

fn cell(book: &WalkerResults, course: &str, who: &str) -> Cell {
    let Some(row) = book.worst(course, who) else {
        return Cell {
            broken: Vec::new(),
            hz: String::new(),
            link: None,
        };
    };
    Cell {
        broken: row
            .outcome
            .broken()
            .into_iter()
            .map(|what| said(what, &row.outcome))
            .collect(),
        hz: format!("{} Hz", row.hz),
        link: link(book, row),
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
pub(crate) fn file(replayed: &Replayed) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let course: String = replayed.course.chars().map(safe).collect();
    format!("{course}-{}.html", replayed.hz)
}

fn link(book: &WalkerResults, row: &Row) -> Option<String> {
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
