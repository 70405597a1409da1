//! What a page draws of a world of Quake that is walked live, and how one world goes on where another is.

use super::Quake1World;
use super::pushers::Act;
use crate::body::Body;
use crate::push::posed::TriggerBox;
use clipmark_collision::CollisionBackend;
use clipmark_collision::placed::Seen;
use clipmark_geometry::Vec3;

impl<B: CollisionBackend> Quake1World<B> {
    /// Its triggers, in the order in which they are asked.
    pub fn trigger_boxes(&self) -> impl Iterator<Item = TriggerBox> + '_ {
        self.triggers.iter().filter_map(|t| {
            let class = match t.act {
                Act::Open(_) => TriggerBox::DOOR,
                Act::Raise(_) => TriggerBox::LIFT,
                Act::Push(_) => TriggerBox::PUSH,
                Act::Teleport(..) => TriggerBox::TELEPORT,
                Act::Use(..) => TriggerBox::USE,
                // It is there for a fifth of a second.
                Act::Frag(..) => return None,
            };
            Some(TriggerBox {
                class,
                bounds: t.bounds,
            })
        })
    }

    /// The world as a player's sweeps meet it.
    pub fn seen_by(&self, player: usize) -> Seen<'_, B> {
        self.placed.seen_by(self.player_id(player))
    }

    /// Where a teleporter has sent a player to look since the last call: pitch, yaw and roll in degrees. The game then turns the
    /// view of the player's keys.
    pub fn take_look(&mut self) -> Option<Vec3> {
        self.look.take()
    }

    /// Goes on where another world is that was made of the same parts. A player's body may be another from then on.
    pub fn resume(&mut self, other: &Self, player: usize, body: &Body) {
        self.placed.place_as(&other.placed);
        self.pieces.clone_from(&other.pieces);
        self.triggers.clone_from(&other.triggers);
        self.players.clone_from(&other.players);
        (self.time, self.moved_at) = (other.time, other.moved_at);
        (self.retouches, self.thrown) = (other.retouches, other.thrown);
        self.look = None;
        if let Some(rider) = self.players.get_mut(player) {
            let engine = rider.body.engine;
            rider.body = *body;
            rider.body.engine = engine;
        }
    }
}
