//! Errors of the judges.

use clipmark_collision::BuildError;
use clipmark_collision::recording::RecordingError;
use clipmark_laws::LawError;
use clipmark_measure::MeasureError;
use clipmark_movement::CommandError;
use clipmark_scene::SceneError;
use clipmark_suite::SuiteError;
use std::path::PathBuf;
use thiserror::Error;

/// Why a judge could not be asked.
#[derive(Debug, Error)]
pub enum JudgesError {
    /// A scene or map.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A contestant, or its run.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A law.
    #[error(transparent)]
    Law(#[from] LawError),
    /// A suite.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// A backend that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A scene that a contestant cannot be built from: it could not be judged there.
    #[error("{scene}: {why}; leave the contestant out")]
    Refused {
        /// The scene.
        scene: String,
        /// Why.
        why: String,
    },
    /// The program that should answer again in a process of its own.
    #[error("cannot run {} again in a process of its own: {source}", .program.display())]
    Program {
        /// The program.
        program: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A command of a recording that no player can give.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A recording that cannot be read.
    #[error("{}: {source}; restore it from the repository", .file.display())]
    Recording {
        /// Its file.
        file: PathBuf,
        /// The fault.
        source: RecordingError,
    },
}
