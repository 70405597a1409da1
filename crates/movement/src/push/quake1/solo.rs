//! A world of Quake that a program plays: bodies of its choice, commands of any length, and restarts.

use super::Quake1World;
use crate::body::Body;
use crate::command::{CommandError, UserCmd};
use crate::push::PushVariation;
use crate::push::posed::{Posed, Stepped, solids};
use crate::setup::Setup;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::Vec3;

impl<B: CollisionBackend> Quake1World<B> {
    /// The same world whose players are moved by that setup: another mover, another shape, a variation.
    #[must_use]
    pub fn carrying(mut self, setup: Setup) -> Self {
        self.solids = solids(&setup);
        self.setup = setup;
        self
    }

    /// The same by other rules of pushes.
    #[must_use]
    pub fn varied(self, rules: PushVariation) -> Self {
        Self { rules, ..self }
    }

    /// Begins once more: all is as it was when the players' first frame began, to the bit.
    pub fn rewind(&mut self) {
        self.pieces.clone_from(&self.first.pieces);
        self.triggers.clone_from(&self.first.triggers);
        self.begin();
    }

    /// Puts a body into the world that looks along that yaw, in degrees.
    pub fn enter(&mut self, player: usize, body: &Body, yaw: f32) {
        self.restart(player, body.origin, yaw);
        let Some(rider) = self.players.get_mut(player) else {
            return;
        };
        let engine = rider.body.engine;
        rider.body = *body;
        rider.body.engine = engine;
        self.link_player(player);
    }

    /// Plays a player's keys.
    ///
    /// # Errors
    /// A command or a body that no movement can go on from.
    pub fn play_keys(&mut self, player: usize, keys: &UserCmd) -> Result<Stepped, CommandError> {
        let facts = self.command(player, keys)?;
        Ok(Stepped {
            command: *keys,
            facts,
        })
    }

    /// How often jump pads and teleporters took hold of a player so far.
    pub fn thrown(&self) -> u32 {
        self.thrown
    }

    /// The pushers where they are, in the order of their numbers.
    pub fn posed(&self) -> impl ExactSizeIterator<Item = Posed> + '_ {
        self.pieces.iter().map(|p| Posed {
            number: p.number,
            model: p.model,
            origin: p.origin,
            angles: Vec3::zeros(),
        })
    }

    /// Number of a player's ground: a pusher's, 0 for the world, -1 for nothing.
    pub fn ground_of(&self, player: usize) -> i32 {
        self.players.get(player).map_or(-1, |rider| rider.ground)
    }
}
