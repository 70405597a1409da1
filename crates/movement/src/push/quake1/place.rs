//! QuakeWorld's push: whom a pusher pushes is placed where its step takes him.

use super::Quake1World;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{PlacementId, Vec3};

impl<B: CollisionBackend> Quake1World<B> {
    /// Moves a pusher and whom it pushes; false where it was blocked and all is as it was.
    pub(super) fn push_by_placing(&mut self, i: usize, way: &Vec3) -> bool {
        let (old, id) = (self.pieces[i].origin, PlacementId::of_index(i));
        let last = self.step_piece(i, way);
        self.moved.clear();
        for player in 0..self.players.len() {
            if !self.players[player].is_in {
                continue;
            }
            self.placed.set_solid(id, false);
            let stuck_before = self.is_stuck(player);
            self.placed.set_solid(id, true);
            // In something else: no concern of this push.
            if stuck_before {
                continue;
            }
            let rides = self.rides(player, i);
            if !rides && (!self.overlaps(player, &last) || !self.is_stuck(player)) {
                continue;
            }
            let from = self.players[player].body.origin;
            self.players[player].body.origin += way;
            if !self.is_stuck(player) {
                self.moved.push((player, from));
                self.link_player(player);
                continue;
            }
            // Left behind where it was, it blocks nothing. Going there and back may cost a rounding.
            self.players[player].body.origin -= way;
            if !self.is_stuck(player) {
                continue;
            }
            self.moved.push((player, from));
            self.pieces[i].origin = old;
            self.link_piece(i);
            self.blocked(i, player);
            self.put_back();
            return false;
        }
        true
    }

    /// Puts back whom this push has moved.
    pub(super) fn put_back(&mut self) {
        for k in 0..self.moved.len() {
            let (player, from) = self.moved[k];
            self.players[player].body.origin = from;
            self.link_player(player);
        }
    }
}
