//! The moving world of Quake: pushers with clocks of their own, and the game's code that directs them.
//!
//! Source: recordings of moving worlds and their description (`docs/moving.md`). QuakeWorld places the pushed bodies, and moves
//! the world first. Quake of 1996 sweeps them, and moves players first. The profile's [`MovingRules`] decide.
//!
//! A frame is [`advance`](Quake1World::advance), then a [`command`](Quake1World::command) of each player; in Quake of 1996 the
//! commands, then [`advance_after_players`](Quake1World::advance_after_players).
//!
//! | here | Quake's engine, and its game in QuakeC |
//! |---|---|
//! | [`MoveState`], `Pusher`, [`Player`] | `STATE_TOP` and the others, `edict_t` |
//! | `advance`, `advance_after_players` | `SV_Physics` |
//! | `run_pusher` | `SV_Physics_Pusher` |
//! | `push` | `SV_PushMove`, QuakeWorld's `SV_Push` |
//! | `is_stuck` | `SV_TestEntityPosition` |
//! | `blocked` | `door_blocked`, `plat_crush`, `train_blocked` |
//! | `kick` | `T_Damage` |
//! | `go`, `end_move` | `SUB_CalcMove`, `SUB_CalcMoveDone` |
//! | `end_move`, by kind | `door_hit_top`, `door_hit_bottom`, `plat_hit_top`, `button_wait`, `train_wait` |
//! | `go_up`, `go_down` | `door_go_up`, `door_go_down`, `plat_go_up`, `plat_go_down`, `button_return` |
//! | `open`, `press` | `door_fire`, `button_fire` |
//! | `link_doors` | `LinkDoors` |
//! | `begin_round`, `next_corner` | `func_train_find`, `train_next` |
//! | `use_all`, `use_pusher` | `SUB_UseTargets`, `door_use`, `plat_use`, `train_use` |
//! | [`command`](Quake1World::command) | `SV_RunCmd`; `SV_Physics_Client` of 1996 |
//! | `touch_triggers` | `SV_TouchLinks` |
//! | `touch` | `door_trigger_touch`, `plat_center_touch`, `trigger_push_touch`, `teleport_touch`, `tdeath_touch`, `multi_touch` |
//! | `teleport` | `teleport_touch`, `spawn_tdeath` |
//! | `touch_pushers` | `button_touch` |
//! | `link_pusher`, `link_player` | `SV_LinkEdict` |
//! | `Pusher` from a map's entities (`entities.rs`) | `func_door`, `func_plat`, `func_button`, `func_train` |

mod entities;
mod played;
mod recorded;

pub use entities::{Quake1Kind, Quake1Part, Quake1Parts, Quake1Setup};
pub use recorded::{NETQUAKE, QUAKEWORLD};

use super::keys::forward;
use super::{
    Act, BELOW_FEET, Corner, DEEPEST, Effect, LINKED, Met, Numbers, PushFault, Solids, overlaps, throw,
};
use crate::body::{Body, MoveFlags};
use crate::command::{CommandError, UserCmd};
use crate::facts::TickFacts;
use crate::movers::{Driven, MoverLaws};
use crate::profile::{ArrivalRule, FrameOrder, MovingRules, PushRule};
use crate::setup::Setup;
use clipmark_collision::{CollisionBackend, Sweep, Trace};
use clipmark_geometry::{Aabb, Hull, Placement, PlacementId, Point, Pose, Vec3};

/// Players' numbers: 0 is the world's.
const PLAYERS: Numbers = Numbers { first: 1, count: 32 };

/// The world moves no longer than this at once, in seconds.
const LONGEST_STEP: f64 = 0.1;
/// An arrival that shifts a pusher further than this pushes, in units (QuakeWorld).
const JUMPS: f32 = 1.0 / 64.0;
/// A pusher's act that needs no time is done after this long, in seconds.
const SOON: f32 = 0.1;
/// A lift waits at the top, in seconds; a player in its trigger holds it up for another.
const LIFT_WAITS: f32 = 3.0;
const LIFT_HELD: f32 = 1.0;
/// A train hurts a body that blocks it this often, in seconds.
const HURTS_EVERY: f32 = 0.5;
/// Speed that a point of damage gives, in units per second.
const KICKS: f32 = 8.0;
/// Doors open to players this far away, in units.
const OPENS_FROM: Vec3 = Vec3::new(60.0, 60.0, 8.0);
/// A door's trigger acts at most once a second.
const DOOR_PAUSE: f32 = 1.0;
/// Damage to a body in a teleporting player's place, and its duration in seconds. Then the number of world steps in which
/// resting bodies are tested too.
const FRAGS: f32 = 50_000.0;
const FRAGS_FOR: f32 = 0.2;
const RETOUCHES: u32 = 2;
/// Speed out of a teleporter in units per second, and for how long walking back is blocked, in seconds.
const LEAVES_AT: f32 = 300.0;
const NO_WAY_BACK: f32 = 0.7;

