//! A page of tables: a verdict, tables whose failures are marked, plots, notes. The bar and the load are shown so.

use crate::error::ReportError;
use crate::frame;
use crate::palette;
use crate::plot::Plot;
use crate::replay::HOVER;
use askama::Template;
use clipmark_record::Made;
use std::path::Path;

/// A figure, and whether it is a failure.
pub(crate) type Cell = (String, bool);

/// One table.
pub(crate) struct Table {
    /// For links; none where it belongs to the heading before it.
    pub(crate) id: Option<String>,
    /// Heading.
    pub(crate) title: String,
    /// The meaning of its figures, in a few words.
    pub(crate) says: String,
    /// Heads of the columns; the first column names a row.
    pub(crate) heads: Vec<String>,
    /// Figures.
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The template's data; the template escapes all of it but the plots.
#[derive(Template)]
#[template(path = "tables.html")]
pub(crate) struct Tables<'a> {
    pub(crate) colours: Vec<(String, palette::Pair)>,
    pub(crate) hover: &'static str,
    pub(crate) title: &'a str,
    pub(crate) heading: String,
    /// Sentences, each with whether it tells of a failure.
    pub(crate) verdict: Vec<(String, bool)>,
    pub(crate) about: &'a str,
    pub(crate) tables: Vec<Table>,
    pub(crate) plots: Vec<(&'a Plot, String)>,
    pub(crate) notes: Vec<String>,
    pub(crate) files: &'a [&'a str],
}

impl Tables<'_> {
    /// An empty page of a title.
    pub(crate) fn titled<'a>(title: &'a str, about: &'a str, files: &'a [&'a str]) -> Tables<'a> {
        Tables {
            colours: palette::variables(),
            hover: HOVER,
            title,
            heading: String::new(),
            verdict: Vec::new(),
            about,
            tables: Vec::new(),
            plots: Vec::new(),
            notes: Vec::new(),
            files,
        }
    }

    /// The page, for a folder.
    pub(crate) fn page(&self, made: &Made, dir: &Path) -> Result<String, ReportError> {
        frame::framed(&self.render()?, made, Some(dir), &[HOVER])
    }
}
