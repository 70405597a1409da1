//! Where bodies are for traces, for pushes and for triggers.

use super::{Mover, NOTHING, PLAYERS, Quake3World, WORLD};
use crate::push::posed::BELOW_FEET;
use clipmark_collision::{CollisionBackend, Sweep, Trace};
use clipmark_geometry::{Aabb, Hull, Placement, PlacementId, Point, Pose, Rotation, Vec3};

/// The game grows each body's box by this before boxes are compared, in units.
const GROWN: f32 = 1.0;

impl Mover {
    /// Its box where it is: moved, or, once it is turned, a cube that holds it however it is turned.
    pub(super) fn bounds_now(&self) -> Aabb {
        self.bounds_at(self.turned != Vec3::zeros())
    }

    pub(super) fn bounds_at(&self, turned: bool) -> Aabb {
        let at = Point::from(self.origin);
        if turned {
            Aabb::new(at, at).grown(self.radius())
        } else {
            self.bounds.translated(&self.origin)
        }
    }

    /// How far it reaches from its origin at most.
    pub(super) fn radius(&self) -> f32 {
        let far = self.bounds.mins.coords.abs().sup(&self.bounds.maxs.coords.abs());
        (far.x * far.x + far.y * far.y + far.z * far.z).sqrt()
    }

    pub(super) fn placement(&self) -> Placement {
        Placement {
            model: self.model,
            pose: Pose {
                origin: Point::from(self.origin),
                rotation: Rotation::of_angles(self.turned),
            },
        }
    }
}

impl<B: CollisionBackend> Quake3World<B> {
    /// Number of the placement of a player.
    pub(super) fn player_id(&self, player: usize) -> u32 {
        (self.movers.len() + self.triggers.len() + player) as u32
    }

    pub(super) fn trigger_id(&self, trigger: usize) -> u32 {
        (self.movers.len() + trigger) as u32
    }

    /// The game's number of a hit body.
    pub(super) fn number_of(&self, model: Option<PlacementId>, hit: bool) -> i32 {
        let Some(id) = model else {
            return if hit { WORLD } else { NOTHING };
        };
        let i = id.index();
        let players = self.movers.len() + self.triggers.len();
        match self.movers.get(i) {
            Some(mover) => mover.number,
            None => i.checked_sub(players).map_or(NOTHING, |p| PLAYERS.of_player(p)),
        }
    }

    /// Puts a mover where it now is for traces, and first among those of its place.
    pub(super) fn link_mover(&mut self, i: usize) {
        let mut placement = self.movers[i].placement();
        if self.rules.turned_share != 1.0 {
            placement.pose.rotation = Rotation::of_angles(self.movers[i].turned * self.rules.turned_share);
        }
        self.placed.set(PlacementId::of_index(i), placement);
    }

    /// Puts a player's body at the place where others meet it. `by` is the place for its box.
    pub(super) fn link_player(&mut self, player: usize, by: Point) {
        let (id, rider) = (self.player_id(player), &self.players[player]);
        let bounds = self.hull_of(player).bounds().translated(&by.coords).grown(GROWN);
        let shape = if rider.is_dead() {
            2
        } else {
            usize::from(rider.body.flags.contains(crate::MoveFlags::DUCKED))
        };
        let placement = Placement {
            model: self.bodies + shape,
            pose: Pose::at(rider.link),
        };
        let solid = self.joined && !rider.is_dead() && self.rules.meets_players;
        self.player_sectors.link(player as u32, bounds);
        let id = PlacementId::of_index(id as usize);
        self.placed.set(id, placement);
        self.placed.set_solid(id, solid);
    }

    /// Whether a player's body is in anything where the movement has it.
    pub(super) fn is_stuck(&mut self, player: usize) -> bool {
        let at = self.players[player].body.origin;
        let sweep = Sweep {
            hull: self.solid_of(player),
            start: at,
            end: at,
            mask: self.mask_of(player),
        };
        let pass = PlacementId::of_index(self.player_id(player) as usize);
        let trace: Trace = self.placed.seen_by(pass).trace(&sweep, &mut self.work);
        trace.start_solid
    }

    /// The model right below a player's feet.
    pub(super) fn below(&mut self, player: usize) -> Option<PlacementId> {
        let (at, hull) = (self.players[player].body.origin, self.solid_of(player));
        let legs = hull.bounds().mins.z - self.hull_of(player).bounds().mins.z;
        let sweep = Sweep {
            hull,
            start: at,
            end: at - Vec3::z() * (legs + BELOW_FEET),
            mask: self.mask_of(player),
        };
        let pass = PlacementId::of_index(self.player_id(player) as usize);
        let trace: Trace = self.placed.seen_by(pass).trace(&sweep, &mut self.work);
        trace.model
    }

    pub(super) fn mask_of(&self, player: usize) -> clipmark_geometry::Contents {
        if self.players[player].is_dead() {
            self.dead.mask
        } else {
            self.alive.mask
        }
    }
}

impl<B> Quake3World<B> {
    /// The part of a player that must stay out of solids.
    pub(super) fn solid_of(&self, player: usize) -> Hull {
        let rider = &self.players[player];
        if rider.is_dead() {
            return *self.dead.hull(false);
        }
        self.solids[usize::from(rider.body.flags.contains(crate::MoveFlags::DUCKED))]
    }

    /// The hull that a player is tested with.
    pub(super) fn hull_of(&self, player: usize) -> Hull {
        let rider = &self.players[player];
        let setup = if rider.is_dead() { &self.dead } else { &self.alive };
        *setup.hull(rider.body.flags.contains(crate::MoveFlags::DUCKED))
    }
}