/// Where a part that goes between two places is, in the order in which recordings number it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveState {
    /// At its second place, or a lift at its high one.
    Top,
    /// Where it rests.
    #[default]
    Bottom,
    Up,
    Down,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Think {
    Nothing,
    LinkDoors,
    FindCorner,
    NextCorner,
    /// A move ends, and the next act follows.
    EndMove(After),
    GoDown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Top,
    Bottom,
    Corner,
}

/// A pusher as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PusherState {
    /// Number among the game's entities.
    pub number: i32,
    /// In units.
    pub origin: Vec3,
    /// Units per second.
    pub velocity: Vec3,
    /// Its own clock, which stands while it has nothing to do and while it is blocked, in seconds.
    pub clock: f32,
    /// When it next acts, on its clock; 0 or less for never.
    pub next_think: f32,
    pub state: MoveState,
}

/// A moving part: what its map says of it, and its state.
#[derive(Clone, Debug)]
struct Pusher {
    now: PusherState,
    /// Index of its model among the world's.
    model: usize,
    part: Quake1Part,
    think: Think,
    goal: Vec3,
    /// When a train may hurt again, in seconds of the world.
    hurts_again: f32,
    /// Corner that a train goes to next.
    corner: usize,
    /// First of the doors that it is one with, and the next of them in a ring.
    owner: usize,
    ring: Option<usize>,
}

#[derive(Clone, Debug)]
struct Trigger {
    bounds: Aabb,
    act: Act,
    /// When it next acts, in seconds of the world.
    again: f32,
}

#[derive(Clone, Debug)]
pub struct Player {
    pub body: Body,
    /// Its ground: a pusher's or player's number, 0 for the world, -1 for nothing.
    pub ground: i32,
    /// View yaw in degrees.
    pub yaw: f32,
    linked: Aabb,
    /// Whether it has been put somewhere.
    is_in: bool,
    /// Whether the jump key was up since the last jump, as QuakeWorld's game notes it beside the movement.
    jump_released: bool,
    /// Whether it has been moved by a command yet; before that no liquid is known of.
    was_commanded: bool,
}

/// A world of Quake that moves. Its placements are the pushers, then the players.
pub struct Quake1World<B> {
    solids: Solids<B>,
    /// The world moves in steps of at least this long, in seconds.
    least_step: f64,
    pushers: Vec<Pusher>,
    triggers: Vec<Trigger>,
    players: Vec<Player>,
    /// The controllers of another library, one a player, where the mover is one. Nothing tells them of pushers.
    controlled: Vec<Driven>,
    /// Index of the model of a player's body.
    body: usize,
    /// Seconds of the world.
    time: f64,
    /// Seconds when the world last moved.
    moved_at: f64,
    setup: Setup,
    /// The part of a body that must stay out of solids, standing and crouched.
    solid_hulls: [Hull; 2],
    /// Steps of the world in which players still touch their surroundings before anything moves.
    retouches: u32,
    /// A list of players, kept so that it need not be allocated.
    order: Vec<usize>,
    /// Players moved by the push under way: which, and where they were.
    moved: Vec<(usize, Point)>,
    /// Jump pads and teleporters that took hold of a player so far.
    thrown: u32,
    /// Where a teleporter last sent a player to look, until it is asked.
    look: Option<Vec3>,
    first: entities::First,
    fault: Option<PushFault>,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            body: Body::at(Point::origin()),
            ground: -1,
            yaw: 0.0,
            linked: Aabb::EMPTY,
            is_in: false,
            jump_released: false,
            was_commanded: false,
        }
    }
}

impl<B> Quake1World<B> {
    fn moving(&self) -> &MovingRules {
        &self.setup.profile.moving
    }

    fn has(&self, fault: PushFault) -> bool {
        self.fault == Some(fault)
    }

    fn players_first(&self) -> bool {
        self.moving().frame == FrameOrder::PlayersFirst
    }
}

