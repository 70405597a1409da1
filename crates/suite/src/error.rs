//! Errors of suites, walker's courses and controllers' courses, each with a remedy.

use clipmark_collision::BuildError;
use clipmark_measure::MeasureError;
use clipmark_movement::CommandError;
use clipmark_rows::ResultsError;
use clipmark_rows::known::KnownError;
use clipmark_scene::SceneError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a suite could not be played, or its run not be kept.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// A suite's file, or a scene of it.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// An unknown contestant or profile, or a scene that no contestant can play.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A backend that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A file of results that cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A list of known failures that cannot be used.
    #[error(transparent)]
    Known(#[from] KnownError),
    /// A folder of suites that cannot be read.
    #[error("cannot read the suites in {}; name their folder with --suites", .folder.display())]
    Suites {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder without a suite.
    #[error("{} holds no suite (.ron); name their folder with --suites", .0.display())]
    NoSuites(PathBuf),
    /// A course that there is not.
    #[error("no course of {} has `{word}` in its name; `compare list courses` has all", .folder.display())]
    NoCourse {
        /// Where it was looked for.
        folder: PathBuf,
        /// As asked for.
        word: String,
    },
    /// A folder without courses, or an unreadable folder.
    #[error("{} holds no course (.ron): {why}; name their folder with --courses", .folder.display())]
    Courses {
        /// The folder.
        folder: PathBuf,
        /// Why.
        why: String,
    },
    /// A suite that there is not.
    #[error("no suite of {} is called `{name}`; `compare suite families --list` has all", .folder.display())]
    Unknown {
        /// Where it was looked for.
        folder: PathBuf,
        /// As asked for.
        name: String,
    },
    /// A run that is asked for twice, such as by two equal tick rates.
    #[error("{0} is asked for twice; name each rate and map once")]
    Twice(String),
    /// A folder that cannot be written.
    #[error("cannot write {}; name another folder with --out", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder that holds something else.
    #[error("{} holds {found}, which is no part of results; name another folder with --out", .folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The present value.
        found: String,
    },
    /// A file of the folder that cannot be read, written or deleted.
    #[error("cannot {does} {}", .file.display())]
    File {
        /// `read`, `write` or `delete`.
        does: &'static str,
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A value that cannot be written as JSON: no run holds one.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A course gave a command that no player can.
    #[error("course {course}: {source}")]
    Walk {
        /// The course.
        course: String,
        /// Why.
        source: CommandError,
    },
}

impl SuiteError {
    pub(crate) fn file(does: &'static str, file: &Path, source: io::Error) -> Self {
        Self::File {
            does,
            file: file.into(),
            source,
        }
    }
}
