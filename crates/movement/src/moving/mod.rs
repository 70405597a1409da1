//! Worlds that move: doors, lifts, trains, triggers and the players among them.
//!
//! [`quake3`] and [`quake1`] tell how an engine moves its world, from top to bottom in a file each; what they make of a map's
//! entities and how recordings have them are in a folder beside it. What both have in common is here.

#![allow(
    missing_docs,
    reason = "plain data of the workbench: a field's name says what it is, and a comment stands where it does not"
)]

mod fault;
mod keys;
mod made;
mod playback;
pub mod quake1;
pub mod quake3;
pub(crate) mod sectors;
mod trajectory;

use crate::body::{Body, WalkerMode};
use crate::command::{CommandError, UserCmd};
use crate::context::Listener;
use crate::facts::TickFacts;
use crate::movers::{Driven, MoverLaws};
use crate::setup::Setup;
use crate::tick::{Meeting, TickInput, TickSpace};
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::{BuildError, CollisionBackend, Sweep, Trace, Work};
use clipmark_geometry::{Aabb, Hull, PlacementId, Vec3, World};
use thiserror::Error;

pub use fault::PushFault;
pub use keys::{Corner, Effect, LeftOut, MapTrigger, Parts};
pub use made::{Made, MadeMotion};
pub use playback::{
    Format, Frame, Heading, Note, Playback, PlaybackError, Recorded, RecordedWorld, Step, Turn,
};
pub use quake1::{Quake1Kind, Quake1Part, Quake1Parts};
pub use quake3::{Quake3Kind, Quake3Part, Quake3Parts};
pub use trajectory::{Motion, Trajectory};

/// Bounds of models in the games are a unit larger on each side.
pub const SPREAD: f32 = 1.0;
/// The games grow the box of a body or trigger by this before boxes are compared, in units.
const LINKED: f32 = 1.0;
/// Most players of a world: far above any server's, for crowds.
const MOST_PLAYERS: usize = 65_536;
/// Uses that set each other off are followed this deep, so that a loop of targets ends.
const DEEPEST: u32 = 32;
/// A mover that finds its own ground stands on the surface this much below its feet, in units. Its part that stays out of solids
/// meets it there. Too small: rounding leaves it without ground. Too large: it rides a part that it hovers over.
const BELOW_FEET: f32 = 1.0;

/// Why a moving world cannot be made.
#[derive(Debug, Error)]
pub enum Unplayable {
    #[error("entity {number} is model {model}, which this map does not have; give the map that was recorded")]
    Unknown {
        /// Number among the game's entities.
        number: i32,
        model: usize,
    },
    #[error("{0} players; a world holds {MOST_PLAYERS} at most")]
    Players(usize),
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A mover where it is, for a program that plays the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed {
    /// Number among the game's entities.
    pub number: i32,
    /// Index of its model among the world's.
    pub model: usize,
    /// Where it is, in units.
    pub origin: Vec3,
    /// How it is turned: pitch, yaw and roll in degrees.
    pub angles: Vec3,
}

/// Where a trigger acts on a player's box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriggerBox {
    /// Its class among a map's entities, or the part that it sets going: `door trigger`, `lift trigger`.
    pub class: &'static str,
    /// Its box; where it has brushes, the box around them.
    pub bounds: Aabb,
}

/// What a trigger does.
#[derive(Clone, Debug)]
enum Act {
    /// Opens a door and those that move with it, by the index of their first.
    Open(usize),
    /// Raises a lift, or holds it up.
    Raise(usize),
    /// As the map says.
    Effect(Effect),
    /// Kills all but one player, until a time of the world in seconds.
    Frag(usize, f32),
}

