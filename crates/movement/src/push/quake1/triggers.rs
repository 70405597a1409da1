//! Triggers that players touch, doors that are one, and buttons that are bumped into.

use super::pushers::{Act, MoveState};
use super::{Quake1World, Trigger, doors, seconds};
use crate::moving::{Quake1Kind, forward};
use crate::push::met::Met;
use crate::push::{AtArrival, throw};
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Aabb, Point, Vec3};

/// A trigger's box is linked a unit larger on each side, as all are.
const GROWN: f32 = super::GROWN;
/// Doors open to players this far away, in units.
const OPENS_FROM: Vec3 = Vec3::new(60.0, 60.0, 8.0);
/// A door's trigger acts at most once a second.
const DOOR_PAUSE: f32 = 1.0;
/// Damage to a body in a teleporting player's place, and its duration in seconds. Then the number of world steps in which resting
/// bodies are tested too.
pub(super) const FRAGS: f32 = 50_000.0;
pub(super) const FRAGS_FOR: f32 = 0.2;
pub(super) const RETOUCHES: u32 = 2;
/// Speed out of a teleporter in units per second, and for how long walking back is blocked, in seconds.
const LEAVES_AT: f32 = 300.0;
const NO_WAY_BACK: f32 = 0.7;

impl<B: CollisionBackend> Quake1World<B> {
    /// A player at a new place touches the triggers there.
    pub(super) fn touch_triggers(&mut self, player: usize) {
        // A teleporter may add one.
        for trigger in 0..self.triggers.len() {
            let there = |t: &Trigger| t.bounds.touches(&self.players[player].linked);
            if self.triggers.get(trigger).is_some_and(there) {
                self.touch(trigger, player);
            }
        }
    }

    fn touch(&mut self, trigger: usize, player: usize) {
        let now = seconds(self.time);
        let Trigger { act, again, .. } = &mut self.triggers[trigger];
        match act {
            Act::Open(first) => {
                if now >= *again {
                    *again = now + DOOR_PAUSE;
                    let first = *first;
                    self.open(first, doors::DEEPEST);
                }
            }
            Act::Raise(lift) => {
                let lift = *lift;
                match self.pieces[lift].spot {
                    MoveState::Bottom => self.go_up(lift, doors::DEEPEST),
                    MoveState::Top => {
                        let piece = &mut self.pieces[lift];
                        piece.next_think = piece.clock + doors::LIFT_HELD;
                    }
                    MoveState::Up | MoveState::Down => {}
                }
            }
            Act::Push(velocity) => {
                throw(&mut self.players[player].body, *velocity, self.setup.mover().laws);
                self.thrown += 1;
            }
            Act::Teleport(goal, angles) => {
                let (goal, angles) = (*goal, *angles);
                if self.rules.at_arrival == AtArrival::Waits && self.is_taken(player, goal) {
                    return;
                }
                self.teleport(player, goal, angles, now);
            }
            Act::Frag(owner, until) => {
                if *owner != player && now < *until {
                    let bounds = self.triggers[trigger].bounds;
                    self.kick(player, &bounds, FRAGS);
                }
            }
            Act::Use(target, wait) => {
                if now < *again {
                    return;
                }
                *again = if *wait > 0.0 { now + *wait } else { f32::MAX };
                let target = target.clone();
                self.use_all(&target, doors::DEEPEST);
            }
        }
    }

    /// Whether another player is where one would arrive.
    fn is_taken(&self, player: usize, goal: Point) -> bool {
        let bounds = self.setup.hull(false).bounds().translated(&goal.coords);
        let mut others = self.players.iter().enumerate();
        others.any(|(other, rider)| other != player && rider.is_in && rider.linked.touches(&bounds))
    }

