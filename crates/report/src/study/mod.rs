//! A study: what was asked, what came out, and the files that keep it. A study says what a reader is told, in a [`Report`]. How it
//! looks on the terminal, as Markdown and as a page is decided here once for all.
//!
//! A new study is a type of `clipmark-record` with its rows, and a file here that makes its [`Report`].

mod folder;
mod markdown;
mod page;
mod parts;
mod since;
mod terminal;

pub use folder::{Written, prepare_study, write_study};
pub use markdown::study_markdown;
pub use terminal::study_text;

pub(crate) use since::{VERDICTS, since, written};

pub(crate) use parts::{Cell, Column, Mark, Sentence, Table};

use crate::error::ReportError;
use crate::plot::Plot;
use clipmark_record::Made;
use clipmark_record::verdicts::Verdict;
use serde::Serialize;

/// What a study tells a reader: first the answer, then figures, then what they mean.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The page's title.
    pub(crate) title: &'static str,
    /// The question and how it is put, in a paragraph of the page.
    pub(crate) about: &'static str,
    /// What made it.
    pub(crate) made: Made,
    /// What was asked, in a line.
    pub(crate) heading: String,
    /// What it ran on, for the page.
    pub(crate) machine: String,
    /// The answer.
    pub(crate) verdict: Vec<Sentence>,
    /// What changed since the report that it replaces: a sentence, then the changes. Empty outside of a folder.
    pub(crate) since: Vec<Sentence>,
    /// In their order.
    pub(crate) tables: Vec<Table>,
    /// What the figures mean.
    pub(crate) notes: Vec<String>,
    /// Plots below the tables, and beside the page.
    pub(crate) plots: Vec<Plot>,
}

/// A file beside the page.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path in the study's folder.
    pub name: String,
    /// Its contents.
    pub text: String,
}

impl File {
    /// A file of a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// Results that are shown and kept.
pub trait Study: Serialize {
    /// The name of its JSON file and its CSV, without their ending.
    const NAME: &'static str;
    /// The name of its results, where these are rows; otherwise a JSON file of its name.
    const KEPT: Option<&'static str> = None;
    /// The name of its Markdown file.
    const MARKDOWN: &'static str = "table.md";
    /// Names of files and folders that its folder may hold besides. Only a folder that holds nothing else is ever replaced.
    const PARTS: &'static [&'static str] = &[];
    /// Its fields with settings that two runs must share to be compared. Contestants and questions are compared where both have them.
    const ASKED: &'static [&'static str] = &[];

    /// What a reader is told.
    ///
    /// # Errors
    /// [`ReportError::Plot`] when the plotting library refuses.
    fn report(&self) -> Result<Report, ReportError>;

    /// Every contestant's verdict on every question, without times: two runs of equal answers have equal ones.
    fn verdicts(&self) -> Vec<Verdict>;

    /// Its rows, for a study that has such.
    ///
    /// # Errors
    /// [`ReportError::Csv`] when a row cannot be written.
    fn csv(&self) -> Result<Option<String>, ReportError> {
        Ok(None)
    }

    /// All that was found, to be read again.
    ///
    /// # Errors
    /// [`ReportError::Json`].
    fn json(&self) -> Result<String, ReportError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Files besides page, JSON, CSV, Markdown and plots.
    ///
    /// # Errors
    /// Any [`ReportError`].
    fn files(&self) -> Result<Vec<File>, ReportError> {
        Ok(Vec::new())
    }
}