/// Time on the clocks of pushers is f32, as all numbers of the game's code.
fn seconds(time: f64) -> f32 {
    time as f32
}

/// The unit vector along another, as the game's code makes it.
fn unit(v: Vec3) -> Vec3 {
    let length = (v.x * v.x + v.y * v.y + v.z * v.z).sqrt();
    if length == 0.0 {
        Vec3::zeros()
    } else {
        v * (1.0 / length)
    }
}

// The world's part of a frame: every pusher's turn.

impl<B: CollisionBackend> Quake1World<B> {
    /// Lets time pass, and moves the world if it is time. Returns the length of its step, if any, in seconds.
    pub fn advance(&mut self, frame: f64) -> Option<f64> {
        self.time += frame;
        let step = self.time - self.moved_at;
        if step < self.least_step {
            return None;
        }
        self.moved_at = self.time;
        let step = step.min(LONGEST_STEP);
        self.move_world(step);
        Some(step)
    }

    /// The world's part of a frame in which players have moved first.
    pub fn advance_after_players(&mut self, frame: f64) {
        self.move_world(frame);
        self.time += frame;
    }

    /// The world's part of a frame of `step` seconds: every pusher's turn.
    fn move_world(&mut self, step: f64) {
        if self.retouches > 0 && !self.players_first() {
            for player in 0..self.players.len() {
                if self.players[player].is_in {
                    self.touch_triggers(player);
                }
            }
        }
        self.retouches = self.retouches.saturating_sub(1);
        let ends = self.time + step;
        self.triggers
            .retain(|t| !matches!(t.act, Act::Frag(_, until) if f64::from(until) <= ends));
        for i in 0..self.pushers.len() {
            if self.pushers[i].part.kind != Quake1Kind::Wall {
                self.run_pusher(i, step);
            }
        }
    }

    fn run_pusher(&mut self, i: usize, step: f64) {
        let pusher = &self.pushers[i];
        let (old_clock, due) = (pusher.now.clock, pusher.now.next_think);
        // The sum is a double's: the clock is f32, the step is not.
        let moves_for = if f64::from(due) < f64::from(old_clock) + step {
            (due - old_clock).max(0.0)
        } else {
            step as f32
        };
        if moves_for != 0.0 {
            match pusher.now.velocity {
                v if v == Vec3::zeros() => self.pushers[i].now.clock += moves_for,
                velocity => self.push(i, &(velocity * moves_for), moves_for),
            }
        }
        let pusher = &mut self.pushers[i];
        if !(due > old_clock && due <= pusher.now.clock) {
            return;
        }
        let old = pusher.now.origin;
        pusher.now.next_think = 0.0;
        self.think(i);
        if self.moving().arrival == ArrivalRule::Jumps {
            return;
        }
        let way = self.pushers[i].now.origin - old;
        if (way.x * way.x + way.y * way.y + way.z * way.z).sqrt() > JUMPS {
            self.pushers[i].now.origin = old;
            self.push(i, &way, 0.0);
        }
    }

    /// Moves a pusher, its clock and whom it pushes; where it is blocked, back again. QuakeWorld places the pushed bodies, and
    /// the clock goes on once all fit. Quake of 1996 sweeps them after its clock has gone on.
    fn push(&mut self, i: usize, way: &Vec3, moves_for: f32) {
        let sweeps = self.moving().push == PushRule::Sweeps;
        let old = self.pushers[i].now.origin;
        let last = self.pushers[i].linked().translated(way);
        self.pushers[i].now.origin += way;
        self.link_pusher(i);
        if sweeps {
            self.pushers[i].now.clock += moves_for;
        }
        self.moved.clear();
        let order = self.player_order(way);
        let obstacle = order.iter().copied().find(|&player| {
            let goes = match sweeps {
                true => self.sweep_player(i, player, way, &last),
                false => self.place_player(i, player, way, &last),
            };
            !goes
        });
        self.order = order;
        let pusher = &self.pushers[i];
        let sinks =
            matches!(pusher.part.kind, Quake1Kind::Plat { .. }) && pusher.now.state == MoveState::Down;
        let passes = self.has(PushFault::IgnoresBlocks) || sinks && self.has(PushFault::SinksThrough);
        let Some(player) = obstacle.filter(|_| !passes) else {
            if !sweeps {
                self.pushers[i].now.clock += moves_for;
            }
            return;
        };
        self.pushers[i].now.origin = old;
        self.link_pusher(i);
        // Added and taken away again: the clock may lose a rounding.
        if sweeps && !self.has(PushFault::KeepsTime) {
            self.pushers[i].now.clock -= moves_for;
        }
        self.blocked(i, player);
        if !self.has(PushFault::LeavesShifted) {
            self.put_back();
        }
        if !sweeps && self.has(PushFault::KeepsTime) {
            self.pushers[i].now.clock += moves_for;
        }
    }

