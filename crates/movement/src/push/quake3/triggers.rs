//! Triggers that players touch, and movers that they bump into.

use super::{Act, Event, PLAYERS, Part, Quake3World, Rider, Stage, Think, push};
use crate::body::MoveFlags;
use crate::moving::forward;
use crate::push::met::Met;
use crate::push::{AtArrival, throw};
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_geometry::{Aabb, Contents, Hull, PlacementId, Point, Vec3};

/// Triggers are looked for in a box this far around a player, in units.
const REACH: [f32; 3] = [40.0, 40.0, 52.0];
/// A player that bumps into a lift at the top puts its return off by this, in milliseconds.
const PUTS_OFF: f32 = 1000.0;
/// Speed out of a teleporter in units per second, and for how long it is kept from braking, in milliseconds.
const LEAVES_AT: f32 = 400.0;
const SLIDES_MSEC: f32 = 160.0;
/// Damage that kills a body at a teleporter's destination at once.
const SPLITS: i32 = 100_000;

impl<B: CollisionBackend> Quake3World<B> {
    /// A player at a new place touches the triggers there.
    pub(super) fn touch_triggers(&mut self, player: usize) {
        if self.players[player].is_dead() {
            return;
        }
        let at = self.players[player].body.origin;
        let bounds = self.hull_of(player).bounds().translated(&at.coords);
        let reach = Vec3::from(REACH);
        let around = Aabb::new(at - reach, at + reach);
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        self.trigger_sectors.near(&around, |trigger| {
            near.push(trigger);
            true
        });
        for &trigger in &near {
            if self.touches(trigger as usize, player, &bounds) {
                self.touch_trigger(trigger as usize, player);
            }
        }
        self.near = near;
    }

    /// Whether a player's box is in a trigger: in its plain box, or in one of its brushes. Where a backend sweeps no such box, its
    /// body is asked for.
    fn touches(&mut self, trigger: usize, player: usize, bounds: &Aabb) -> bool {
        if self.triggers[trigger].is_plain {
            return self.triggers[trigger].bounds.touches(bounds);
        }
        let Ok(hull) = Hull::new_box(bounds.mins, bounds.maxs) else {
            return false;
        };
        let (hull, at) = match self.placed.rigid().facts().supports(&hull) {
            true => (hull, Point::origin()),
            false => (self.hull_of(player), self.players[player].body.origin),
        };
        let sweep = Sweep {
            hull,
            start: at,
            end: at,
            mask: Contents::all(),
        };
        let id = PlacementId::of_index(self.trigger_id(trigger) as usize);
        let trace = self.placed.trace_one(id, &sweep, &mut self.work);
        trace.is_some_and(|t| t.start_solid)
    }

    fn touch_trigger(&mut self, trigger: usize, player: usize) {
        let number = self.triggers[trigger].number;
        self.events
            .push(Event::Touched(number, PLAYERS.of_player(player)));
        let now = self.now;
        match &mut self.triggers[trigger].act {
            Act::Open(door) => {
                let door = *door;
                if self.movers[door].stage != Stage::Opening {
                    self.use_mover(door);
                }
            }
            Act::Raise(lift) => {
                let lift = *lift;
                if self.movers[lift].stage == Stage::First {
                    self.use_mover(lift);
                }
            }
            Act::Push(velocity) => {
                throw(&mut self.players[player].body, *velocity, self.alive.mover().laws);
                self.thrown += 1;
            }
            Act::Teleport(goal, angles) => {
                let (goal, angles) = (*goal, *angles);
                if self.rules.at_arrival == AtArrival::Waits && self.is_taken(player, goal) {
                    return;
                }
                self.teleport(player, goal, angles);
            }
            Act::Use(target, wait_msec, again) => {
                if now < *again {
                    return;
                }
                *again = if *wait_msec > 0.0 {
                    (now as f32 + *wait_msec) as i32
                } else {
                    i32::MAX
                };
                let target = target.clone();
                self.use_all(&target, super::using::DEEPEST);
            }
        }
    }

    fn teleport(&mut self, player: usize, goal: Point, angles: Vec3) {
        self.thrown += 1;
        let rider = &mut self.players[player];
        rider.body.origin = goal;
        rider.body.velocity = forward(angles) * LEAVES_AT;
        rider.body.timer_msec = SLIDES_MSEC;
        rider.body.flags.insert(MoveFlags::KNOCKBACK_TIMER);
        look(rider, angles);
        if self.rules.at_arrival == AtArrival::Kills {
            self.telefrag(player, goal);
        }
        self.players[player].link = goal;
        self.link_player(player, goal);
    }

    /// Whether another player is where one would arrive.
    fn is_taken(&self, player: usize, goal: Point) -> bool {
        let bounds = self.hull_of(player).bounds().translated(&goal.coords);
        let mut taken = false;
        self.player_sectors.near(&bounds, |other| {
            taken |= other as usize != player;
            !taken
        });
        taken
    }

    /// Kills any body at the place where a player arrives.
    fn telefrag(&mut self, player: usize, goal: Point) {
        let bounds = self.hull_of(player).bounds().translated(&goal.coords);
        for other in 0..self.players.len() {
            let linked = self.player_sectors.bounds(other as u32);
            let there = linked.is_some_and(|b| b.touches(&bounds));
            if other != player && there && !self.players[other].is_dead() {
                self.hurt(other, PLAYERS.of_player(player), SPLITS, push::TELEFRAGGED);
            }
        }
    }

    /// Movers that a player bumped into or stands on are touched.
    pub(super) fn touch_movers(&mut self, player: usize, met: &Met) {
        for id in met.touched() {
            let i = id.index();
            if i >= self.movers.len() {
                continue;
            }
            let number = self.movers[i].number;
            match self.movers[i].part {
                Part::Plat => {
                    self.events
                        .push(Event::Touched(number, PLAYERS.of_player(player)));
                    if self.movers[i].stage == Stage::Second && !self.players[player].is_dead() {
                        self.think_after(i, Think::GoBack, PUTS_OFF);
                    }
                }
                Part::Button if self.movers[i].opens_by_touch => {
                    self.events
                        .push(Event::Touched(number, PLAYERS.of_player(player)));
                    if self.movers[i].stage == Stage::First {
                        self.use_mover(i);
                    }
                }
                _ => {}
            }
        }
    }
}

/// A place with its coordinates cut to whole units.
pub(super) fn cut(at: Point) -> Point {
    at.map(f32::trunc)
}

/// Lets a player look along angles, whatever its commands say.
fn look(rider: &mut Rider, angles: Vec3) {
    let shorts = |degrees: f32| ((degrees * 65_536.0 / 360.0) as i32) & 0xffff;
    rider.turn = [shorts(angles.x) - rider.held[0], shorts(angles.y) - rider.held[1]];
    rider.view_yaw = angles.y;
}
