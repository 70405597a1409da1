//! Where pushers and players are for traces.

use super::{GROWN, PLAYERS, Quake1World};
use crate::body::MoveFlags;
use crate::push::posed::BELOW_FEET;
use clipmark_collision::{CollisionBackend, Sweep, Trace};
use clipmark_geometry::{Aabb, Hull, Placement, PlacementId, Point, Pose, Vec3};

impl<B: CollisionBackend> Quake1World<B> {
    pub(super) fn player_id(&self, player: usize) -> PlacementId {
        PlacementId::of_index(self.pieces.len() + player)
    }

    /// The game's number of a hit body: players are numbered from 1.
    pub(super) fn number_of(&self, model: Option<PlacementId>) -> i32 {
        let Some(id) = model else { return 0 };
        match self.pieces.get(id.index()) {
            Some(piece) => piece.number,
            None => PLAYERS.of_player(id.index() - self.pieces.len()),
        }
    }

    pub(super) fn link_piece(&mut self, i: usize) {
        let placement = Placement {
            model: self.pieces[i].model,
            pose: self.pieces[i].pose(),
        };
        self.placed.set(PlacementId::of_index(i), placement);
    }

    pub(super) fn link_player(&mut self, player: usize) {
        let id = self.player_id(player);
        let origin = self.players[player].body.origin;
        let bounds = self
            .hull_of(player)
            .bounds()
            .translated(&origin.coords)
            .grown(GROWN);
        self.players[player].linked = bounds;
        let placement = Placement {
            model: self.body,
            pose: Pose::at(origin),
        };
        self.placed.set(id, placement);
        self.placed.set_solid(id, self.rules.meets_players);
        self.players[player].is_in = true;
    }

    pub(super) fn hull_of(&self, player: usize) -> Hull {
        *self.setup.hull(self.is_ducked(player))
    }

    fn is_ducked(&self, player: usize) -> bool {
        self.players[player].body.flags.contains(MoveFlags::DUCKED)
    }

    /// The number of the entity right below a player's feet.
    pub(super) fn number_below(&mut self, player: usize) -> i32 {
        let ducked = self.is_ducked(player);
        let legs = self.solids[usize::from(ducked)].bounds().mins.z - self.setup.hull(ducked).bounds().mins.z;
        let end = self.players[player].body.origin - Vec3::z() * (legs + BELOW_FEET);
        let trace = self.sweep(player, end);
        self.number_of(trace.model)
    }

    /// Sweeps a player through all but itself.
    pub(super) fn sweep(&mut self, player: usize, end: Point) -> Trace {
        let sweep = Sweep {
            hull: self.solids[usize::from(self.is_ducked(player))],
            start: self.players[player].body.origin,
            end,
            mask: self.setup.mask,
        };
        let pass = self.player_id(player);
        self.placed.seen_by(pass).trace(&sweep, &mut self.work)
    }

    /// Whether a player is in anything.
    pub(super) fn is_stuck(&mut self, player: usize) -> bool {
        let at = self.players[player].body.origin;
        self.sweep(player, at).start_solid
    }

    /// Whether a player stands on a pusher, or, as a repair, on a player who does.
    pub(super) fn rides(&self, player: usize, i: usize) -> bool {
        let rider = &self.players[player];
        let mut ground = if rider.body.grounded { rider.ground } else { -1 };
        if self.setup.profile.repairs.carries_stacks {
            for _ in 0..self.players.len() {
                let below = PLAYERS.player(ground).and_then(|below| self.players.get(below));
                let Some(below) = below else { break };
                ground = if below.body.grounded { below.ground } else { -1 };
            }
        }
        ground == self.pieces[i].number
    }

    /// The players in the world in the order of a push: by their numbers. As a repair, the highest first when pushing upwards,
    /// so that none moves into the player on top. The list must be put back. The list is to be put back where it came from.
    pub(super) fn player_order(&mut self, way: &Vec3) -> Vec<usize> {
        let mut out = std::mem::take(&mut self.order);
        out.clear();
        out.extend((0..self.players.len()).filter(|&player| self.players[player].is_in));
        if self.setup.profile.repairs.carries_stacks && way.z > 0.0 {
            let height = |player: &usize| self.players[*player].body.origin.z;
            out.sort_by(|a, b| height(b).total_cmp(&height(a)));
        }
        if self.rules.last_first {
            out.reverse();
        }
        out
    }

    /// Whether a pusher's step concerns a player: he rides it, or is in its way.
    pub(super) fn is_concerned(&mut self, player: usize, i: usize, last: &Aabb) -> bool {
        let rides = self.rides(player, i);
        if rides {
            return self.rules.carries_riders;
        }
        let is_met = self.rules.pushes_all || self.overlaps(player, last) && self.is_stuck(player);
        self.rules.meets_others && is_met
    }

    /// How far a push moves a player.
    pub(super) fn way_of(&mut self, player: usize, way: &Vec3) -> Vec3 {
        if self.rules.gives_speed {
            self.players[player].body.velocity += way;
        }
        way * self.rules.share
    }

    pub(super) fn overlaps(&self, player: usize, bounds: &Aabb) -> bool {
        let own = &self.players[player].linked;
        (0..3).all(|k| own.mins[k] < bounds.maxs[k] && bounds.mins[k] < own.maxs[k])
    }

    /// Moves a pusher and returns its new box.
    pub(super) fn step_piece(&mut self, i: usize, way: &Vec3) -> Aabb {
        let last = self.pieces[i].linked().translated(way);
        self.pieces[i].origin += way;
        self.link_piece(i);
        last
    }
}
