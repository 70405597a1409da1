//! Why a run cannot go on, or shards not be put together.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run cannot go on, or shards not be put together.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file of the folder that cannot be read or written.
    #[error("cannot {does} {}", .file.display())]
    File {
        /// `read` or `write`.
        does: &'static str,
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder that holds no run.
    #[error("{} holds no run: it has no {plan}; give a folder that a run with --shard wrote", .folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// The missing plan.
        plan: &'static str,
    },
    /// A plan in another form than this version's.
    #[error("{} was written by another version; run it anew into another folder (--out)", .file.display())]
    OtherVersion {
        /// The plan.
        file: PathBuf,
    },
    /// A folder that is in use by another verb.
    #[error("{} holds a run of `{verb}` and not of `{wanted}`; name another folder with --out", .folder.display())]
    OtherVerb {
        /// The folder.
        folder: PathBuf,
        /// The verb of its run.
        verb: String,
        /// The expected verb.
        wanted: String,
    },
    /// Folders that are no shards of one run.
    #[error("{0}")]
    Shards(String),
    /// A value that cannot be written as JSON: no run holds one.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl JournalError {
    pub(crate) fn file(does: &'static str, file: &Path, source: io::Error) -> Self {
        Self::File {
            does,
            file: file.into(),
            source,
        }
    }
}
