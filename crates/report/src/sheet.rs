//! What a reader sees of results: one line of what was asked, tables, a few sentences, and the page with the same, plots and what
//! folds. The closing line is the verb's, which knows the exit code.

use crate::error::ReportError;
use crate::frame;
use crate::grid::wrapped;
use crate::palette;
use crate::plot::Plot;
use crate::replay::HOVER;
use crate::style::clean;
use askama::Template;
use clipmark_rows::{Made, Table};
use std::path::Path;

/// Tables of results with the words around them.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The page's heading.
    pub title: String,
    /// What was asked, in a line.
    pub asked: String,
    /// The page's answer in a sentence.
    pub headline: String,
    /// What changed since the run before; empty where there is none.
    pub since: String,
    /// How it was measured, for the page; empty where its name says it.
    pub about: String,
    /// In their order.
    pub tables: Vec<Table>,
    /// What a reader must know of the figures; a terminal shows the first few.
    pub notes: Vec<String>,
    /// Tables that the page alone has, folded: heading and table.
    pub folded: Vec<(String, Table)>,
    /// Beside the page, and in it.
    pub plots: Vec<Plot>,
}

/// Columns of a terminal.
const WIDTH: usize = 80;
/// Sentences on a terminal.
const SENTENCES: usize = 6;

#[derive(Template)]
#[template(path = "sheet.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    sheet: &'a Sheet,
    files: &'a [&'a str],
    scripts: &'a [&'static str],
}

impl Sheet {
    /// For the terminal, without the closing line.
    pub fn text(&self) -> String {
        let mut out = lines(&self.asked);
        for table in &self.tables {
            out += &format!("\n{}", table.text());
        }
        let more = self.notes.len().saturating_sub(SENTENCES);
        let more = (more > 0).then(|| format!("{more} more on the page"));
        let notes = self
            .notes
            .iter()
            .take(SENTENCES)
            .chain(&more)
            .chain([&self.since]);
        let notes: String = notes.map(|note| lines(note)).collect();
        if !notes.is_empty() {
            out += &format!("\n{notes}");
        }
        out + "\n"
    }

    /// As Markdown.
    pub fn markdown(&self, made: &Made) -> String {
        let mut out = format!("{}\n\n{}\n", self.asked, self.headline);
        for table in &self.tables {
            out += &format!("\n{}", table.markdown());
        }
        for note in &self.notes {
            out += &format!("\n{note}\n");
        }
        out + &format!("\nRules {}.\n", made.rules)
    }

    /// The page, for a folder in which these files lie.
    ///
    /// # Errors
    /// [`ReportError::Page`].
    pub fn page(&self, made: &Made, files: &[&str], dir: &Path) -> Result<String, ReportError> {
        let scripts: &[&str] = if self.plots.is_empty() { &[] } else { &[HOVER] };
        let page = Page {
            colours: palette::variables(),
            sheet: self,
            files,
            scripts,
        };
        frame::framed(&page.render()?, made, Some(dir), scripts)
    }
}

/// A text in lines of a terminal.
fn lines(text: &str) -> String {
    wrapped(&clean(text), "  ", WIDTH)
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}
