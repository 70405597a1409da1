//! What a page draws of a world of Quake III that is walked live, and how one world goes on where another is.

use super::{Act, Quake3World};
use crate::body::Body;
use crate::push::posed::TriggerBox;
use clipmark_collision::CollisionBackend;
use clipmark_collision::placed::Seen;
use clipmark_geometry::PlacementId;

impl<B: CollisionBackend> Quake3World<B> {
    /// Its triggers, in the order of their numbers.
    pub fn trigger_boxes(&self) -> impl Iterator<Item = TriggerBox> + '_ {
        self.triggers.iter().map(|t| TriggerBox {
            class: match t.act {
                Act::Open(_) => TriggerBox::DOOR,
                Act::Raise(_) => TriggerBox::LIFT,
                Act::Push(_) => TriggerBox::PUSH,
                Act::Teleport(..) => TriggerBox::TELEPORT,
                Act::Use(..) => TriggerBox::USE,
            },
            bounds: t.bounds,
        })
    }

    /// The world as a player's sweeps meet it.
    pub fn seen_by(&self, player: usize) -> Seen<'_, B> {
        let id = PlacementId::of_index(self.player_id(player) as usize);
        self.placed.seen_by(id)
    }

    /// How movers and teleporters have turned a player's view: pitch and yaw in degrees, added to those of its keys.
    pub fn turn_of(&self, player: usize) -> [f32; 2] {
        let turn = self.players.get(player).map_or([0; 2], |rider| rider.turn);
        turn.map(|turn| (f64::from(turn as i16) * super::command::SHORT) as f32)
    }

    /// Goes on where another world is that was made of the same parts. A player's body may be another from then on.
    pub fn resume(&mut self, other: &Self, player: usize, body: &Body) {
        self.placed.place_as(&other.placed);
        self.trigger_sectors.clone_from(&other.trigger_sectors);
        self.player_sectors.clone_from(&other.player_sectors);
        self.movers.clone_from(&other.movers);
        self.triggers.clone_from(&other.triggers);
        self.players.clone_from(&other.players);
        (self.joined, self.thrown) = (other.joined, other.thrown);
        (self.now, self.before) = (other.now, other.before);
        if let Some(rider) = self.players.get_mut(player) {
            rider.body = *body;
        }
        self.tell_all();
    }
}