    fn teleport(&mut self, player: usize, goal: Point, angles: Vec3, now: f32) {
        let players_first = self.players_first();
        self.thrown += 1;
        let rider = &mut self.players[player];
        let body = &mut rider.body;
        body.origin = goal;
        body.velocity = forward(angles) * LEAVES_AT;
        body.grounded = false;
        rider.ground = -1;
        // A body that is there, or arrives soon, is killed.
        if self.rules.at_arrival == AtArrival::Kills {
            let hull = self.setup.hull(false).bounds();
            self.triggers.push(Trigger {
                bounds: hull.translated(&goal.coords).grown(GROWN).grown(GROWN),
                act: Act::Frag(player, now + FRAGS_FOR),
                again: 0.0,
            });
            self.retouches = RETOUCHES;
        }
        // The one field serves two purposes in the games, so that a teleporter also counts as a water jump.
        if players_first {
            body.engine.water_jump_ends = now + NO_WAY_BACK;
        } else {
            body.water_jump_seconds = now + NO_WAY_BACK;
        }
        body.engine.model_angles = angles;
        self.look = Some(angles);
        self.link_player(player);
    }

    /// Buttons that a player bumped into are pressed.
    pub(super) fn touch_pieces(&mut self, met: &Met) {
        for id in met.touched() {
            let i = id.index();
            let pressed = |p: &super::Pusher| p.kind == Quake1Kind::Button && p.opens_by_touch;
            if self.pieces.get(i).is_some_and(pressed) {
                self.press(i);
            }
        }
    }

    /// Doors that touch each other, one after the next in the order of the map, become one with one trigger.
    pub(super) fn link_doors(&mut self, i: usize) {
        if self.pieces[i].ring.is_some() {
            return;
        }
        let links =
            |k: usize, world: &Self| matches!(world.pieces[k].kind, Quake1Kind::Door { links: true, .. });
        self.pieces[i].owner = i;
        if !links(i, self) {
            self.pieces[i].ring = Some(i);
            return;
        }
        let home = |k: usize, world: &Self| world.pieces[k].bounds;
        let (mut last, mut all) = (i, home(i, self));
        let mut by_touch = self.pieces[i].opens_by_touch;
        let mut name = self.pieces[i].name.clone();
        for k in i + 1..self.pieces.len() {
            let is_door = matches!(self.pieces[k].kind, Quake1Kind::Door { .. });
            let free = self.pieces[k].ring.is_none();
            if !is_door || !free || !home(last, self).touches(&home(k, self)) {
                continue;
            }
            self.pieces[last].ring = Some(k);
            self.pieces[k].owner = i;
            all = all.union(&home(k, self));
            by_touch &= self.pieces[k].opens_by_touch;
            name = self.pieces[k].name.clone().or(name);
            last = k;
        }
        self.pieces[last].ring = Some(i);
        self.pieces[i].name = name;
        if by_touch {
            let mut field = Aabb::new(all.mins - OPENS_FROM, all.maxs + OPENS_FROM);
            field = field.grown(GROWN);
            self.triggers.push(Trigger {
                bounds: field,
                act: Act::Open(i),
                again: 0.0,
            });
        }
    }
}

/// The box of a lift's trigger: over its low place, in from its sides, up to above its high place.
pub(super) fn lift_trigger(bounds: &Aabb, places: &[Vec3; 2], low: bool) -> Aabb {
    const IN: f32 = 25.0;
    const ABOVE: f32 = 8.0;
    const SMALL: f32 = 50.0;
    let mut out = *bounds;
    out.maxs.z = bounds.maxs.z + ABOVE;
    out.mins.z = out.maxs.z - (places[0].z - places[1].z + ABOVE);
    if low {
        out.maxs.z = out.mins.z + ABOVE;
    }
    for axis in 0..2 {
        if bounds.maxs[axis] - bounds.mins[axis] <= SMALL {
            out.mins[axis] = (bounds.mins[axis] + bounds.maxs[axis]) / 2.0;
            out.maxs[axis] = out.mins[axis] + 1.0;
        } else {
            out.mins[axis] += IN;
            out.maxs[axis] -= IN;
        }
    }
    out.grown(GROWN)
}
