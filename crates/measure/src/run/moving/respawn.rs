//! A player who visits the spawns of a map in turn. Each has its share of the run, and a trigger that kills him ends it early.
//!
//! A map run without a scene is played so: a blind player would else spend his minute in the void that a kill trigger guards.

use super::stage::PLAYER;
use super::{Moving, MovingWorld};
use crate::run::play::Played;
use crate::run::setting::{SPAWN_LIFT, START_DEPTH};
use clipmark_geometry::{Aabb, Brush, Hull, Point, World};
use clipmark_movement::{Body, MoveFlags, Order, Profile};
use clipmark_referee::Reference;
use std::sync::Arc;

/// Damage of a trigger that kills: a fresh player's health in all the games.
const DEADLY: f32 = 100.0;
const MSEC: f64 = 1000.0;

/// Where a player comes to life, and what kills him.
#[derive(Debug)]
pub struct Respawns {
    /// The player at each spawn, in the order of the map.
    pub(crate) starts: Vec<Body>,
    /// The longest stay at one, in milliseconds.
    share_msec: f64,
    kills: Vec<Kill>,
}

/// A trigger that kills. Without brushes its box does, as in Quake.
#[derive(Debug)]
struct Kill {
    bounds: Aabb,
    brushes: Vec<Brush>,
}

/// The spawn that a player came from, and since when.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stay {
    spawn: usize,
    msec: f64,
}

impl Respawns {
    /// Those of a world in which a player has so many seconds. Spawns inside solids are left out. `None` where there is but one
    /// spawn and nothing kills.
    pub(crate) fn find(world: &World, truth: &Reference, profile: &Profile, seconds: f64) -> Option<Self> {
        let bounds = profile.bounds(false);
        let solids = truth.for_hull(&Hull::Box { bounds });
        let is_free = |body: &Body| {
            let place = solids.signed_distance(&body.origin.cast());
            place.is_none_or(|place| -place.distance <= START_DEPTH)
        };
        let spawns = world.spawns.iter().map(|spawn| {
            let mut body = Body::at(spawn.origin);
            body.origin.z += SPAWN_LIFT;
            body
        });
        let starts: Vec<Body> = spawns.filter(is_free).collect();
        let kills: Vec<Kill> = kills(world, harmless(profile.order)).collect();
        let is_one = starts.len() < 2 && kills.is_empty() || starts.is_empty();
        (!is_one).then(|| Self {
            share_msec: seconds * MSEC / starts.len() as f64,
            starts,
            kills,
        })
    }

    /// Whether a player dies there.
    pub(crate) fn is_deadly(&self, profile: &Profile, origin: &Point, ducked: bool) -> bool {
        let body = profile.bounds(ducked).translated(&origin.coords);
        self.kills.iter().any(|kill| kill.touches(&body))
    }

    /// How often the player of a run died.
    pub(crate) fn deaths(&self, profile: &Profile, played: &Played) -> usize {
        let is_dead = |body: &&Body| {
            let ducked = body.flags.contains(MoveFlags::DUCKED);
            self.is_deadly(profile, &body.origin, ducked)
        };
        played.states.iter().filter(is_dead).count()
    }
}

/// Flags of a trigger_hurt that does a player no harm as the level begins. In Quake III 1 is one that waits to be switched on. In
/// Half-Life 2 is, and 8 is one that spares players. Quake knows no such flag.
fn harmless(order: Order) -> u32 {
    match order {
        Order::Quake3 => 1,
        Order::GoldSrc => 2 | 8,
        Order::NetQuake | Order::QuakeWorld | Order::Source | Order::Direct => 0,
    }
}

fn kills(world: &World, harmless: u32) -> impl Iterator<Item = Kill> {
    world.entities.iter().filter_map(move |entity| {
        let number = |key| entity.value(key).and_then(|text| text.trim().parse::<f32>().ok());
        let flags = number("spawnflags").unwrap_or_default() as u32;
        let is_deadly = entity.class() == "trigger_hurt" && number("dmg").is_some_and(|dmg| dmg >= DEADLY);
        let model = entity.model().and_then(|number| number.checked_sub(1));
        let model = world
            .models
            .get(model.filter(|_| is_deadly && flags & harmless == 0)?)?;
        Some(Kill {
            bounds: model.bounds,
            brushes: model.brushes.clone(),
        })
    })
}

impl Kill {
    fn touches(&self, body: &Aabb) -> bool {
        let within = |brush: &Brush| {
            brush.sides.iter().all(|side| {
                let normal = &side.plane.normal;
                let nearest = |i: usize| {
                    if normal[i] > 0.0 {
                        body.mins[i]
                    } else {
                        body.maxs[i]
                    }
                };
                side.plane
                    .distance(&Point::new(nearest(0), nearest(1), nearest(2)))
                    <= 0.0
            })
        };
        self.bounds.touches(body) && (self.brushes.is_empty() || self.brushes.iter().any(within))
    }
}

impl Moving {
    /// A world, still or moving, whose player visits its spawns in turn.
    pub(crate) fn with_respawns(
        moving: Option<Self>,
        world: &World,
        profile: Profile,
        respawns: Respawns,
    ) -> Self {
        Self {
            respawns: Some(Arc::new(respawns)),
            ..moving.unwrap_or_else(|| Self::still(world, profile))
        }
    }
}

impl Stay {
    /// Before a tick of a player: where he comes to life, if he died or his stay is over.
    pub(crate) fn next_start(
        &mut self,
        respawns: &Respawns,
        profile: &Profile,
        body: &Body,
        msec: f32,
    ) -> Option<Body> {
        let ducked = body.flags.contains(MoveFlags::DUCKED);
        let is_due = self.msec >= respawns.share_msec || respawns.is_deadly(profile, &body.origin, ducked);
        if is_due {
            *self = Self {
                spawn: (self.spawn + 1) % respawns.starts.len(),
                msec: 0.0,
            };
        }
        self.msec += f64::from(msec);
        is_due.then(|| respawns.starts[self.spawn])
    }
}

impl MovingWorld<'_> {
    /// Puts a player who died, or whose stay is over, to the next spawn. Returns whether it did.
    pub(super) fn respawn(&mut self, msec: f32) -> bool {
        let Some(respawns) = self.respawns.clone() else {
            return false;
        };
        let body = *self.body();
        let start = self.stay.next_start(&respawns, &self.profile, &body, msec);
        if let Some(start) = &start {
            self.place(PLAYER, start);
        }
        start.is_some()
    }
}
