//! A pusher and the game code's state of it.

use crate::moving::{Quake1Corner, Quake1Kind};
use clipmark_geometry::{Aabb, Point, Pose, Vec3};

/// Where a part that goes between two places is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveState {
    /// At its second place, or a lift at its high one.
    Top,
    /// Where it rests.
    #[default]
    Bottom,
    /// On the way to the top.
    Up,
    /// On the way to the bottom.
    Down,
}

impl MoveState {
    /// The number that recordings give it.
    pub fn number(self) -> u8 {
        match self {
            Self::Top => 0,
            Self::Bottom => 1,
            Self::Up => 2,
            Self::Down => 3,
        }
    }

    /// The state that recordings give that number.
    pub fn of_number(number: i32) -> Option<Self> {
        let all = [Self::Top, Self::Bottom, Self::Up, Self::Down];
        all.into_iter().find(|state| i32::from(state.number()) == number)
    }
}

/// A pusher's act when its time comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Think {
    Nothing,
    /// Doors that touch each other become one.
    LinkDoors,
    /// A train goes to its first corner.
    FindCorner,
    /// A train sets out for the next corner.
    NextCorner,
    /// A move ends, and the next act follows.
    EndMove(After),
    GoDown,
}

/// The act after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    Top,
    Bottom,
    Corner,
}

/// The act of a trigger.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Opens a door and those linked to it, by the index of their first.
    Open(usize),
    /// Raises a lift, or holds it up.
    Raise(usize),
    Push(Vec3),
    Teleport(Point, Vec3),
    Use(String, f32),
    /// Kills all but one player, until a time of the world.
    Frag(usize, f32),
}

/// A pusher.
#[derive(Clone, Debug)]
pub struct Pusher {
    pub(super) number: i32,
    pub(super) model: usize,
    pub(super) kind: Quake1Kind,
    pub(super) bounds: Aabb,
    pub(super) places: [Vec3; 2],
    pub(super) speed: f32,
    pub(super) wait: f32,
    pub(super) damage: f32,
    pub(super) name: Option<String>,
    pub(super) target: Option<String>,
    pub(super) opens_by_touch: bool,
    pub(super) origin: Vec3,
    pub(super) velocity: Vec3,
    /// Its own clock, which stands while it has nothing to do and while it is blocked, in seconds.
    pub(super) clock: f32,
    /// When it next acts, on its clock; 0 or less for never.
    pub(super) next_think: f32,
    pub(super) think: Think,
    pub(super) spot: MoveState,
    /// Where the move under way ends.
    pub(super) goal: Vec3,
    /// When a train may hurt again, in seconds of the world.
    pub(super) hurts_again: f32,
    /// Corner that a train goes to next.
    pub(super) corner: usize,
    /// First of the doors that it is one with, and the next of them in a ring.
    pub(super) owner: usize,
    pub(super) ring: Option<usize>,
}

impl Pusher {
    pub(super) fn corners(&self) -> &[Quake1Corner] {
        match &self.kind {
            Quake1Kind::Train(corners) => corners,
            _ => &[],
        }
    }

    /// Its box where it is, a unit larger on each side.
    pub(super) fn linked(&self) -> Aabb {
        self.bounds.translated(&self.origin).grown(super::GROWN)
    }

    pub(super) fn pose(&self) -> Pose {
        Pose::at(Point::from(self.origin))
    }
}

/// A pusher as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PusherState {
    /// Number among the game's entities.
    pub number: i32,
    /// Where it is, in units.
    pub origin: Vec3,
    /// Units per second.
    pub velocity: Vec3,
    /// Its own clock, in seconds.
    pub clock: f32,
    /// When it next acts, on its clock; 0 or less for never.
    pub next_think: f32,
    /// Where it is on its way.
    pub spot: MoveState,
}

impl<B> super::Quake1World<B> {
    /// The pushers in the order of their numbers.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = PusherState> + '_ {
        self.pieces.iter().map(|p| PusherState {
            number: p.number,
            origin: p.origin,
            velocity: p.velocity,
            clock: p.clock,
            next_think: p.next_think,
            spot: p.spot,
        })
    }

    /// The players in the order of their numbers.
    pub fn players(&self) -> &[super::Rider] {
        &self.players
    }
}
