//! Errors of writing a report, each with a remedy.

use std::path::PathBuf;

/// Why a report was not written. Nothing of it is left behind, and an older report stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A folder or file cannot be made.
    #[error("cannot write the report to {path}: {source}; free the place, or name another folder with --out")]
    Unwritable {
        /// The file or folder that could not be made.
        path: PathBuf,
        /// The system's message.
        source: std::io::Error,
    },
    /// The folder holds something that is not part of a report, and would be lost.
    #[error(
        "{path} holds {found}, which is no part of a report and would be replaced; name another folder with --out"
    )]
    NotAReport {
        /// The folder asked for.
        path: PathBuf,
        /// The first such file found.
        found: String,
    },
    /// The folder holds a report in the files of an older version.
    #[error(
        "{path} holds {found}, of a report of an older version; remove it, or name another folder with --out"
    )]
    OlderReport {
        /// The folder asked for.
        path: PathBuf,
        /// A file that reports had.
        found: String,
    },
    /// The folder holds the results of another study, and they would be lost.
    #[error("{path} holds results of `{study}`, which would be replaced; name another folder with --out")]
    OtherStudy {
        /// The folder asked for.
        path: PathBuf,
        /// The study that stands there.
        study: String,
    },
    /// A plot cannot be drawn.
    #[error("cannot draw {name}: {message}")]
    Plot {
        /// Name of the plot.
        name: String,
        /// The plotting library's message.
        message: String,
    },
    /// The numbers cannot be put in JSON.
    #[error("cannot encode results.jsonl: {0}")]
    Json(#[from] serde_json::Error),
    /// The numbers cannot be put in CSV.
    #[error("cannot encode {name}.csv: {source}")]
    Csv {
        /// Name of the table.
        name: &'static str,
        /// The library's message.
        source: csv::Error,
    },
    /// The page cannot be filled in.
    #[error("cannot fill in index.html: {0}")]
    Page(#[from] askama::Error),
}
