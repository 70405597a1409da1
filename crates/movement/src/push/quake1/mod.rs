//! The moving world of Quake: pushers with clocks of their own, and the game's code that directs them.
//!
//! Source: recordings of moving worlds and their description (`docs/moving.md`). QuakeWorld places the pushed bodies, and moves
//! the world first. Quake of 1996 sweeps them, and moves players first. The profile's [`MovingRules`] decide.

mod build;
mod doors;
mod link;
mod live;
mod place;
mod players;
mod pusher;
mod pushers;
mod recorded;
mod solo;
mod sweep;
mod triggers;

pub use build::{Quake1Setup, Unplayable};
pub use pushers::{MoveState, Pusher, PusherState};
pub use recorded::{NETQUAKE, PlayerState, QUAKEWORLD};

use crate::body::Body;
use crate::profile::{FrameOrder, MovingRules};
use crate::push::PushVariation;
use crate::push::numbers::Numbers;
use crate::setup::Setup;
use clipmark_collision::Work;
use clipmark_collision::placed::Placed;
use clipmark_geometry::{Aabb, Hull, Point, Vec3};
use pushers::Act;

/// Players' numbers: 0 is the world's.
const PLAYERS: Numbers = Numbers {
    first: 1,
    count: build::OF_THE_GAME,
};

/// A trigger of a box.
#[derive(Clone, Debug)]
struct Trigger {
    bounds: Aabb,
    act: Act,
    /// When it next acts, in seconds of the world.
    again: f32,
}

/// A player in a moving world of Quake.
#[derive(Clone, Debug)]
pub struct Rider {
    /// The movement's state of it.
    pub body: Body,
    /// Its ground: a pusher's or player's number, 0 for the world, -1 for nothing.
    pub ground: i32,
    /// View yaw in degrees.
    pub yaw: f32,
    /// Its box as it is linked.
    pub(super) linked: Aabb,
    pub(super) is_in: bool,
    /// Whether the jump key was up since the last jump, as QuakeWorld's game notes it beside the movement.
    pub(super) jump_released: bool,
    /// Whether it has been moved by a command yet; before that no liquid is known of.
    pub(super) was_commanded: bool,
}

/// A world of Quake that moves.
pub struct Quake1World<B> {
    pub(super) placed: Placed<B>,
    /// The world moves in steps of at least this long, in seconds.
    pub(super) least_step: f64,
    pub(super) pieces: Vec<Pusher>,
    triggers: Vec<Trigger>,
    pub(super) players: Vec<Rider>,
    /// Index of the model of a player's body.
    pub(super) body: usize,
    /// Seconds of the world.
    pub(super) time: f64,
    /// Seconds when the world last moved.
    pub(super) moved_at: f64,
    pub(super) setup: Setup,
    /// The part of a body that must stay out of solids, standing and crouched.
    pub(super) solids: [Hull; 2],
    pub(super) work: Work,
    /// Steps of the world in which players still touch their surroundings before anything moves.
    pub(super) retouches: u32,
    /// A list of players, kept so that it need not be allocated.
    pub(super) order: Vec<usize>,
    /// Players moved by the push under way: which, and where they were.
    pub(super) moved: Vec<(usize, Point)>,
    /// Jump pads and teleporters that took hold of a player so far.
    pub(super) thrown: u32,
    /// Where a teleporter last sent a player to look, until it is asked.
    pub(super) look: Option<Vec3>,
    /// How all begins.
    first: First,
    pub(super) rules: PushVariation,
}

/// All that changes, as it is before the first frame.
#[derive(Clone, Debug)]
struct First {
    pieces: Vec<Pusher>,
    triggers: Vec<Trigger>,
    players: Vec<Rider>,
    start: Option<f64>,
    arrivals: Vec<Aabb>,
}

impl<B> Quake1World<B> {
    pub(super) fn moving(&self) -> &MovingRules {
        &self.setup.profile.moving
    }

    pub(super) fn players_first(&self) -> bool {
        self.moving().frame == FrameOrder::PlayersFirst
    }
}

/// Time on the clocks of pushers is f32, as all numbers of the game's code.
pub(super) fn seconds(time: f64) -> f32 {
    time as f32
}

/// A player whose box has this much more on each side is linked, in units.
pub(super) const GROWN: f32 = 1.0;

/// The unit vector along another, as the game's code makes it.
pub(super) fn unit(v: Vec3) -> Vec3 {
    let length = (v.x * v.x + v.y * v.y + v.z * v.z).sqrt();
    if length == 0.0 {
        Vec3::zeros()
    } else {
        v * (1.0 / length)
    }
}
