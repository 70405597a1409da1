//! What a reader sees of results: one line of what was asked, tables, at most three sentences, and the page with the same and what
//! folds. The closing line is the verb's, which knows the exit code.

use crate::error::ReportError;
use crate::frame;
use crate::palette;
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
    /// In their order.
    pub tables: Vec<Table>,
    /// At most three sentences.
    pub notes: Vec<String>,
    /// Tables that the page alone has, folded: heading and table.
    pub folded: Vec<(String, Table)>,
}

#[derive(Template)]
#[template(path = "sheet.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    sheet: &'a Sheet,
    files: &'a [&'a str],
}

impl Sheet {
    /// For the terminal, without the closing line.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.asked);
        for table in &self.tables {
            out += &format!("\n{}", table.text());
        }
        let said = self.notes.iter().chain([&self.since]);
        let said: Vec<&str> = said.map(String::as_str).filter(|s| !s.is_empty()).collect();
        if !said.is_empty() {
            out += &format!("\n{}\n", said.join("\n"));
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
        let page = Page {
            colours: palette::variables(),
            sheet: self,
            files,
        };
        frame::framed(&page.render()?, made, Some(dir), &[])
    }
}