    /// The players in the world in the order of a push: by their numbers. As a repair, the highest first when pushing upwards,
    /// so that none moves into the player on top. The list is to be put back where it came from.
    fn player_order(&mut self, way: &Vec3) -> Vec<usize> {
        let mut out = std::mem::take(&mut self.order);
        out.clear();
        out.extend((0..self.players.len()).filter(|&player| self.players[player].is_in));
        if self.setup.profile.repairs.carries_stacks && way.z > 0.0 {
            let height = |player: &usize| self.players[*player].body.origin.z;
            out.sort_by(|a, b| height(b).total_cmp(&height(a)));
        }
        if self.has(PushFault::LastFirst) {
            out.reverse();
        }
        out
    }

    /// Whether a pusher's step concerns a player: he rides it, or is in its way.
    fn is_concerned(&mut self, player: usize, i: usize, last: &Aabb) -> bool {
        let rides = self.rides(player, i);
        if rides {
            return !self.has(PushFault::LeavesRiders);
        }
        if self.has(PushFault::GoesThrough) {
            return false;
        }
        self.has(PushFault::PushesAll)
            || overlaps(&self.players[player].linked, last) && self.is_stuck(player)
    }

    fn way_of(&mut self, player: usize, way: &Vec3) -> Vec3 {
        match self.fault {
            Some(PushFault::GivesSpeed) => self.players[player].body.velocity += way,
            Some(PushFault::Share(share)) => return way * share,
            _ => {}
        }
        *way
    }

    /// Takes a player along, if it is to go; false where it blocks.
    fn place_player(&mut self, i: usize, player: usize, way: &Vec3, last: &Aabb) -> bool {
        // The game tests first whether he is in something else. The answer is the same, but most are far away.
        if !self.is_concerned(player, i, last) {
            return true;
        }
        let id = PlacementId::of_index(i);
        self.solids.placed.set_solid(id, false);
        let stuck_before = self.is_stuck(player);
        self.solids.placed.set_solid(id, true);
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

    /// Takes a player along, if it is to go; false where it blocks.
    fn sweep_player(&mut self, i: usize, player: usize, way: &Vec3, last: &Aabb) -> bool {
        if !self.is_concerned(player, i, last) {
            return true;
        }
        let way = self.way_of(player, way);
        let (from, id) = (self.players[player].body.origin, PlacementId::of_index(i));
        self.moved.push((player, from));
        self.solids.placed.set_solid(id, false);
        let end = self.sweep(player, from + way).end;
        self.players[player].body.origin = end;
        self.link_player(player);
        self.touch_triggers(player);
        self.solids.placed.set_solid(id, true);
        if !self.is_stuck(player) {
            return true;
        }
        self.players[player].body.origin = from;
        self.link_player(player);
        self.touch_triggers(player);
        false
    }

    fn put_back(&mut self) {
        for k in 0..self.moved.len() {
            let (player, from) = self.moved[k];
            self.players[player].body.origin = from;
            self.link_player(player);
        }
    }

    /// Whether a player stands on a pusher, or, as a repair, on a player who does.
    fn rides(&self, player: usize, i: usize) -> bool {
        let stacks = self.setup.profile.repairs.carries_stacks;
        let ground = |p: &Player| if p.body.grounded { p.ground } else { -1 };
        PLAYERS.ridden(&self.players, player, stacks, ground) == self.pushers[i].now.number
    }

    /// The game's code for a pusher that a player blocks.
    fn blocked(&mut self, i: usize, player: usize) {
        let now = seconds(self.time);
        let pusher = &mut self.pushers[i];
        match pusher.part.kind {
            Quake1Kind::Door { .. } => {
                let turns = pusher.part.wait >= 0.0;
                self.hurt(player, i);
                if turns && !self.has(PushFault::NeverTurnsRound) {
                    self.turn_round(i);
                }
            }
            Quake1Kind::Plat { .. } => {
                self.hurt(player, i);
                if !self.has(PushFault::NeverTurnsRound) {
                    self.turn_round(i);
                }
            }
            Quake1Kind::Train(_) if now >= pusher.hurts_again => {
                pusher.hurts_again = now + HURTS_EVERY;
                self.hurt(player, i);
            }
            _ => {}
        }
    }

    /// Damage kicks away from the middle of the pusher's box, also whom it does not hurt.
    fn hurt(&mut self, player: usize, i: usize) {
        let (linked, damage) = (self.pushers[i].linked(), self.pushers[i].part.damage);
        let times = if self.has(PushFault::HurtsTwice) { 2.0 } else { 1.0 };
        self.kick(player, &linked, damage * times);
    }

    fn kick(&mut self, player: usize, from: &Aabb, damage: f32) {
        let middle = (from.mins.coords + from.maxs.coords) * 0.5;
        let body = &mut self.players[player].body;
        body.velocity += unit(body.origin.coords - middle) * damage * KICKS;
    }
}

// The game's code of doors, lifts, buttons and trains: their goals, and the next steps.

impl<B: CollisionBackend> Quake1World<B> {
    fn think(&mut self, i: usize) {
        match self.pushers[i].think {
            Think::Nothing => {}
            Think::LinkDoors => self.link_doors(i),
            Think::FindCorner => self.begin_round(i),
            Think::NextCorner => self.next_corner(i),
            Think::GoDown => self.go_down(i),
            Think::EndMove(after) => self.end_move(i, after),
        }
    }

