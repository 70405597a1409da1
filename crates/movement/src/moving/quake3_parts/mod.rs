//! Moving parts and triggers of Quake III's maps, from their makers' text to data.
//!
//! Source: the game's manual for mappers (classes, keys, defaults). Recordings of moving worlds equal it to the bit in start,
//! end, duration and box. Departure: parts at which the game would crash or hang are left out and named.

mod classes;
mod reader;

use super::keys::LeftOut;
use super::trajectory::Trajectory;
use clipmark_geometry::{Aabb, Point, Vec3};

/// The kind of a moving part.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Moves between two places when it is touched or used.
    Door,
    /// A lift, which waits at its low place.
    Plat,
    /// Pressed by touch.
    Button,
    /// Goes round a loop of corners.
    Train(Vec<Corner>),
    /// Swings or turns for ever, or never moves.
    Steady,
}

/// A corner of a train's way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Where, in units.
    pub origin: Vec3,
    /// Speed from here on, in units per second; 0 for the train's own.
    pub speed: f32,
    /// Rest here, in seconds.
    pub wait: f32,
}

/// A moving part as it is before the first frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Quake3Part {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    /// Its kind.
    pub part: Part,
    /// Hurts a body that blocks it and goes on, where other doors and lifts turn round.
    pub crusher: bool,
    /// Bounds of its model, in its own frame, grown by a unit on each side as the game has them.
    pub bounds: Aabb,
    /// Its first and second place, in units.
    pub places: [Vec3; 2],
    /// Units per second.
    pub speed: f32,
    /// Rest at the second place, in milliseconds.
    pub wait_msec: f32,
    /// The damage to a player that blocks it.
    pub damage: i32,
    /// Where it is.
    pub position: Trajectory,
    /// How it is turned, in degrees.
    pub angles: Trajectory,
    /// The name of its team.
    pub team: Option<String>,
    /// The name it is used by.
    pub name: Option<String>,
    /// The name of its target.
    pub target: Option<String>,
    /// Whether touch opens it, or it must be used or shot.
    pub opens_by_touch: bool,
}

/// The effect of a trigger on a player.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Sets the velocity, in units per second.
    Push(Vec3),
    /// Puts the player there, looking along angles in degrees.
    Teleport(Point, Vec3),
    /// Uses the entity of that name, at most once in so many milliseconds. Only once if the number is 0 or less.
    Use(String, f32),
}

/// A trigger with a brush model.
#[derive(Clone, Debug, PartialEq)]
pub struct Quake3Trigger {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    /// Bounds of its model, a unit larger on each side.
    pub bounds: Aabb,
    /// Its effect.
    pub effect: Effect,
}

/// All that moves or acts in a map of Quake III.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quake3Parts {
    /// Moving parts in the order of the map.
    pub parts: Vec<Quake3Part>,
    /// Triggers in the order of the map.
    pub triggers: Vec<Quake3Trigger>,
    /// Parts that do not play.
    pub left_out: Vec<LeftOut>,
}

/// Bounds of models in the game are a unit larger on each side.
pub const SPREAD: f32 = 1.0;
/// Downward acceleration that jump pads and pendulums reckon with.
const GRAVITY: f32 = 800.0;

impl Quake3Part {
    /// A part that is solid and never moves: the known facts of a left-out part.
    pub fn still(model: usize, bounds: Aabb, origin: Vec3) -> Self {
        Self {
            entity: 0,
            model,
            part: Part::Steady,
            crusher: false,
            bounds,
            places: [origin; 2],
            speed: 0.0,
            wait_msec: 0.0,
            damage: 0,
            position: Trajectory::fixed(origin),
            angles: Trajectory::default(),
            team: None,
            name: None,
            target: None,
            opens_by_touch: false,
        }
    }
}
