//! Errors of comparisons, each with a remedy.

use crate::placed::RunFile;
use clipmark_collision::BuildError;
use clipmark_collision::recording::RecordingError;
use clipmark_geometry::BrushError;
use clipmark_movement::CommandError;
use clipmark_movement::moving::{PlaybackError, Unplayable};
use clipmark_scene::{Place, SceneError};
use std::path::PathBuf;
use thiserror::Error;

/// Why a comparison could not be made.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// What is asked for cannot be, and the remedy.
    #[error("{0}")]
    Refused(String),
    /// The same of a place in a scene.
    #[error("{file}{place}: {why}")]
    InScene {
        /// Scene file.
        file: String,
        /// Where in it.
        place: Box<Place>,
        /// The fault and the remedy.
        why: String,
    },
    /// The scene or its map.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A backend that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A library of others whose feature this build was made without.
    #[error(
        "`{name}` is not in this build; build with its feature: cargo run --release -p compare --features {feature} -- ...{needs}"
    )]
    NotBuilt {
        /// As asked for.
        name: String,
        /// The feature to build with.
        feature: &'static str,
        /// Needs of that build besides Rust: empty, or ` (needs …)`.
        needs: &'static str,
    },
    /// A run that led where no tick can be played any more.
    #[error(
        "{file}: {contestant} cannot play this to the end: {source}; shorten the script, or report a fault of {contestant}"
    )]
    RunLost {
        /// The contestant.
        contestant: String,
        /// The scene's file.
        file: String,
        /// Why the tick was refused.
        source: CommandError,
    },
    /// The two-cylinder walker on a backend that knows bodies of fixed sizes alone.
    #[error(
        "{file}: {contestant} cannot play: the two-cylinder walker's lower cylinder grows with the speed, and {backend} has \
         trees for fixed sizes alone; leave {contestant} out, or walk on bsp+pair"
    )]
    NoSizeForWalker {
        /// Scene file.
        file: String,
        /// The contestant.
        contestant: String,
        /// Its backend.
        backend: &'static str,
    },
    /// A sweep or run that no library can be asked.
    #[error("{who}: {why}")]
    NoQuestion {
        /// The contestant, or its part.
        who: String,
        /// The reason and the remedy.
        why: String,
    },
    /// A recorded command file.
    #[error("{}: {source}", .file.display())]
    Recording {
        /// The file.
        file: PathBuf,
        /// The fault.
        source: RecordingError,
    },
    /// A brush of a generated town that is no solid.
    #[error("a brush of the town: {0}; report it with the seed")]
    Town(BrushError),
    /// An input that cannot command the players of a server.
    #[error("{file}: {why}")]
    LoadInput {
        /// The scene, or the file of commands.
        file: String,
        /// The fault and the remedy.
        why: String,
    },
    /// A line of a recorded run's file.
    #[error("{line}")]
    RunLine {
        /// Which file.
        file: RunFile,
        /// The line and its fault.
        line: RecordingError,
    },
    /// A recorded run that cannot be played.
    #[error(transparent)]
    Playback(#[from] PlaybackError),
    /// A moving world that cannot be made.
    #[error(transparent)]
    MovingWorld(#[from] Unplayable),
}

impl MeasureError {
    /// A fault of a place in a scene, and its remedy.
    pub fn in_scene(file: impl Into<String>, place: Place, why: impl ToString) -> Self {
        Self::InScene {
            file: file.into(),
            place: Box::new(place),
            why: why.to_string(),
        }
    }
}
