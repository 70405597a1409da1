//! A world of Quake III that a program plays: bodies of its choice, commands of any length, and restarts.

use super::controlled::{ControlledPlayer, bodies};
use super::{Mover, NOTHING, Quake3World, build};
use crate::body::Body;
use crate::command::{CommandError, UserCmd};
use crate::push::PushVariation;
use crate::push::posed::{Posed, Stepped, solids};
use crate::setup::Setup;
use clipmark_collision::CollisionBackend;

/// 65,536ths of a turn in a degree.
const SHORTS: f64 = 65_536.0 / 360.0;

impl<B: CollisionBackend> Quake3World<B> {
    /// The same world whose players are moved by that setup: another mover, another shape, a variation.
    #[must_use]
    pub fn carrying(mut self, setup: Setup) -> Self {
        self.dead = build::corpse_of(setup.profile, setup.shape());
        self.solids = solids(&setup);
        self.led = ControlledPlayer::all(&setup, self.players.len());
        self.alive = setup;
        self
    }

    /// The same, and players have models from that index on, which controllers of libraries are told of.
    #[must_use]
    pub fn with_bodies(self, first: Option<usize>) -> Self {
        Self {
            body_models: first,
            ..self
        }
    }

    /// Tells every controller where all parts and players are.
    pub(super) fn tell_all(&mut self) {
        for (player, led) in self.led.iter_mut().enumerate() {
            let others = bodies(&self.players, self.body_models, player);
            led.enter(self.movers.iter().map(Mover::placement).chain(others));
        }
    }

    /// The same by other rules of pushes.
    #[must_use]
    pub fn varied(self, rules: PushVariation) -> Self {
        Self { rules, ..self }
    }

    /// Begins once more: all is as it was when the players' first frame began, to the bit.
    pub fn rewind(&mut self) {
        self.movers.clone_from(&self.first.movers);
        self.triggers.clone_from(&self.first.triggers);
        self.led = ControlledPlayer::all(&self.alive, self.players.len());
        self.begin();
    }

    /// Puts a body into the world that looks along that yaw, in degrees.
    pub fn enter(&mut self, player: usize, body: &Body, yaw: f32) {
        self.restart(player, body.origin, yaw);
        if let Some(rider) = self.players.get_mut(player) {
            rider.body = *body;
        }
        // A controller knows where the others are, too.
        self.tell_all();
    }

    /// Plays a player's keys. The view of the command is turned as far as movers and teleporters have turned the player.
    ///
    /// # Errors
    /// A command or a body that no movement can go on from.
    pub fn play_keys(&mut self, player: usize, keys: &UserCmd) -> Result<Stepped, CommandError> {
        keys.check()?;
        let now = self.now;
        let mut command = *keys;
        if let Some(rider) = self.players.get_mut(player) {
            rider.command_msec = now;
            rider.held = [keys.pitch, keys.yaw].map(|degrees| (f64::from(degrees) * SHORTS) as i32);
            for (view, turn) in [&mut command.pitch, &mut command.yaw].into_iter().zip(rider.turn) {
                if turn != 0 {
                    *view += (f64::from(turn as i16) / SHORTS) as f32;
                }
            }
            rider.view_yaw = command.yaw;
        }
        let facts = self.act(player, &mut command)?;
        Ok(Stepped { command, facts })
    }

    /// How often jump pads and teleporters took hold of a player so far.
    pub fn thrown(&self) -> u32 {
        self.thrown
    }

    /// The movers where they are, in the order of their numbers.
    pub fn posed(&self) -> impl ExactSizeIterator<Item = Posed> + '_ {
        self.movers.iter().map(|m| Posed {
            number: m.number,
            model: m.model,
            origin: m.origin,
            angles: m.turned,
        })
    }

    /// Number of a player's ground, as others know it: a mover's, 1022 for the world, 1023 for nothing.
    pub fn ground_of(&self, player: usize) -> i32 {
        self.players
            .get(player)
            .map_or(NOTHING, |rider| rider.entity_ground)
    }
}
