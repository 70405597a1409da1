//! The page of the walker's promises: one file with its style and its plots inside.

use super::defects::{self, Line};
use super::text::{HEADS, cells, groups};
use crate::error::ReportError;
use crate::format;
use crate::palette;
use crate::plot::Plot;
use askama::Template;
use clipmark_record::walker::WalkerResults;

/// What the template shows; it escapes all of it but the plots.
#[derive(Template)]
#[template(path = "walker.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    heading: String,
    contestants: Vec<String>,
    defects: Vec<Line>,
    plots: Vec<(&'a Plot, String)>,
    heads: [&'static str; 9],
    rows: Vec<[String; 9]>,
}

pub(crate) fn page(book: &WalkerResults, plots: &[Plot]) -> Result<String, ReportError> {
    let mut contestants: Vec<String> = Vec::new();
    let mut courses: Vec<&str> = Vec::new();
    for row in &book.rows {
        if !contestants.contains(&row.contestant) {
            contestants.push(row.contestant.clone());
        }
        if !courses.contains(&row.course.as_str()) {
            courses.push(&row.course);
        }
    }
    let page = Page {
        colours: palette::variables(),
        heading: format!(
            "{} · {} · profile {}",
            format::plural(courses.len(), "course", "courses"),
            format::plural(book.rows.len(), "walk", "walks"),
            book.profile
        ),
        defects: defects::lines(book, &contestants),
        contestants,
        plots: plots.iter().map(|p| (p, p.inline())).collect(),
        heads: HEADS,
        rows: groups(book).map(cells).collect(),
    };
    Ok(crate::policy::guarded(&page.render()?, &[]))
}
