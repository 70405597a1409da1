//! The moving world of Quake III: movers first, in the order of their numbers, then the players' commands.
//!
//! Source: recordings of moving worlds and their description (`docs/moving.md`); places, times and turns are equal to theirs to
//! the bit. Departures: game types other than free for all, items and missiles are not played.

mod build;
mod command;
mod controlled;
mod entities;
mod event;
mod link;
mod live;
mod push;
mod recorded;
mod solo;
mod team;
mod trains;
mod triggers;
mod using;
mod view;

pub use build::{Quake3Setup, Unplayable};
pub use command::Quake3Command;
pub use entities::{Entities, EntityPart, EntityTrigger};
pub use event::Event;
pub use recorded::{FORMAT, PlayerState};
pub use view::MoverState;

use crate::body::Body;
use crate::moving::{Part, Trajectory};
use crate::push::PushVariation;
use crate::push::numbers::{Game, Numbers};
use crate::push::sectors::Sectors;
use crate::setup::Setup;
use clipmark_collision::Work;
use clipmark_collision::placed::Placed;
use clipmark_geometry::{Aabb, Hull, Point, Vec3};

/// The world's number as ground, in recordings.
pub const WORLD: i32 = 1022;
/// Number that recordings give to nothing.
pub const NOTHING: i32 = 1023;
/// Players' numbers.
pub(super) const PLAYERS: Numbers = Numbers {
    first: 0,
    count: Game::QUAKE3.players,
};

/// Where a part that goes between two places is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// At its first place.
    #[default]
    First,
    /// At its second place.
    Second,
    /// On the way to the second.
    Opening,
    /// On the way to the first.
    Closing,
}

impl Stage {
    /// The number that recordings give it.
    pub fn number(self) -> u8 {
        match self {
            Self::First => 0,
            Self::Second => 1,
            Self::Opening => 2,
            Self::Closing => 3,
        }
    }

    /// The stage that recordings give that number.
    pub fn of_number(number: i32) -> Option<Self> {
        let all = [Self::First, Self::Second, Self::Opening, Self::Closing];
        all.into_iter().find(|stage| i32::from(stage.number()) == number)
    }
}

/// A mover's act when its time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Think {
    Nothing,
    /// Its team begins at its first place.
    Settle,
    /// Its team goes back to its first place.
    GoBack,
    /// A train begins its round.
    BeginRound,
    /// A train leaves a corner.
    Leave,
}

/// A moving part.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    /// Its number among the game's entities.
    pub(super) number: i32,
    /// Index of its model among the world's.
    pub(super) model: usize,
    pub(super) part: Part,
    /// Hurts a body that blocks it and goes on, where others turn round.
    pub(super) crusher: bool,
    /// Bounds in its own frame, a unit larger on each side.
    pub(super) bounds: Aabb,
    pub(super) places: [Vec3; 2],
    pub(super) speed: f32,
    pub(super) wait_msec: f32,
    pub(super) damage: i32,
    pub(super) position: Trajectory,
    pub(super) angles: Trajectory,
    /// Where it is now, which may be a rounding off its trajectory.
    pub(super) origin: Vec3,
    pub(super) turned: Vec3,
    pub(super) stage: Stage,
    pub(super) next_think: i32,
    pub(super) think: Think,
    /// Index of its team's captain; its own where it is alone or the captain.
    pub(super) captain: usize,
    /// Index of the next of its team.
    pub(super) next: Option<usize>,
    /// Corner that it goes to or waits at next.
    pub(super) corner: usize,
    pub(super) name: Option<String>,
    /// Whether touch sets it going.
    pub(super) opens_by_touch: bool,
    pub(super) target: Option<String>,
}

/// The act of a trigger.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Opens a door, by the index of its captain.
    Open(usize),
    /// Raises a lift.
    Raise(usize),
    Push(Vec3),
    Teleport(Point, Vec3),
    /// Uses the entity of that name. The rest in milliseconds: when it may again.
    Use(String, f32, i32),
}

/// A trigger.
#[derive(Clone, Debug)]
pub(super) struct Trigger {
    pub(super) number: i32,
    pub(super) act: Act,
    /// Whether its box counts, and not its brushes.
    pub(super) is_plain: bool,
    pub(super) bounds: Aabb,
}

/// A player in a moving world.
#[derive(Clone, Debug)]
pub struct Rider {
    /// The movement's state of it.
    pub body: Body,
    /// Its ground: a mover's or player's number, 1022 for the world, 1023 for nothing.
    pub ground: i32,
    /// The same as others know it, who may have pushed it off.
    pub entity_ground: i32,
    /// Time of its last command, in milliseconds.
    pub command_msec: i32,
    /// Added to the angles of commands, pitch and yaw, in 65,536ths of a turn.
    pub turn: [i32; 2],
    /// Where it looks since its last command, in degrees.
    pub view_yaw: f32,
    /// Where others meet it.
    pub link: Point,
    /// Health; 0 and fewer is dead.
    pub health: i32,
    /// Whether damage is taken.
    pub god: bool,
    /// Height of its eyes over its origin since its last command, in units.
    pub eyes: i32,
    /// Angles of its last command, in 65,536ths of a turn.
    pub(super) held: [i32; 2],
}

impl Rider {
    /// Whether it is dead.
    pub fn is_dead(&self) -> bool {
        self.health <= 0
    }
}

/// A world of Quake III that moves.
pub struct Quake3World<B> {
    pub(super) placed: Placed<B>,
    /// Triggers and players by place, each in lists of their own. A player looks for triggers alone, a mover for players alone.
    pub(super) trigger_sectors: Sectors,
    pub(super) player_sectors: Sectors,
    pub(super) movers: Vec<Mover>,
    pub(super) triggers: Vec<Trigger>,
    pub(super) players: Vec<Rider>,
    /// Whether players are in the world yet.
    pub(super) joined: bool,
    /// Number of the first body model: standing; then crouched, then dead.
    pub(super) bodies: usize,
    /// Time of this frame and of the one before, in milliseconds.
    pub(super) now: i32,
    pub(super) before: i32,
    /// Order in which movers and triggers have their turn.
    pub(super) turns: Vec<Turn>,
    pub(super) alive: Setup,
    pub(super) dead: Setup,
    /// Players whom another library's controller moves: all or none.
    led: Vec<controlled::ControlledPlayer>,
    /// Index of the first player's model among the world's: a controller is told of other players by their models.
    body_models: Option<usize>,
    /// The part of a living body that must stay out of solids, standing and crouched.
    pub(super) solids: [Hull; 2],
    pub(super) work: Work,
    /// Players moved by the push under way, to put back if it is blocked.
    shifted: Vec<push::Shifted>,
    /// A list for near bodies, kept so that it need not be allocated.
    pub(super) near: Vec<u32>,
    /// Events since they were last taken.
    pub(super) events: Vec<Event>,
    /// Jump pads and teleporters that took hold of a player so far.
    pub(super) thrown: u32,
    /// How all begins.
    pub(super) first: First,
    pub(super) rules: PushVariation,
}

/// All that changes, as it is before the first frame.
#[derive(Clone, Debug)]
pub(super) struct First {
    pub(super) movers: Vec<Mover>,
    pub(super) triggers: Vec<Trigger>,
    pub(super) players: Vec<Rider>,
    /// Index of the model of each trigger.
    pub(super) trigger_models: Vec<usize>,
    pub(super) bounds: Aabb,
    pub(super) start_msec: i32,
}

/// The mover whose turn it is in the world's part of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    Mover(usize),
    Trigger(usize),
}