impl Act {
    /// The trigger on a player's box. One that kills is there for a fifth of a second, and is not shown.
    fn trigger_box(&self, bounds: Aabb) -> Option<TriggerBox> {
        let class = match self {
            Self::Open(_) => "door trigger",
            Self::Raise(_) => "lift trigger",
            Self::Effect(Effect::Push(_)) => "trigger_push",
            Self::Effect(Effect::Teleport(..)) => "trigger_teleport",
            Self::Effect(Effect::Use(..)) => "trigger_multiple",
            Self::Frag(..) => return None,
        };
        Some(TriggerBox { class, bounds })
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Stepped {
    /// The command as the movement got it: movers and teleporters turn the view.
    pub command: UserCmd,
    pub facts: TickFacts,
}

/// Everything solid where it is now: the world, its movers and the players' bodies.
struct Solids<B> {
    placed: Placed<B>,
    work: Work,
}

impl<B: CollisionBackend> Solids<B> {
    /// `build` makes a backend of each rigid part.
    fn new(
        world: &World,
        rules: PlacedRules,
        build: impl FnMut(&World) -> Result<B, BuildError>,
    ) -> Result<Self, BuildError> {
        Ok(Self {
            placed: Placed::build(world, rules, build)?,
            work: Work::silent(),
        })
    }

    fn sweep(&mut self, player: PlacementId, sweep: &Sweep) -> Trace {
        self.placed.seen_by(player).trace(sweep, &mut self.work)
    }

    /// Moves a player by a command. Returns the bodies that it bumped into. The slide finds no ground on placements from
    /// `held_before` on.
    fn tick(
        &mut self,
        player: PlacementId,
        setup: &Setup,
        body: &mut Body,
        cmd: &UserCmd,
        held_before: usize,
        driven: Option<&mut Driven>,
    ) -> Result<(Met, TickFacts), CommandError> {
        let mut met = Met::nothing();
        let seen = self.placed.seen_by(player);
        let seen = seen.within(&reach(body, setup, cmd.seconds()));
        let space: &dyn CollisionBackend = &seen;
        let facts = space.tick(TickInput {
            setup,
            body,
            cmd,
            work: &mut self.work,
            met: Some(Meeting {
                listener: &mut met,
                held_before,
            }),
            driven,
        })?;
        Ok((met, facts))
    }
}

/// The bounds that a body's questions in a command hardly ever leave. A world that moves is searched once within them; whoever
/// asks beyond them is answered by a search of its own.
fn reach(body: &Body, setup: &Setup, seconds: f32) -> Aabb {
    /// A step up and down again, probes, and what a command adds to the velocity, in units. Less: some sweeps are searched for
    /// again. More: movers count as near that are not.
    const AROUND: f32 = 48.0;
    let way = body.velocity.norm() * seconds;
    setup
        .hull(false)
        .bounds()
        .translated(&body.origin.coords)
        .grown(way + AROUND)
}

/// The part of a living body that must stay out of solids, standing and crouched. The upper half of the two-cylinder walker.
fn solid_hulls(setup: &Setup) -> [Hull; 2] {
    [false, true].map(|ducked| {
        let bounds = setup.mover().solid_bounds_of(&setup.profile, ducked);
        setup.shape().hull(bounds)
    })
}

/// A jump pad takes hold of a body. Quake's players find by their ground probe that they leave. The walker's mode is its ground:
/// it leaves as by a jump.
fn throw(body: &mut Body, velocity: Vec3, laws: MoverLaws) {
    body.velocity = velocity;
    if laws == MoverLaws::Walker && velocity.z > 0.0 {
        body.grounded = false;
        (body.walker.mode, body.walker.jumping) = (WalkerMode::Falling, true);
    }
}

/// Whether boxes share more than a face.
fn overlaps(a: &Aabb, b: &Aabb) -> bool {
    (0..3).all(|k| a.mins[k] < b.maxs[k] && b.mins[k] < a.maxs[k])
}

/// Index among the world's models of the map's model of an entity.
fn model_of(world: &World, number: i32, model: usize) -> Result<usize, Unplayable> {
    let name = format!("*{model}");
    let found = world.models.iter().position(|m| m.name == name);
    found.ok_or(Unplayable::Unknown { number, model })
}

/// Numbers of players among a game's entities.
///
/// A game numbers its players first, then its movers. Quake III also has a number for the world and one for nothing. A server
/// may hold more players than the game has numbers for. Theirs are beyond all others.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    pub first: i32,
    pub count: usize,
}

impl Numbers {
    /// The first number that no game gives.
    const BEYOND: i32 = 1 << 20;

    /// The number of a player, by index.
    pub fn of_player(self, player: usize) -> i32 {
        if player < self.count {
            self.first + player as i32
        } else {
            Self::BEYOND + player as i32
        }
    }

    /// The player of that number, by index.
    pub fn player(self, number: i32) -> Option<usize> {
        let from = |first: i32| usize::try_from(number.checked_sub(first)?).ok();
        let known = from(self.first).filter(|p| *p < self.count);
        known.or_else(|| from(Self::BEYOND).filter(|p| *p >= self.count))
    }

    /// The entity that a player rides: its ground, or, where stacks are carried, the ground of whom it stands on, however many
    /// stand on each other.
    fn ridden<P>(self, players: &[P], player: usize, stacks: bool, ground: impl Fn(&P) -> i32) -> i32 {
        let mut ridden = ground(&players[player]);
        if stacks {
            for _ in 0..players.len() {
                let Some(below) = self.player(ridden).and_then(|below| players.get(below)) else {
                    break;
                };
                ridden = ground(below);
            }
        }
        ridden
    }
}

/// Most different bodies that one command may bump into and be told of.
const MOST_MET: usize = 32;

/// The bodies that a body bumps into in a command, and its ground.
#[derive(Clone, Debug)]
struct Met {
    touched: [Option<PlacementId>; MOST_MET],
    count: usize,
    ground: Option<PlacementId>,
    /// How often the body was found to stand on something.
    times_stood: u32,
}

impl Met {
    /// Of a command that has not begun.
    fn nothing() -> Self {
        Self {
            touched: [None; MOST_MET],
            count: 0,
            ground: None,
            times_stood: 0,
        }
    }

    /// The placed models met, in the order of meeting, each once.
    fn touched(&self) -> impl Iterator<Item = PlacementId> + Clone + '_ {
        self.touched[..self.count].iter().flatten().copied()
    }

    fn touch(&mut self, model: Option<PlacementId>) {
        let known = self.touched[..self.count].contains(&model);
        if model.is_some() && !known && self.count < MOST_MET {
            self.touched[self.count] = model;
            self.count += 1;
        }
    }
}

impl Listener for Met {
    fn bumped(&mut self, model: PlacementId) {
        self.touch(Some(model));
    }

    fn stands_on(&mut self, model: Option<PlacementId>) {
        self.touch(model);
        self.ground = model;
        self.times_stood += 1;
    }
}
