//! `controllers.csv`: a line for each run.

use crate::cells::{Figure, Text, csv_file, row};
use crate::error::ReportError;
use clipmark_record::controllers::{Cell, ControllersResults, Ground, Outcome};

row! {
    /// A row of the CSV: a run, with empty cells where the entrant was refused.
    struct Row<'a> {
        course: Text<'a>,
        contestant: Text<'a>,
        hz: Figure,
        grade: Text<'a>,
        broken: Text<'a>,
        amounts: Text<'a>,
        alone: Text<'a>,
        deepest_u: Option<Figure>,
        stuck_s: Option<Figure>,
        shake_u: Option<Figure>,
        way: Option<Figure>,
        climbed_u: Option<Figure>,
        risen_u: Option<Figure>,
        fastest_ups: Option<Figure>,
        asked_ups: Option<Figure>,
        unexplained_u: Option<Figure>,
        crept_u: Option<Figure>,
        slid_u: Option<Figure>,
        dropped_s: Option<Figure>,
        ns_per_tick: Option<Figure>,
        bytes: Option<usize>,
        said_bytes: Option<usize>,
        repeats: Option<bool>,
        ground: Text<'a>,
    }
}

/// A line for each run.
///
/// # Errors
/// [`ReportError`] if the CSV cannot be made.
pub(super) fn controllers_csv(book: &ControllersResults) -> Result<String, ReportError> {
    csv_file("controllers", rows(book))
}

fn rows(book: &ControllersResults) -> impl Iterator<Item = Row<'_>> {
    book.cells.iter().map(|cell| row(cell, book.ground(&cell.course)))
}

fn row(cell: &Cell, ground: Ground) -> Row<'_> {
    let broken = cell.broken();
    let words: Vec<&str> = broken.iter().map(|b| b.promise.word()).collect();
    let amounts: Vec<&str> = broken.iter().map(|b| b.says.as_str()).collect();
    let row = Row {
        course: cell.course.as_str().into(),
        ground: ground.word().into(),
        contestant: cell.entrant.as_str().into(),
        hz: Figure(cell.hz),
        grade: match cell.refusal() {
            Some(_) => "not asked".into(),
            None => broken.first().map_or("", |b| b.grade.word()).into(),
        },
        broken: words.join("; ").into(),
        amounts: match cell.refusal() {
            Some(why) => why.to_owned().into(),
            None => amounts.join("; ").into(),
        },
        alone: cell.alone.as_ref().map_or("", |a| a.label.word()).into(),
        ..Row::default()
    };
    match &cell.outcome {
        Outcome::Run(run) => Row {
            deepest_u: Some(Figure(run.deepest)),
            stuck_s: Some(Figure(run.stuck)),
            shake_u: Some(Figure(run.shake)),
            way: Some(Figure(run.way)),
            climbed_u: Some(Figure(run.climbed)),
            risen_u: Some(Figure(run.risen)),
            fastest_ups: Some(Figure(run.fastest)),
            asked_ups: Some(Figure(run.asked_speed)),
            unexplained_u: Some(Figure(run.unexplained)),
            crept_u: Some(Figure(run.crept)),
            slid_u: Some(Figure(run.slid)),
            dropped_s: Some(Figure(run.dropped)),
            ns_per_tick: Some(Figure(run.ns_per_tick)),
            bytes: run.bytes.counted,
            said_bytes: Some(run.bytes.said),
            repeats: Some(run.repeats),
            ..row
        },
        _ => row,
    }
}
