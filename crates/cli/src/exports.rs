//! The one exporter: a verb's results, as JSON, CSV and Markdown, in the requested files.
//!
//! No results lie beside such a file that would name the rules. So CSV has their number as its last column, Markdown as its last
//! line.
//!
//! All files are opened before the work begins, so that a place that cannot be written is known at once. A format that goes
//! to standard output (`-`) takes the place of the table.

use crate::output::Output;
use anyhow::Result;
use clipmark_rows::Results;
use std::path::{Path, PathBuf};

/// The outputs of `--export-json`, `--export-csv` and `--export-markdown`.
pub(crate) struct Exports {
    json: Option<Output>,
    csv: Option<Output>,
    markdown: Option<Output>,
    shows_table: bool,
}

impl Exports {
    pub(crate) fn open(paths: [&Option<PathBuf>; 3]) -> Result<Self> {
        let [json, csv, markdown] = paths;
        let open = |path: &Option<PathBuf>| path.as_deref().map(|p| Output::open(Some(p))).transpose();
        let is_standard = |path: &&Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        Ok(Self {
            json: open(json)?,
            csv: open(csv)?,
            markdown: open(markdown)?,
            shows_table: !paths.iter().any(is_standard),
        })
    }

    /// Whether standard output is free for the table.
    pub(crate) fn shows_table(&self) -> bool {
        self.shows_table
    }

    /// Writes results of rows in each format that is asked for.
    pub(crate) fn results(mut self, results: &Results, csv: &str, markdown: &str) -> Result<()> {
        if let Some(file) = self.json.take() {
            file.export(results.text()?.as_bytes())?;
        }
        for (file, text) in [(self.csv.take(), csv), (self.markdown.take(), markdown)] {
            file.map_or(Ok(()), |file| file.export(text.as_bytes()))?;
        }
        Ok(())
    }
}
