//! Errors of comparisons, each with a remedy.

use crate::placed::RunFile;
use clipmark_collision::BuildError;
use clipmark_collision::recording::RecordingError;
use clipmark_geometry::BrushError;
use clipmark_movement::moving::{PlaybackError, Unplayable};
use clipmark_movement::{CommandError, ProfileError};
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
        "there is no contestant `{name}`{meant}; give BACKEND or BACKEND+MOVER with a backend of {backends} and a \
         mover of {movers}"
    )]
    Contestant {
        /// As asked for.
        name: String,
        /// Which may be meant: empty, or `, did you mean …?`.
        meant: String,
        /// Known backends.
        backends: String,
        /// Known movers.
        movers: String,
    },
    /// Nobody is left to compare.
    #[error("there was a panic with each contestant: {0}")]
    AllPanicked(String),
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
    /// A contestant of another crate that cannot take part under its name.
    #[error("contestant `{name}` cannot take part: {why}")]
    Guest {
        /// Name of its row.
        name: String,
        /// The fault and the remedy.
        why: String,
    },
    /// Anything about a contestant that a scene names.
    #[error("{file}{place}: {source}")]
    At {
        /// Scene file.
        file: String,
        /// Where in it.
        place: Place,
        /// The fault.
        source: Box<MeasureError>,
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
        /// The contestant.
        contestant: String,
        /// The scene's file.
        file: String,
        /// Why the tick was refused.
        source: CommandError,
    },
    /// A controller without knowledge of movers.
    #[error(
        "{file}: {contestant}'s controller is not told of moving parts and other players; leave {contestant} out, or play \
         its casts under Quake's slide move (BACKEND+slide). `compare suite controllers --courses FOLDER` asks controllers that \
         can be told"
    )]
    NotMoved {
        /// Scene file.
        file: String,
        /// The contestant.
        contestant: String,
    },
    /// Another player who starts in something.
    #[error("{file}{place}: this player starts inside {what}; choose another start")]
    OtherStartsInside {
        /// Scene file.
        file: String,
        /// Where in it.
        place: Box<clipmark_scene::Place>,
        /// What it starts in.
        what: String,
    },
    /// A moving part that the movement's engine has not.
    #[error(
        "{file}{place}: {what}, which Quake III's movement has and {profile} has not; leave it out, or set profile: \"quake3\""
    )]
    NoSuchMover {
        /// Scene file.
        file: String,
        /// Where in it.
        place: Place,
        /// The kind of thing.
        what: &'static str,
        /// The movement.
        profile: String,
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
        /// The fault.
        fault: Box<ProfileError>,
    },
    /// A backend that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A player whose hull the movement cannot use.
    #[error("{file}: player.hull: {why}")]
    Hull {
        /// Scene file.
        file: String,
        /// The expected value.
        why: &'static str,
    },
    /// A recorded command file.
    #[error("{}: {source}", .file.display())]
    Recording {
        /// The file.
        file: PathBuf,
        /// The fault.
        source: RecordingError,
    },
    /// A body that a backend has no answer for.
    #[error(
        "{file}: {contestant} cannot move a {kind} {bounds}: it has no hull of that size; leave {contestant} out, or \
         play by a profile whose player the map was compiled for"
    )]
    NoSuchBody {
        /// Scene file.
        file: String,
        /// The contestant.
        contestant: String,
        /// Kind of shape.
        kind: &'static str,
        /// Its bounds.
        bounds: String,
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
    /// A world in which everybody would fall for ever.
    #[error(
        "{file}: there is nothing that all of its contestants collide with; give a world with solids, or leave out who \
         does not collide with triangles or patches"
    )]
    NothingToMeet {
        /// Scene file.
        file: String,
    },
    /// A start in a solid.
    #[error("{file}{place}: the player starts {depth:.3} u inside a solid at {at}; move the start {free}")]
    StartsInSolid {
        /// Scene file.
        file: String,
        /// Where in it.
        place: Box<Place>,
        /// To where: the height above that is free, or any free place.
        free: String,
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
        /// The faulty part.
        why: String,
    },
    /// A sweep or run that no library can be asked.
    #[error("{who}: {why}")]
    NoQuestion {
        /// The contestant, or its part.
        who: String,
        /// The reason and the remedy.
        why: String,
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
    /// A recording that places a model which the map does not have.
    #[error(
        "the recording places model *{number}, and the map has {models} models besides its world; give the map \
         that it was made on"
    )]
    NoModel {
        /// Number of the model.
        number: usize,
        /// How many there are.
        models: usize,
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
    /// Answers that cannot be written.
    #[error("the answers cannot be written: {0}")]
    Write(std::io::Error),
}
