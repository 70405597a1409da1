//! A world of Quake that a program plays: bodies of its choice, restarts, and what it draws.

use super::{Player, Quake1World};
use crate::body::Body;
use crate::command::{CommandError, UserCmd};
use crate::moving::{Posed, PushFault, Quake1Kind, Stepped, TriggerBox, solid_hulls};
use crate::setup::Setup;
use clipmark_collision::CollisionBackend;
use clipmark_collision::placed::Seen;
use clipmark_geometry::Vec3;

impl<B: CollisionBackend> Quake1World<B> {
    /// The same world whose players are moved by that setup: another mover, another shape, a variation.
    #[must_use]
    pub fn carrying(mut self, setup: Setup) -> Self {
        self.solid_hulls = solid_hulls(&setup);
        self.setup = setup;
        self.make_controllers();
        self
    }

    /// Controllers that remember nothing yet.
    fn make_controllers(&mut self) {
        let players = 0..self.players.len();
        self.controlled = players.map_while(|_| self.setup.controller()).collect();
    }

    /// Plants a fault, before anything is played.
    #[must_use]
    pub fn with_fault(mut self, fault: Option<PushFault>) -> Self {
        let pushers = self.pushers.iter_mut().chain(&mut self.first.pushers);
        let triggers = self.triggers.iter_mut().chain(&mut self.first.triggers);
        match fault {
            Some(PushFault::WaitsShare(share)) => {
                let doors = pushers.filter(|pusher| matches!(pusher.part.kind, Quake1Kind::Door { .. }));
                doors.for_each(|door| door.part.wait *= share);
            }
            Some(PushFault::WideTriggers(by)) => {
                triggers.for_each(|trigger| trigger.bounds = trigger.bounds.grown(by));
            }
            _ => {}
        }
        self.fault = fault;
        self
    }

    /// Begins once more: all is as it was when the players' first frame began, to the bit.
    pub fn rewind(&mut self) {
        self.pushers.clone_from(&self.first.pushers);
        self.triggers.clone_from(&self.first.triggers);
        self.make_controllers();
        self.begin();
    }

    /// Puts a body into the world that looks along that yaw, in degrees.
    pub fn enter(&mut self, player: usize, body: &Body, yaw: f32) {
        self.restart(player, body.origin, yaw);
        let Some(p) = self.players.get_mut(player) else {
            return;
        };
        let engine = p.body.engine;
        p.body = *body;
        p.body.engine = engine;
        self.link_player(player);
    }

    /// Plays a player's keys.
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
        self.pushers.iter().map(|p| Posed {
            number: p.now.number,
            model: p.model,
            origin: p.now.origin,
            angles: Vec3::zeros(),
        })
    }

    /// Number of a player's ground: a pusher's, 0 for the world, -1 for nothing.
    pub fn ground_of(&self, player: usize) -> i32 {
        self.players.get(player).map_or(-1, |p| p.ground)
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Its triggers, in the order in which they are asked.
    pub fn trigger_boxes(&self) -> impl Iterator<Item = TriggerBox> + '_ {
        self.triggers.iter().filter_map(|t| t.act.trigger_box(t.bounds))
    }

    pub fn seen_by(&self, player: usize) -> Seen<'_, B> {
        self.solids.placed.seen_by(self.player_id(player))
    }

    /// Where a teleporter has sent a player to look since the last call: pitch, yaw and roll in degrees. The game then turns
    /// the view of the player's keys.
    pub fn take_look(&mut self) -> Option<Vec3> {
        self.look.take()
    }

    /// Goes on where another world is that was made of the same parts. A player's body may be another from then on.
    pub fn resume(&mut self, other: &Self, player: usize, body: &Body) {
        self.solids.placed.place_as(&other.solids.placed);
        self.pushers.clone_from(&other.pushers);
        self.triggers.clone_from(&other.triggers);
        self.players.clone_from(&other.players);
        (self.time, self.moved_at) = (other.time, other.moved_at);
        (self.retouches, self.thrown) = (other.retouches, other.thrown);
        self.look = None;
        if let Some(p) = self.players.get_mut(player) {
            let engine = p.body.engine;
            p.body = *body;
            p.body.engine = engine;
        }
    }
}