    fn think_in(&mut self, i: usize, wait: f32, think: Think) {
        let pusher = &mut self.pushers[i];
        pusher.think = think;
        pusher.now.next_think = pusher.now.clock + wait;
    }

    fn go(&mut self, i: usize, goal: Vec3, after: After) {
        let at_once = self.moving().at_once;
        let pusher = &mut self.pushers[i];
        pusher.goal = goal;
        let way = goal - pusher.now.origin;
        let length = (way.x * way.x + way.y * way.y + way.z * way.z).sqrt();
        let takes = length / pusher.part.speed;
        let think = Think::EndMove(after);
        if goal == pusher.now.origin || takes < at_once {
            let wait = if goal == pusher.now.origin { SOON } else { at_once };
            pusher.now.velocity = Vec3::zeros();
            return self.think_in(i, wait, think);
        }
        pusher.now.velocity = way * (1.0 / takes);
        self.think_in(i, takes, think);
    }

    fn end_move(&mut self, i: usize, after: After) {
        let snaps = !self.has(PushFault::MissesArrival);
        let pusher = &mut self.pushers[i];
        if snaps {
            pusher.now.origin = pusher.goal;
        }
        pusher.now.velocity = Vec3::zeros();
        pusher.now.next_think = -1.0;
        self.link_pusher(i);
        let wait = self.pushers[i].part.wait;
        match (after, &self.pushers[i].part.kind) {
            (After::Corner, _) => {
                let wait = if wait == 0.0 { SOON } else { wait };
                self.think_in(i, wait, Think::NextCorner);
            }
            (After::Bottom, _) => self.pushers[i].now.state = MoveState::Bottom,
            (After::Top, Quake1Kind::Plat { .. }) => {
                self.pushers[i].now.state = MoveState::Top;
                self.think_in(i, LIFT_WAITS, Think::GoDown);
            }
            (After::Top, Quake1Kind::Door { toggles, .. }) => {
                let toggles = *toggles;
                self.pushers[i].now.state = MoveState::Top;
                if !toggles {
                    self.think_in(i, wait, Think::GoDown);
                }
            }
            (After::Top, _) => {
                self.pushers[i].now.state = MoveState::Top;
                self.think_in(i, wait, Think::GoDown);
                self.use_targets(i, DEEPEST);
            }
        }
    }

    fn go_down(&mut self, i: usize) {
        self.pushers[i].now.state = MoveState::Down;
        let low = usize::from(matches!(self.pushers[i].part.kind, Quake1Kind::Plat { .. }));
        self.go(i, self.pushers[i].part.places[low], After::Bottom);
    }

    /// To the top; a door that is there waits on.
    fn go_up(&mut self, i: usize, deepest: u32) {
        let (kind, state) = (&self.pushers[i].part.kind, self.pushers[i].now.state);
        let is_door = matches!(kind, Quake1Kind::Door { .. });
        let high = usize::from(!matches!(kind, Quake1Kind::Plat { .. }));
        if is_door && state == MoveState::Up {
            return;
        }
        if is_door && state == MoveState::Top {
            let pusher = &mut self.pushers[i];
            pusher.now.next_think = pusher.now.clock + pusher.part.wait;
            return;
        }
        self.pushers[i].now.state = MoveState::Up;
        self.go(i, self.pushers[i].part.places[high], After::Top);
        if is_door {
            self.use_targets(i, deepest);
        }
    }

