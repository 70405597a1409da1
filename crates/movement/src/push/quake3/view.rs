//! The view of a moving world in recordings: poses, trajectories, players.

use super::{Event, Quake3World, Rider, Stage};
use crate::moving::Trajectory;
use clipmark_geometry::Vec3;

/// A mover as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoverState {
    /// Number among the game's entities.
    pub number: i32,
    /// Where it is, in units.
    pub origin: Vec3,
    /// How it is turned, pitch, yaw and roll in degrees.
    pub angles: Vec3,
    /// Where it is on its way.
    pub stage: Stage,
    /// When it next acts by itself, in milliseconds; 0 for never.
    pub next_think: i32,
    /// The way of its place.
    pub position: Trajectory,
    /// The way of its angles.
    pub turning: Trajectory,
}

impl<B> Quake3World<B> {
    /// The movers in the order of their numbers.
    pub fn movers(&self) -> impl ExactSizeIterator<Item = MoverState> + '_ {
        self.movers.iter().map(|m| MoverState {
            number: m.number,
            origin: m.origin,
            angles: m.turned,
            stage: m.stage,
            next_think: m.next_think,
            position: m.position,
            turning: m.angles,
        })
    }

    /// The players in the order of their numbers.
    pub fn players(&self) -> &[Rider] {
        &self.players
    }

    /// Upper end of a player's box over its origin, in units.
    pub fn top_of(&self, player: usize) -> f32 {
        self.hull_of(player).bounds().maxs.z
    }

    /// Events since the last call.
    pub fn take_events(&mut self) -> std::vec::Drain<'_, Event> {
        self.events.drain(..)
    }
}
