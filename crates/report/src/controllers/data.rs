//! `controllers.csv`: a line for each run.

use crate::cells::csv;
use crate::error::ReportError;
use clipmark_record::controllers::{ControllersResults, Outcome};

/// A line for each run, with empty cells where the entrant was refused.
///
/// # Errors
/// [`ReportError`] if the CSV cannot be made.
pub(super) fn controllers_csv(book: &ControllersResults) -> Result<String, ReportError> {
    let cells = book.cells.iter().map(|cell| {
        let run = match &cell.outcome {
            Outcome::Run(run) => Some(run),
            _ => None,
        };
        (cell, cell.broken(), run)
    });
    csv!("controllers", cells, |(cell, broken, run)| {
        course: cell.course.as_str(),
        contestant: cell.entrant.as_str(),
        hz: cell.hz,
        grade: match cell.refusal() {
            Some(_) => "not asked",
            None => broken.first().map_or("", |b| b.grade.word()),
        },
        broken: broken.iter().map(|b| b.promise.word()).collect::<Vec<_>>().join("; "),
        amounts: match cell.refusal() {
            Some(why) => why.to_owned(),
            None => broken.iter().map(|b| b.in_full()).collect::<Vec<_>>().join("; "),
        },
        alone: cell.alone.as_ref().map_or("", |a| a.label.word()),
        deepest_u: run.map(|run| run.deepest),
        stuck_s: run.map(|run| run.stuck),
        shake_u: run.map(|run| run.shake),
        way: run.map(|run| run.way),
        climbed_u: run.map(|run| run.climbed),
        risen_u: run.map(|run| run.risen),
        fastest_ups: run.map(|run| run.fastest),
        asked_ups: run.map(|run| run.asked_speed),
        unexplained_u: run.map(|run| run.unexplained),
        crept_u: run.map(|run| run.crept),
        slid_u: run.map(|run| run.slid),
        dropped_s: run.map(|run| run.dropped),
        ns_per_tick: run.map(|run| run.ns_per_tick),
        bytes: run.and_then(|run| run.bytes.counted),
        said_bytes: run.map(|run| run.bytes.said),
        repeats: run.map(|run| run.repeats),
        ground: book.ground(&cell.course).word(),
    })
}