    fn turn_round(&mut self, i: usize) {
        let is_plat = matches!(self.pushers[i].part.kind, Quake1Kind::Plat { .. });
        match self.pushers[i].now.state {
            MoveState::Down => self.go_up(i, DEEPEST),
            MoveState::Up => self.go_down(i),
            _ if is_plat => {}
            _ => self.go_down(i),
        }
    }

    /// A door that is used: all that are one with it open; those that toggle close where they are open.
    fn open(&mut self, i: usize, deepest: u32) {
        let first = self.pushers[i].owner;
        let shuts = matches!(
            self.pushers[first].part.kind,
            Quake1Kind::Door { toggles: true, .. }
        ) && matches!(self.pushers[first].now.state, MoveState::Up | MoveState::Top);
        let mut at = first;
        for _ in 0..self.pushers.len() {
            if shuts {
                self.go_down(at);
            } else {
                self.go_up(at, deepest);
            }
            match self.pushers[at].ring {
                Some(next) if next != first && !self.has(PushFault::ForgetsTeam) => at = next,
                _ => return,
            }
        }
    }

    fn press(&mut self, i: usize) {
        if !matches!(self.pushers[i].now.state, MoveState::Up | MoveState::Top) {
            self.go_up(i, DEEPEST);
        }
    }

    fn begin_round(&mut self, i: usize) {
        let pusher = &mut self.pushers[i];
        let Some(first) = pusher.corners().first().copied() else {
            return;
        };
        pusher.now.origin = first.origin - pusher.part.bounds.mins.coords;
        pusher.corner = 1 % pusher.corners().len();
        let waits_for_use = pusher.part.name.is_some();
        self.link_pusher(i);
        if !waits_for_use {
            self.think_in(i, SOON, Think::NextCorner);
        }
    }

    fn next_corner(&mut self, i: usize) {
        let pusher = &mut self.pushers[i];
        let (at, count) = (pusher.corner, pusher.corners().len());
        let Some(corner) = pusher.corners().get(at).copied() else {
            return;
        };
        pusher.corner = (at + 1) % count;
        pusher.part.wait = corner.wait;
        let goal = corner.origin - pusher.part.bounds.mins.coords;
        self.go(i, goal, After::Corner);
    }

    fn use_targets(&mut self, i: usize, deepest: u32) {
        if let Some(target) = self.pushers[i].part.target.clone() {
            self.use_all(&target, deepest);
        }
    }

    fn use_all(&mut self, name: &str, deepest: u32) {
        if deepest == 0 {
            return;
        }
        for i in 0..self.pushers.len() {
            if self.pushers[i].part.name.as_deref() == Some(name) {
                self.use_pusher(i, deepest - 1);
            }
        }
    }

    fn use_pusher(&mut self, i: usize, deepest: u32) {
        let first = self.pushers[i].think == Think::Nothing;
        match self.pushers[i].part.kind {
            Quake1Kind::Door { .. } => self.open(i, deepest),
            Quake1Kind::Button => self.press(i),
            Quake1Kind::Plat { .. } => {
                let waits = self.pushers[i].part.name.is_some() && self.pushers[i].now.state == MoveState::Up;
                if first || waits {
                    self.go_down(i);
                }
            }
            Quake1Kind::Train(_) if self.pushers[i].think == Think::FindCorner => self.next_corner(i),
            _ => {}
        }
    }

    /// Uses the pusher of that number; false where there is none.
    pub fn fire(&mut self, number: i32) -> bool {
        let found = self.pushers.iter().position(|p| p.now.number == number);
        found.map(|i| self.use_pusher(i, DEEPEST)).is_some()
    }

