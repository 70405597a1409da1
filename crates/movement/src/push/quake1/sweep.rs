//! The push of Quake of 1996: the pushed bodies are swept with the step, without the pusher in the world.

use super::Quake1World;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Aabb, PlacementId, Vec3};

impl<B: CollisionBackend> Quake1World<B> {
    /// Moves a pusher, its clock and whom it pushes; where it is blocked, back again.
    pub(super) fn push_by_sweeping(&mut self, i: usize, way: &Vec3, moves_for: f32) {
        let old = self.pieces[i].origin;
        let last = self.step_piece(i, way);
        self.pieces[i].clock += moves_for;
        self.moved.clear();
        let order = self.player_order(way);
        let obstacle = order
            .iter()
            .find(|&&player| !self.sweep_player(i, player, way, &last))
            .copied();
        self.order = order;
        let Some(player) = obstacle.filter(|_| self.rules.is_blocked) else {
            return;
        };
        self.pieces[i].origin = old;
        self.link_piece(i);
        // Added and taken away again: the clock may lose a rounding.
        if self.rules.waits {
            self.pieces[i].clock -= moves_for;
        }
        self.blocked(i, player);
        self.put_back();
    }

    /// Takes a player along, if it is to go; false where it blocks.
    fn sweep_player(&mut self, i: usize, player: usize, way: &Vec3, last: &Aabb) -> bool {
        if !self.is_concerned(player, i, last) {
            return true;
        }
        let way = self.way_of(player, way);
        let (from, id) = (self.players[player].body.origin, PlacementId::of_index(i));
        self.moved.push((player, from));
        self.placed.set_solid(id, false);
        let end = self.sweep(player, from + way).end;
        self.players[player].body.origin = end;
        self.link_player(player);
        self.touch_triggers(player);
        self.placed.set_solid(id, true);
        if !self.is_stuck(player) {
            return true;
        }
        self.players[player].body.origin = from;
        self.link_player(player);
        self.touch_triggers(player);
        false
    }
}
