//! Errors of suites and of controllers' courses, each with a remedy.

use clipmark_collision::BuildError;
use clipmark_measure::MeasureError;
use clipmark_rows::ResultsError;
use clipmark_rows::known::KnownError;
use clipmark_scene::SceneError;
use std::io;
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
    /// A folder, a filter or a plan that no run can be made of.
    #[error("{0}")]
    Unusable(String),
    /// A file or folder that cannot be read or written, and the remedy.
    #[error("{what}")]
    File {
        /// `cannot write reports; name another folder with --out`.
        what: String,
        /// Why.
        source: io::Error,
    },
}

impl SuiteError {
    /// Makes an error of a file or folder out of the system's.
    pub(crate) fn file(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        |source| Self::File { what, source }
    }
}