    /// Doors that touch each other, one after the next in the order of the map, become one with one trigger.
    fn link_doors(&mut self, i: usize) {
        if self.pushers[i].ring.is_some() {
            return;
        }
        let links = |k: usize, world: &Self| {
            matches!(world.pushers[k].part.kind, Quake1Kind::Door { links: true, .. })
        };
        self.pushers[i].owner = i;
        if !links(i, self) {
            self.pushers[i].ring = Some(i);
            return;
        }
        let home = |k: usize, world: &Self| world.pushers[k].part.bounds;
        let (mut last, mut all) = (i, home(i, self));
        let mut by_touch = self.pushers[i].part.opens_by_touch;
        let mut name = self.pushers[i].part.name.clone();
        for k in i + 1..self.pushers.len() {
            let is_door = matches!(self.pushers[k].part.kind, Quake1Kind::Door { .. });
            let free = self.pushers[k].ring.is_none();
            if !is_door || !free || !home(last, self).touches(&home(k, self)) {
                continue;
            }
            self.pushers[last].ring = Some(k);
            self.pushers[k].owner = i;
            all = all.union(&home(k, self));
            by_touch &= self.pushers[k].part.opens_by_touch;
            name = self.pushers[k].part.name.clone().or(name);
            last = k;
        }
        self.pushers[last].ring = Some(i);
        self.pushers[i].part.name = name;
        if by_touch {
            let field = Aabb::new(all.mins - OPENS_FROM, all.maxs + OPENS_FROM);
            self.triggers
                .push(Trigger::new(field.grown(LINKED), Act::Open(i)));
        }
    }
}

// A player's command: the movement, then triggers at the new place, then the buttons bumped into.

impl<B: CollisionBackend> Quake1World<B> {
    /// Puts a player somewhere: at rest in the air.
    pub fn restart(&mut self, player: usize, at: Point, yaw: f32) {
        let players_first = self.players_first();
        let Some(p) = self.players.get_mut(player) else {
            return;
        };
        let old = p.body;
        p.body = Body {
            water_level: old.water_level,
            ..Body::at(at)
        };
        p.body.engine.liquid = old.engine.liquid;
        (p.ground, p.yaw) = (-1, yaw);
        if players_first {
            p.body.flags.insert(MoveFlags::JUMP_HELD);
            p.body.engine.model_angles = Vec3::new(0.0, yaw, 0.0);
            p.body.engine.last_free = Some(at);
        }
        self.link_player(player);
    }

    /// Plays a player's command.
    pub fn command(&mut self, player: usize, cmd: &UserCmd) -> Result<TickFacts, CommandError> {
        let retouches = self.players_first() && self.retouches > 0;
        let mut teleported = None;
        if retouches && let Some(old) = self.players.get(player).map(|r| r.body.origin) {
            self.touch_triggers(player);
            let body = &self.players[player].body;
            teleported = (body.origin != old).then_some(body.engine.model_angles);
        }
        let id = self.player_id(player);
        // In Quake of 1996 a slide finds no ground on players, who are numbered after the map's models.
        let held_before = match self.players_first() {
            true => self.pushers.len(),
            false => usize::MAX,
        };
        let Some(p) = self.players.get_mut(player) else {
            return Ok(TickFacts::default());
        };
        p.yaw = cmd.yaw;
        p.body.engine.clock = self.time;
        let driven = self.controlled.get_mut(player);
        let (met, facts) = self
            .solids
            .tick(id, &self.setup, &mut p.body, cmd, held_before, driven)?;
        // It had looked before it was teleported, and looks where it was sent.
        if let Some(angles) = teleported {
            p.body.engine.model_angles = angles;
        }
        // A tick of Quake of 1996 that does not touch the ground keeps it.
        let grounded = p.body.grounded;
        // The two-cylinder walker finds its ground by itself, and does not say which it is.
        let walks = self.setup.mover().laws == MoverLaws::Walker;
        let ground = match grounded {
            true if walks && met.times_stood == 0 => self.number_below(player),
            true => self.number_of(met.ground),
            false => -1,
        };
        self.players[player].ground = ground;
        self.link_player(player);
        self.touch_triggers(player);
        self.touch_pushers(&met);
        Ok(facts)
    }

