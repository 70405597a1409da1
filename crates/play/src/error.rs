//! Errors of a session, each with a remedy.

use clipmark_collision::BuildError;
use clipmark_collision::recording::RecordingError;
use clipmark_measure::MeasureError;
use clipmark_movement::{CommandError, ProfileError};
use clipmark_scene::SceneError;
use thiserror::Error;

/// Why a session refused something. The session stays as it was.
#[derive(Debug, Error)]
pub enum PlayError {
    /// Nothing is loaded yet.
    #[error("no scene is loaded; load one first")]
    NoScene,
    /// The scene or its map.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The scene's movement or its script.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A backend that cannot be built from this world.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// An unknown profile.
    #[error("{0}")]
    Profile(Box<ProfileError>),
    /// A contestant that is not in play.
    #[error("there is no contestant number {0} in play")]
    NoContestant(usize),
    /// A contestant that has entered already.
    #[error("{0} is in play already")]
    Twice(String),
    /// A body that the backend has no answer for.
    #[error("{contestant} cannot move this profile's body: it sweeps no {kind} of that size")]
    Body {
        /// The contestant.
        contestant: String,
        /// The shape.
        kind: &'static str,
    },
    /// A controller without knowledge of movers.
    #[error(
        "{0} takes no part: its controller is not told of moving parts; let its casts in under Quake's slide move \
         (BACKEND+slide)"
    )]
    NotTold(String),
    /// A tick that was refused.
    #[error("{contestant}: {source}; go back to a spawn")]
    Tick {
        /// The contestant.
        contestant: String,
        /// Why.
        source: CommandError,
    },
    /// A command file that is none.
    #[error("{file}: {source}")]
    Recording {
        /// Its name.
        file: String,
        /// The fault.
        source: RecordingError,
    },
    /// A file that the scene names and the page was not given.
    #[error("{0}: the file is missing; bring it before the scene is loaded")]
    NoFile(String),
    /// Nothing is being recorded.
    #[error("nothing has been recorded; start a recording first")]
    NotRecording,
    /// A spawn that the world does not have.
    #[error("there is no spawn {0}")]
    NoSpawn(usize),
    /// Something that cannot be written as text.
    #[error("cannot write this as text: {0}")]
    Text(String),
}
