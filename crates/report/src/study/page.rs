//! The page of a report: one file with its style and its plots inside.

use super::{Cell, File, Mark, Report, Sentence, Table};
use crate::error::ReportError;
use crate::frame;
use crate::palette;
use crate::plot::Plot;
use crate::replay::HOVER;
use askama::Template;
use std::path::Path;

/// A link into a folded part unfolds it.
const UNFOLD: &str = include_str!("../../assets/unfold.js");

/// The template's data; the template escapes all of it but the plots.
#[derive(Template)]
#[template(path = "study.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    scripts: [&'static str; 2],
    title: &'a str,
    heading: String,
    verdict: &'a [Sentence],
    since: &'a [Sentence],
    about: &'a str,
    tables: &'a [Table],
    plots: &'a [Plot],
    notes: &'a [String],
    files: Vec<&'a str>,
}

/// The page for a folder, beside these files.
pub(super) fn page(report: &Report, files: &[File], dir: &Path) -> Result<String, ReportError> {
    let heading = [&*report.heading, &report.machine];
    let heading: Vec<&str> = heading.into_iter().filter(|part| !part.is_empty()).collect();
    let page = Page {
        colours: palette::variables(),
        scripts: [HOVER, UNFOLD],
        title: report.title,
        heading: heading.join(" · "),
        verdict: &report.verdict,
        since: &report.since,
        about: report.about,
        tables: &report.tables,
        plots: &report.plots,
        notes: &report.notes,
        files: linked(files),
    };
    frame::framed(&page.render()?, &report.made, Some(dir), &page.scripts)
}

/// The files that the page names: one in a folder by its folder; a plot is named below its drawing.
fn linked(files: &[File]) -> Vec<&str> {
    let mut names = Vec::new();
    for file in files {
        let name = match file.name.find('/') {
            Some(at) => &file.name[..=at],
            None => &file.name,
        };
        if !name.ends_with(".svg") && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Text and code of a paragraph in turns: what stands between backticks is code.
fn pieces(text: &str) -> Vec<(&str, bool)> {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(n, part)| (part, n % 2 == 1));
    parts.filter(|(part, _)| !part.is_empty()).collect()
}

impl Table {
    /// A column's head in the parts between which a narrow column may break it.
    fn head(&self, column: usize) -> Vec<&str> {
        self.columns[column].head.split_inclusive([':', '+']).collect()
    }

    /// The columns that the page shows.
    fn visible_columns(&self) -> Vec<usize> {
        let on = |c: &usize| self.columns[*c].on.page;
        (0..self.columns.len()).filter(on).collect()
    }
}

impl Cell {
    /// The cell's classes.
    fn class(&self, column: &super::Column) -> String {
        let mark = match self.mark {
            Mark::Plain => "",
            Mark::Bad => "failed",
        };
        let side = if column.is_words { "left" } else { "" };
        format!("{side} {mark}").trim().to_owned()
    }

    /// The text with its mark.
    fn text_with_mark(&self) -> String {
        match self.mark {
            Mark::Bad => format!("{} ✗", self.written()).trim_start().to_owned(),
            _ => self.written().to_owned(),
        }
    }
}
