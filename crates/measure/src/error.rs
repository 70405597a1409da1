//! Errors of comparisons, each with what to do about it.

use clipmark_collision::BuildError;
use clipmark_collision::recording::RecordingError;
use clipmark_movement::{CommandError, Fault};
use clipmark_scene::{Place, SceneError};
use std::path::PathBuf;
use thiserror::Error;

/// Why a comparison could not be made.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// The scene or its map.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// An unknown planted fault.
    #[error("there is no fault `{name}` to plant; known are {known}")]
    Fault {
        /// As written.
        name: String,
        /// The faults there are.
        known: String,
    },
    /// An unknown contestant.
    #[error(
        "there is no contestant `{name}`; give BACKEND or BACKEND+MOVER with a backend of {backends} and a mover of {movers}"
    )]
    Contestant {
        /// As asked for.
        name: String,
        /// Known backends.
        backends: String,
        /// Known movers.
        movers: String,
    },
    /// An unknown backend.
    #[error("there is no backend `{name}`; give one of {known}")]
    Backend {
        /// As asked for.
        name: String,
        /// Known ones.
        known: String,
    },
    /// A run that led where no tick can be played any more.
    #[error(
        "{file}: {contestant} cannot play this to the end: {source}; shorten the script, or report a fault of {contestant}"
    )]
    RunLost {
        /// Who.
        contestant: String,
        /// The scene's file.
        file: String,
        /// Why the tick was refused.
        source: CommandError,
    },
    /// No contestants at all.
    #[error("no contestants are named; give at least one, such as `bsp`")]
    NoContestants,
    /// The same contestant twice.
    #[error("contestant `{0}` is named twice; name each once")]
    Twice(String),
    /// A movement that there is not.
    #[error("{file}{place}: {fault}")]
    Profile {
        /// Scene file.
        file: String,
        /// Where in it.
        place: Place,
        /// What is wrong.
        fault: Box<Fault>,
    },
    /// A backend that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A player whose hull the movement cannot use.
    #[error("{file}: player.hull: {why}")]
    Hull {
        /// Scene file.
        file: String,
        /// What is wanted.
        why: &'static str,
    },
    /// A recorded command file.
    #[error("{}: {source}", .file.display())]
    Recording {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        source: RecordingError,
    },
    /// A body that a backend has no answer for.
    #[error(
        "{file}: {contestant} cannot move a {kind} {bounds}: it has no hull of that size; leave {contestant} out, or play by a profile whose player the map was compiled for"
    )]
    NoSuchBody {
        /// Scene file.
        file: String,
        /// Who.
        contestant: String,
        /// Kind of shape.
        kind: &'static str,
        /// Its bounds.
        bounds: String,
    },
    /// A start in a solid.
    #[error(
        "{file}: player.start: the player starts {depth:.3} units inside a solid at {at}; move the start to a free place"
    )]
    StartsInSolid {
        /// Scene file.
        file: String,
        /// How deep.
        depth: f64,
        /// Where.
        at: String,
    },
    /// A sweep to explain that there is not, or that tells nothing.
    #[error(
        "--explain {number}: it is not one of the {sweeps} sweeps, or it comes near nothing, so GJK is never asked; {telling}"
    )]
    Explain {
        /// As asked for.
        number: usize,
        /// How many there are.
        sweeps: usize,
        /// Which would do.
        telling: String,
    },
    /// A case that cannot be asked again.
    #[error("{why}; give a case as a report keeps it")]
    Case {
        /// What of it is wrong.
        why: String,
    },
    /// A walker of the bar was led where no tick can be played any more.
    #[error("{map}: walker {walker} of {contestant} is lost: {source}; report a fault of {contestant}")]
    WalkerLost {
        /// The map.
        map: String,
        /// Who.
        contestant: String,
        /// Which of the walkers.
        walker: usize,
        /// Why the tick was refused.
        source: CommandError,
    },
}
