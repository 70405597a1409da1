//! QuakeWorld's push: whom a pusher pushes is placed where its step takes him.

use super::Quake1World;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Aabb, PlacementId, Vec3};

impl<B: CollisionBackend> Quake1World<B> {
    /// Moves a pusher and whom it pushes; false where it was blocked and all is as it was.
    pub(super) fn push_by_placing(&mut self, i: usize, way: &Vec3) -> bool {
        let old = self.pieces[i].origin;
        let last = self.step_piece(i, way);
        self.moved.clear();
        let order = self.player_order(way);
        let obstacle = order
            .iter()
            .find(|&&player| !self.place_player(i, player, way, &last))
            .copied();
        self.order = order;
        let Some(player) = obstacle.filter(|_| self.rules.is_blocked) else {
            return true;
        };
        self.pieces[i].origin = old;
        self.link_piece(i);
        self.blocked(i, player);
        self.put_back();
        false
    }

    /// Takes a player along, if it is to go; false where it blocks.
    fn place_player(&mut self, i: usize, player: usize, way: &Vec3, last: &Aabb) -> bool {
        // The game tests first whether he is in something else. The answer is the same, but most are far away.
        if !self.is_concerned(player, i, last) {
            return true;
        }
        let id = PlacementId::of_index(i);
        self.placed.set_solid(id, false);
        let stuck_before = self.is_stuck(player);
        self.placed.set_solid(id, true);
        // In something else: no concern of this push.
        if stuck_before {
            return true;
        }
        let way = &self.way_of(player, way);
        let from = self.players[player].body.origin;
        self.players[player].body.origin += way;
        if !self.is_stuck(player) {
            self.moved.push((player, from));
            self.link_player(player);
            return true;
        }
        // Left behind where it was, it blocks nothing. Going there and back may cost a rounding.
        self.players[player].body.origin -= way;
        if !self.is_stuck(player) {
            return true;
        }
        self.moved.push((player, from));
        false
    }

    /// Puts back whom this push has moved.
    pub(super) fn put_back(&mut self) {
        if !self.rules.puts_back {
            return;
        }
        for k in 0..self.moved.len() {
            let (player, from) = self.moved[k];
            self.players[player].body.origin = from;
            self.link_player(player);
        }
    }
}