    fn touch_triggers(&mut self, player: usize) {
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
                    self.open(first, DEEPEST);
                }
            }
            Act::Raise(lift) => {
                let lift = *lift;
                match self.pushers[lift].now.state {
                    MoveState::Bottom => self.go_up(lift, DEEPEST),
                    MoveState::Top => {
                        let pusher = &mut self.pushers[lift];
                        pusher.now.next_think = pusher.now.clock + LIFT_HELD;
                    }
                    MoveState::Up | MoveState::Down => {}
                }
            }
            Act::Effect(Effect::Push(velocity)) => {
                throw(&mut self.players[player].body, *velocity, self.setup.mover().laws);
                self.thrown += 1;
            }
            Act::Effect(Effect::Teleport(goal, angles)) => {
                let (goal, angles) = (*goal, *angles);
                self.teleport(player, goal, angles, now);
            }
            Act::Frag(owner, until) => {
                if *owner != player && now < *until {
                    let bounds = self.triggers[trigger].bounds;
                    self.kick(player, &bounds, FRAGS);
                }
            }
            Act::Effect(Effect::Use(target, wait)) => {
                if now < *again {
                    return;
                }
                *again = if *wait > 0.0 { now + *wait } else { f32::MAX };
                let target = target.clone();
                self.use_all(&target, DEEPEST);
            }
        }
    }

    fn teleport(&mut self, player: usize, goal: Point, angles: Vec3, now: f32) {
        let players_first = self.players_first();
        self.thrown += 1;
        let p = &mut self.players[player];
        let body = &mut p.body;
        body.origin = goal;
        body.velocity = forward(angles) * LEAVES_AT;
        body.grounded = false;
        p.ground = -1;
        // A body that is there, or arrives soon, is killed.
        let bounds = self.setup.hull(false).bounds().translated(&goal.coords);
        let bounds = bounds.grown(LINKED).grown(LINKED);
        self.triggers
            .push(Trigger::new(bounds, Act::Frag(player, now + FRAGS_FOR)));
        self.retouches = RETOUCHES;
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

    fn touch_pushers(&mut self, met: &Met) {
        for id in met.touched() {
            let i = id.index();
            let pressed = |p: &Pusher| p.part.kind == Quake1Kind::Button && p.part.opens_by_touch;
            if self.pushers.get(i).is_some_and(pressed) {
                self.press(i);
            }
        }
    }
}

// Where pushers and players are for traces.

impl Pusher {
    fn corners(&self) -> &[Corner] {
        match &self.part.kind {
            Quake1Kind::Train(corners) => corners,
            _ => &[],
        }
    }

    /// Its box where it is, a unit larger on each side.
    fn linked(&self) -> Aabb {
        self.part.bounds.translated(&self.now.origin).grown(LINKED)
    }

    fn placement(&self) -> Placement {
        Placement {
            model: self.model,
            pose: Pose::at(Point::from(self.now.origin)),
        }
    }
}

impl<B: CollisionBackend> Quake1World<B> {
    fn player_id(&self, player: usize) -> PlacementId {
        PlacementId::of_index(self.pushers.len() + player)
    }

    /// The game's number of a hit body: players are numbered from 1.
    fn number_of(&self, model: Option<PlacementId>) -> i32 {
        let Some(id) = model else { return 0 };
        match self.pushers.get(id.index()) {
            Some(pusher) => pusher.now.number,
            None => PLAYERS.of_player(id.index() - self.pushers.len()),
        }
    }

    fn link_pusher(&mut self, i: usize) {
        let placement = self.pushers[i].placement();
        self.solids.placed.set(PlacementId::of_index(i), placement);
    }

    fn link_player(&mut self, player: usize) {
        let id = self.player_id(player);
        let origin = self.players[player].body.origin;
        let hull = self.setup.hull(self.is_ducked(player));
        self.players[player].linked = hull.bounds().translated(&origin.coords).grown(LINKED);
        let placement = Placement {
            model: self.body,
            pose: Pose::at(origin),
        };
        self.solids.placed.set(id, placement);
        self.solids
            .placed
            .set_solid(id, self.fault != Some(PushFault::PlayersPass));
        self.players[player].is_in = true;
    }

    fn is_ducked(&self, player: usize) -> bool {
        self.players[player].body.flags.contains(MoveFlags::DUCKED)
    }

    fn number_below(&mut self, player: usize) -> i32 {
        let ducked = self.is_ducked(player);
        let legs =
            self.solid_hulls[usize::from(ducked)].bounds().mins.z - self.setup.hull(ducked).bounds().mins.z;
        let end = self.players[player].body.origin - Vec3::z() * (legs + BELOW_FEET);
        let trace = self.sweep(player, end);
        self.number_of(trace.model)
    }

    fn sweep(&mut self, player: usize, end: Point) -> Trace {
        let sweep = Sweep {
            hull: self.solid_hulls[usize::from(self.is_ducked(player))],
            start: self.players[player].body.origin,
            end,
            mask: self.setup.mask,
        };
        self.solids.sweep(self.player_id(player), &sweep)
    }

    fn is_stuck(&mut self, player: usize) -> bool {
        let at = self.players[player].body.origin;
        self.sweep(player, at).start_solid
    }
}
