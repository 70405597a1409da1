//! The moving world of Quake III: movers first, in the order of their numbers, then the players' commands.
//!
//! Source: recordings of moving worlds and their description (`docs/moving.md`); places, times and turns are equal to theirs to
//! the bit. Departures: game types other than free for all, items and missiles are not played.
//!
//! A frame is [`advance`](Quake3World::advance), then a [`command`](Quake3World::command) of each player.
//!
//! | here | Quake III's game |
//! |---|---|
//! | [`Stage`], `Mover`, [`Player`] | `moverState_t`, `gentity_t`, `gclient_t` |
//! | [`advance`](Quake3World::advance) | `G_RunFrame` |
//! | `run_mover` | `G_RunMover` |
//! | `run_team` | `G_MoverTeam` |
//! | `push` | `G_MoverPush` |
//! | `push_player`, `try_push` | `G_TryPushingEntity` |
//! | `is_stuck` | `G_TestEntityPosition` |
//! | `blocked` | `Blocked_Door` |
//! | `set_stage` | `SetMoverState` |
//! | `set_team` | `MatchTeam` |
//! | `think_if_due` | `G_RunThink`, `ReturnToPos1`, `Think_MatchTeam`, `Think_BeginMoving` |
//! | `arrive` | `Reached_BinaryMover` |
//! | `use_mover` | `Use_BinaryMover` |
//! | `reach_corner` | `Reached_Train` |
//! | `use_all` | `G_UseTargets` |
//! | [`command`](Quake3World::command) | `ClientThink_real` |
//! | `act` | `Pmove` and what follows it; dead players' `PM_DeadMove` |
//! | `fall_damage` | `PM_CrashLand` |
//! | `touch_triggers` | `G_TouchTriggers` |
//! | `touch_trigger` | `Touch_DoorTrigger`, `Touch_PlatCenterTrigger`, `multi_trigger` |
//! | `touch_trigger`, where players are thrown | `trigger_push_touch`, `trigger_teleporter_touch` |
//! | `touch_movers` | `ClientImpacts`, `Touch_Plat`, `Touch_Button` |
//! | `teleport` | `TeleportPlayer` |
//! | `telefrag` | `G_KillBox` |
//! | `look` | `SetClientViewAngle` |
//! | `hurt` | `G_Damage` |
//! | `link_mover`, `link_player` | `trap_LinkEntity` |
//! | `Sectors` | the server's `worldSector_t` |
//! | `Mover` from a map's entities (`entities.rs`) | `SP_func_door` and the other `SP_` functions, `InitMover`, `G_FindTeams` |

mod entities;
mod played;
mod recorded;

pub use entities::{Entities, EntityPart, EntityTrigger, Quake3Kind, Quake3Part, Quake3Parts, Quake3Setup};
pub use recorded::FORMAT;

use self::played::{ControlledPlayer, bodies};
use super::keys::forward;
use super::sectors::Sectors;
use super::{
    Act, BELOW_FEET, DEEPEST, Effect, LINKED, Met, Motion, Numbers, PushFault, Solids, Trajectory, overlaps,
    throw,
};
use crate::body::{Body, MoveFlags};
use crate::command::{CommandError, UserCmd};
use crate::facts::TickFacts;
use crate::movers::MoverLaws;
use crate::setup::Setup;
use clipmark_collision::{CollisionBackend, Sweep, Trace};
use clipmark_geometry::{Aabb, Contents, Hull, Placement, PlacementId, Point, Pose, Rotation, Vec3};

/// The world's number as ground, in recordings.
pub const WORLD: i32 = 1022;
/// Number that recordings give to nothing.
pub const NOTHING: i32 = 1023;
const PLAYERS: Numbers = Numbers { first: 0, count: 64 };
const NO_ONE: i32 = -1;

/// Kinds of damage, as recordings number them.
const CRUSHED: i32 = 17;
const TELEFRAGGED: i32 = 18;
const FELL: i32 = 19;
/// Damage by an unblockable mover to a body in its way.
const DEADLY: i32 = 99_999;
/// Damage to a body at a teleporter's destination.
const TELEFRAG: i32 = 100_000;
/// Health of a player who is put somewhere.
const ALIVE: i32 = 100;
/// A body with this health or less is gone.
const GIBBED: i32 = -40;
/// Health does not fall below this.
const LEAST_HEALTH: i32 = -999;

/// A mover that is touched or used sets out this much later, in milliseconds.
const SETS_OUT: i32 = 50;
/// A player that bumps into a lift at the top puts its return off by this, in milliseconds.
const PUTS_OFF: f32 = 1000.0;
/// The slowest that a corner may make a train, in units per second.
const SLOWEST: f32 = 1.0;

/// A command lasts at most this long, in milliseconds; the rest of its time is lost.
const LONGEST: i32 = 200;
/// The view stops short of straight up and down, in 65,536ths of a turn.
const STEEPEST: i32 = 16_000;
/// A 65,536th of a turn in degrees.
const SHORT: f64 = 360.0 / 65_536.0;
/// A sliding dead body loses this much speed a command, in units per second.
const DEAD_BRAKES: f32 = 20.0;
/// Height of a dead player's eyes over its origin, in units.
const DEAD_EYES: i32 = -16;

/// Triggers are looked for in a box this far around a player, in units.
const REACH: [f32; 3] = [40.0, 40.0, 52.0];
/// Speed out of a teleporter in units per second, and for how long it is kept from braking, in milliseconds.
const LEAVES_AT: f32 = 400.0;
const SLIDES_MSEC: f32 = 160.0;

/// A rider is lifted onto a tilting mover by at most this, in units. At a radius of 100 and 300 degrees a second, a frame of
/// 8 ms cuts in by 4.2. Too small: fast platforms stand still again. Too large: a rider may be lifted through a thin
/// ceiling's gap.
const LIFTED: f32 = 8.0;

/// Where a part that goes between two places is, in the order in which recordings number it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    #[default]
    First,
    Second,
    Opening,
    Closing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Think {
    Nothing,
    /// Its team begins at its first place.
    Settle,
    GoBack,
    BeginRound,
    Leave,
}

/// A mover as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoverState {
    /// Number among the game's entities.
    pub number: i32,
    /// In units; it may be a rounding off its trajectory.
    pub origin: Vec3,
    /// Pitch, yaw and roll in degrees.
    pub turned: Vec3,
    pub stage: Stage,
    /// When it next acts by itself, in milliseconds; 0 for never.
    pub next_think: i32,
    /// The way of its place, and of its angles.
    pub position: Trajectory,
    pub angles: Trajectory,
}

/// A moving part: what its map says of it, and its state.
#[derive(Clone, Debug)]
struct Mover {
    state: MoverState,
    /// Index of its model among the world's.
    model: usize,
    part: Quake3Part,
    think: Think,
    /// Index of its team's captain; its own where it is alone or the captain.
    captain: usize,
    next: Option<usize>,
    /// Corner that it goes to or waits at next.
    corner: usize,
}

#[derive(Clone, Debug)]
struct Trigger {
    number: i32,
    act: Act,
    /// When it may act again, in milliseconds.
    again: i32,
    /// Whether its box counts, and not its brushes.
    is_plain: bool,
    bounds: Aabb,
}

#[derive(Clone, Debug)]
pub struct Player {
    pub body: Body,
    /// Its ground: a mover's or player's number, 1022 for the world, 1023 for nothing.
    pub ground: i32,
    /// The same as others know it, who may have pushed it off.
    pub entity_ground: i32,
    /// Time of its last command, in milliseconds.
    pub command_msec: i32,
    /// Added to the angles of commands, pitch and yaw, in 65,536ths of a turn.
    pub turn: [i32; 2],
    /// Where it looks since its last command, in degrees.
    pub view_yaw: f32,
    /// Where others meet it.
    pub link: Point,
    /// Health; 0 and fewer is dead.
    pub health: i32,
    pub god: bool,
    /// Height of its eyes over its origin since its last command, in units.
    pub eyes: i32,
    /// Angles of its last command, in 65,536ths of a turn.
    held: [i32; 2],
    /// Upper end of its box over its origin, in units.
    top: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quake3Command {
    /// Time at which it ends, in milliseconds.
    pub server_msec: i32,
    /// Keys, each -127 to 127.
    pub forward: i32,
    /// To the right.
    pub right: i32,
    /// Up is a jump, down a crouch.
    pub up: i32,
    /// View before the additions, in 65,536ths of a turn.
    pub pitch: i32,
    /// The same of the yaw.
    pub yaw: i32,
}

/// An event in a moving world beside motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A team was blocked: its captain's number, the obstacle's number.
    Blocked(i32, i32),
    /// Damage was asked for: the player, the entity, the amount, and the kind (17 crushed, 18 telefragged).
    Damage(i32, i32, i32, i32),
    /// A trigger, plat or button was touched: its number, the player.
    Touched(i32, i32),
}

/// A world of Quake III that moves. Its placements are the movers, the triggers, the players, in this order.
pub struct Quake3World<B> {
    solids: Solids<B>,
    /// Triggers and players by place, each in lists of their own. A player looks for triggers alone, a mover for players alone.
    trigger_sectors: Sectors,
    player_sectors: Sectors,
    movers: Vec<Mover>,
    triggers: Vec<Trigger>,
    players: Vec<Player>,
    joined: bool,
    /// Number of the first body model: standing; then crouched, then dead.
    bodies: usize,
    /// Time of this frame and of the one before, in milliseconds.
    now: i32,
    before: i32,
    alive: Setup,
    dead: Setup,
    /// The part of a living body that must stay out of solids, standing and crouched.
    solid_hulls: [Hull; 2],
    /// Players whom another library's controller moves: all or none.
    controlled: Vec<ControlledPlayer>,
    /// Index of the first player's model among the world's: a controller is told of other players by their models.
    body_models: Option<usize>,
    /// Players moved by the push under way, to put back if it is blocked.
    shifted: Vec<Shifted>,
    /// A list for near bodies, kept so that it need not be allocated.
    near: Vec<u32>,
    events: Vec<Event>,
    /// Jump pads and teleporters that took hold of a player so far.
    thrown: u32,
    first: entities::First,
    fault: Option<PushFault>,
}

/// A step of a mover: in units and in degrees.
struct Move {
    way: Vec3,
    turn: Vec3,
}

#[derive(Clone, Copy, Debug)]
struct Shifted {
    player: usize,
    origin: Point,
    yaw: i32,
}

// The world's part of a frame: teams of movers move and push.

impl<B> Quake3World<B> {
    fn has(&self, fault: PushFault) -> bool {
        self.fault == Some(fault)
    }
}

impl<B: CollisionBackend> Quake3World<B> {
    /// The world's part of a frame that ends at that time, in milliseconds.
    pub fn advance(&mut self, msec: i32) {
        (self.before, self.now) = (self.now, msec);
        for i in 0..self.movers.len() {
            self.run_mover(i);
        }
        for p in &mut self.players {
            p.entity_ground = p.ground;
        }
    }

    fn run_mover(&mut self, i: usize) {
        // The captain moves the whole team.
        if self.movers[i].captain != i {
            return;
        }
        if !self.movers[i].state.position.is_fixed() || !self.movers[i].state.angles.is_fixed() {
            self.run_team(i);
        }
        self.think_if_due(i);
    }

    /// A team moves as one, or not at all.
    fn run_team(&mut self, captain: usize) {
        self.shifted.clear();
        let mut at = Some(captain);
        while let Some(i) = at {
            let mover = &self.movers[i];
            let by = Move {
                way: mover.state.position.at(self.now) - mover.state.origin,
                turn: mover.state.angles.at(self.now) - mover.state.turned,
            };
            if let Err(obstacle) = self.push(i, &by) {
                return self.blocked(captain, obstacle);
            }
            at = self.movers[i].next.filter(|_| !self.has(PushFault::ForgetsTeam));
        }
        let mut at = Some(captain);
        while let Some(i) = at {
            if self.movers[i].state.position.has_arrived(self.now) {
                self.arrive(i);
            }
            at = self.movers[i].next;
        }
    }

    /// Moves one part and pushes by placing: the step carries bodies that stand on it or that it would overlap. Returns the
    /// player that blocks it, where one does. Then the part itself is left at the end of its step.
    fn push(&mut self, i: usize, by: &Move) -> Result<(), usize> {
        let mover = &self.movers[i];
        let turned = mover.state.turned != Vec3::zeros() || by.turn != Vec3::zeros();
        // The box at the end, and the one in which players are looked up.
        let (last, all) = if turned {
            let at = Point::from(mover.state.origin + by.way);
            let cube = Aabb::new(at, at).grown(mover.radius());
            // A turning part looks around its start alone.
            (cube, cube.translated(&-by.way))
        } else {
            let bounds = mover.bounds_now().grown(1.0);
            let last = bounds.translated(&by.way);
            (last, swept(&bounds, &by.way))
        };
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        self.player_sectors.near(&all, |player| {
            near.push(player);
            true
        });
        if self.alive.profile.repairs.carries_stacks {
            self.add_stacks(i, by, &mut near);
        }
        if self.has(PushFault::PushesAll) {
            near.clear();
            near.extend(0..self.players.len() as u32);
        }
        if self.has(PushFault::LastFirst) {
            near.reverse();
        }
        let mover = &mut self.movers[i];
        mover.state.origin += by.way;
        mover.state.turned += by.turn;
        self.link_mover(i);
        let result = near
            .iter()
            .try_for_each(|&player| self.push_player(i, player as usize, &last, by));
        self.near = near;
        if result.is_err() {
            self.put_back();
        }
        result
    }

    fn push_player(&mut self, i: usize, player: usize, last: &Aabb, by: &Move) -> Result<(), usize> {
        let number = self.movers[i].state.number;
        // A library pushes and carries its bodies itself. Of a gibbed body nothing is left to push.
        if !self.controlled.is_empty() || self.players[player].health <= GIBBED {
            return Ok(());
        }
        let rides = self.rides(player, number);
        let passes = if rides {
            PushFault::LeavesRiders
        } else {
            PushFault::GoesThrough
        };
        if self.has(passes) {
            return Ok(());
        }
        if !rides && !self.has(PushFault::PushesAll) {
            let linked = self.player_sectors.bounds(player as u32);
            if !linked.is_some_and(|b| overlaps(b, last)) || !self.is_stuck(player) {
                return Ok(());
            }
        }
        if self.try_push(i, player, by) || self.has(PushFault::IgnoresBlocks) {
            return Ok(());
        }
        let mover = &self.movers[i];
        let sinks = mover.part.kind == Quake3Kind::Plat && mover.state.stage == Stage::Closing;
        if sinks && self.has(PushFault::SinksThrough) {
            return Ok(());
        }
        // A swinging mover is never blocked: it goes through, and kills.
        if mover.state.position.motion == Motion::Sine || mover.state.angles.motion == Motion::Sine {
            self.hurt(player, number, DEADLY, CRUSHED);
            return Ok(());
        }
        Err(player)
    }

    /// Adds the players who stand on riders, however far above. Upwards the highest goes first, so that none is moved into a
    /// player above.
    fn add_stacks(&self, i: usize, by: &Move, near: &mut Vec<u32>) {
        let number = self.movers[i].state.number;
        for player in 0..self.players.len() {
            if !near.contains(&(player as u32)) && self.rides(player, number) {
                near.push(player as u32);
            }
        }
        if by.way.z > 0.0 {
            let height = |player: &u32| self.players[*player as usize].body.origin.z;
            near.sort_by(|a, b| height(b).total_cmp(&height(a)));
        }
    }

    /// Whether a player stands on that mover, or, as a repair, on a player who does.
    fn rides(&self, player: usize, number: i32) -> bool {
        let stacks = self.alive.profile.repairs.carries_stacks;
        PLAYERS.ridden(&self.players, player, stacks, |p| p.entity_ground) == number
    }

    /// Takes a player along; false where it fits neither there nor where it was.
    fn try_push(&mut self, i: usize, player: usize, by: &Move) -> bool {
        let (number, pivot) = (self.movers[i].state.number, self.movers[i].state.origin);
        let share = match self.fault {
            Some(PushFault::Share(share)) => share,
            _ => 1.0,
        };
        let p = &mut self.players[player];
        let (old, yaw) = (p.body.origin, p.turn[1]);
        self.shifted.push(Shifted {
            player,
            origin: old,
            yaw,
        });
        // Its offset is taken from where the mover is now.
        let offset = old.coords - pivot;
        let turned = Rotation::of_angles(by.turn).into_world(&offset) - offset;
        p.body.origin = old + by.way * share;
        p.body.origin += turned;
        if self.fault == Some(PushFault::GivesSpeed) {
            p.body.velocity += by.way;
        }
        if self.fault != Some(PushFault::KeepsView) {
            p.turn[1] = p.turn[1].wrapping_add(short_of(by.turn.y));
        }
        if !self.rides(player, number) {
            self.players[player].entity_ground = NOTHING;
        }
        let mut fits = !self.is_stuck(player);
        if !fits && self.alive.profile.repairs.lifts_riders && self.rides(player, number) {
            fits = self.lift(player);
        }
        if fits {
            let at = self.players[player].body.origin;
            self.players[player].link = at;
            self.link_player(player, at);
            return true;
        }
        // Left behind where it was, it blocks nothing; but its view keeps the turn.
        self.players[player].body.origin = old;
        if self.alive.profile.repairs.view_stays_behind {
            self.players[player].turn[1] = yaw;
        }
        if !self.is_stuck(player) {
            self.players[player].entity_ground = NOTHING;
            self.shifted.pop();
            return true;
        }
        false
    }

    /// As a repair: a rider whose box a tilting mover cuts into is put on top of it.
    fn lift(&mut self, player: usize) -> bool {
        let at = self.players[player].body.origin;
        let trace = self.sweep(player, at + Vec3::z() * LIFTED, at);
        if trace.start_solid {
            return false;
        }
        self.players[player].body.origin = trace.end;
        !self.is_stuck(player)
    }

    /// Puts back whom this team has shifted, the last first. Others still meet them where they were shifted to.
    fn put_back(&mut self) {
        if self.has(PushFault::LeavesShifted) {
            return self.shifted.clear();
        }
        while let Some(was) = self.shifted.pop() {
            let p = &mut self.players[was.player];
            p.body.origin = was.origin;
            p.turn[1] = was.yaw;
            let at = p.link;
            self.link_player(was.player, at);
        }
    }

    /// The whole team goes back, as if the frame had not been.
    fn blocked(&mut self, captain: usize, obstacle: usize) {
        let late = match self.fault {
            Some(PushFault::KeepsTime) => 0,
            _ => self.now.saturating_sub(self.before),
        };
        let mut at = Some(captain);
        while let Some(i) = at {
            let (now, mover) = (self.now, &mut self.movers[i]);
            mover.state.position.delay(late);
            mover.state.angles.delay(late);
            mover.state.origin = mover.state.position.at(now);
            mover.state.turned = mover.state.angles.at(now);
            self.link_mover(i);
            at = self.movers[i].next;
        }
        let mover = &self.movers[captain];
        let (number, damage, crusher) = (mover.state.number, mover.part.damage, mover.part.crusher);
        let turns_round = matches!(mover.part.kind, Quake3Kind::Door | Quake3Kind::Plat);
        self.events.push(Event::Blocked(number, obstacle as i32));
        if !turns_round {
            return;
        }
        let damage = damage.saturating_mul(1 + i32::from(self.has(PushFault::HurtsTwice)));
        if damage != 0 {
            self.hurt(obstacle, number, damage, CRUSHED);
        }
        if !crusher && !self.has(PushFault::NeverTurnsRound) {
            self.use_mover(captain);
        }
    }

    fn hurt(&mut self, player: usize, by: i32, damage: i32, kind: i32) {
        self.events
            .push(Event::Damage(PLAYERS.of_player(player), by, damage, kind));
        let p = &mut self.players[player];
        let was_dead = p.is_dead();
        if p.god && kind != TELEFRAGGED {
            return;
        }
        p.health = p.health.saturating_sub(damage).max(LEAST_HEALTH);
        if p.is_dead() && !was_dead {
            let at = p.link;
            self.link_player(player, at);
        }
    }
}

// Doors, lifts, buttons and trains: the effects of arrival, time and use.

impl<B: CollisionBackend> Quake3World<B> {
    /// Gives a mover its trajectory from one place to the other, or at one of them.
    fn set_stage(&mut self, i: usize, stage: Stage, msec: i32) {
        let mover = &mut self.movers[i];
        let [first, second] = mover.part.places;
        mover.state.stage = stage;
        let duration = mover.state.position.duration_msec;
        let rate = 1000.0 / duration as f32;
        let (motion, base, way) = match stage {
            Stage::First => (Motion::Fixed, first, None),
            Stage::Second => (Motion::Fixed, second, None),
            Stage::Opening => (Motion::LinearStop, first, Some(second - first)),
            Stage::Closing => (Motion::LinearStop, second, Some(first - second)),
        };
        mover.state.position = Trajectory {
            motion,
            start_msec: msec,
            duration_msec: duration,
            base,
            delta: way.map_or(mover.state.position.delta, |way| way * rate),
        };
        if self.fault != Some(PushFault::MissesArrival) {
            mover.state.origin = mover.state.position.at(self.now);
        }
        self.link_mover(i);
    }

    /// Brings a whole team to a stage as of one time.
    fn set_team(&mut self, captain: usize, stage: Stage, msec: i32) {
        let mut at = Some(captain);
        while let Some(i) = at {
            self.set_stage(i, stage, msec);
            at = self.movers[i].next;
        }
    }

    fn think_if_due(&mut self, i: usize) {
        let mover = &mut self.movers[i];
        if mover.state.next_think <= 0 || mover.state.next_think > self.now {
            return;
        }
        mover.state.next_think = 0;
        let now = self.now;
        match mover.think {
            Think::Nothing => {}
            Think::Settle => {
                let stage = mover.state.stage;
                self.set_team(i, stage, now);
            }
            Think::GoBack => self.set_team(i, Stage::Closing, now),
            Think::BeginRound => self.reach_corner(i),
            Think::Leave => {
                mover.state.position.start_msec = now;
                mover.state.position.motion = Motion::LinearStop;
            }
        }
    }

    /// Sets the time of a mover's next action; the sum is a float's, cut.
    fn think_after(&mut self, i: usize, think: Think, msec: f32) {
        let mover = &mut self.movers[i];
        mover.think = think;
        mover.state.next_think = (self.now as f32 + msec) as i32;
    }

    fn arrive(&mut self, i: usize) {
        if matches!(self.movers[i].part.kind, Quake3Kind::Train(_)) {
            return self.reach_corner(i);
        }
        let now = self.now;
        match self.movers[i].state.stage {
            Stage::Opening => {
                self.set_stage(i, Stage::Second, now);
                self.think_after(i, Think::GoBack, self.movers[i].part.wait_msec);
                if let Some(target) = self.movers[i].part.target.clone() {
                    self.use_all(&target, DEEPEST);
                }
            }
            Stage::Closing => self.set_stage(i, Stage::First, now),
            Stage::First | Stage::Second => {}
        }
    }

    /// A touch, a trigger or a block sets a mover going, or turns it round.
    fn use_mover(&mut self, i: usize) {
        let captain = self.movers[i].captain;
        let mover = &self.movers[captain];
        if !matches!(
            mover.part.kind,
            Quake3Kind::Door | Quake3Kind::Plat | Quake3Kind::Button
        ) {
            return;
        }
        let (now, position) = (self.now, mover.state.position);
        // The part of the way that is left back is as long as the part that was come.
        let come = now
            .saturating_sub(position.start_msec)
            .min(position.duration_msec);
        let turned = now.saturating_sub(position.duration_msec.saturating_sub(come));
        match mover.state.stage {
            Stage::First => self.set_team(captain, Stage::Opening, now.saturating_add(SETS_OUT)),
            Stage::Second => {
                let (think, wait) = (mover.think, mover.part.wait_msec);
                self.think_after(captain, think, wait);
            }
            Stage::Opening => self.set_team(captain, Stage::Closing, turned),
            Stage::Closing => self.set_team(captain, Stage::Opening, turned),
        }
    }

    /// A train is at a corner, and sets out for the next one, at once or after a rest.
    fn reach_corner(&mut self, i: usize) {
        let now = self.now;
        let mover = &mut self.movers[i];
        let Quake3Kind::Train(corners) = &mover.part.kind else {
            return;
        };
        let here = mover.corner;
        let next = (here + 1) % corners.len().max(1);
        let (Some(corner), Some(goal)) = (corners.get(here).copied(), corners.get(next)) else {
            return;
        };
        mover.part.places = [corner.origin, goal.origin];
        mover.corner = next;
        let speed = if corner.speed == 0.0 {
            mover.part.speed
        } else {
            corner.speed
        };
        let length = (mover.part.places[1] - mover.part.places[0]).norm();
        // Two corners at one place: a way of no time has no speed.
        mover.state.position.duration_msec = ((length * 1000.0 / speed.max(SLOWEST)) as i32).max(1);
        self.set_stage(i, Stage::Opening, now);
        if corner.wait != 0.0 {
            self.movers[i].state.position.motion = Motion::Fixed;
            self.think_after(i, Think::Leave, corner.wait * 1000.0);
        }
    }

    fn use_all(&mut self, name: &str, deepest: u32) {
        if deepest == 0 {
            return;
        }
        for i in 0..self.movers.len() {
            if self.movers[i].part.name.as_deref() == Some(name) {
                self.use_mover(i);
            }
        }
    }

    /// Uses the mover of that number, as a trigger would that targets it; false where there is none.
    pub fn fire(&mut self, number: i32) -> bool {
        let found = self.movers.iter().position(|m| m.state.number == number);
        found.map(|i| self.use_mover(i)).is_some()
    }
}

// A player's command: the movement, then triggers at the new place, then the bodies bumped into.

impl<B: CollisionBackend> Quake3World<B> {
    /// Puts a player somewhere: at rest in the air, standing, alive.
    pub fn restart(&mut self, player: usize, at: Point, yaw: f32) {
        let Some(p) = self.players.get_mut(player) else {
            return;
        };
        // How deep in liquid it is was found by its last command.
        let water_level = p.body.water_level;
        p.body = Body {
            water_level,
            ..Body::at(at)
        };
        (p.ground, p.entity_ground) = (NOTHING, NOTHING);
        (p.turn, p.view_yaw, p.health) = ([0; 2], yaw, ALIVE);
        p.eyes = self.alive.profile.size.eyes as i32;
        p.link = at;
        self.link_player(player, at);
    }

    /// Plays a player's command.
    pub fn command(&mut self, player: usize, cmd: &Quake3Command) -> Result<(), CommandError> {
        let Some(p) = self.players.get_mut(player) else {
            return Ok(());
        };
        let msec = cmd.server_msec.saturating_sub(p.command_msec).min(LONGEST);
        p.held = [cmd.pitch, cmd.yaw];
        if msec < 1 {
            return Ok(());
        }
        p.command_msec = cmd.server_msec;
        let pitch = short(cmd.pitch.wrapping_add(p.turn[0]));
        let steep = pitch.clamp(-STEEPEST, STEEPEST);
        if steep != pitch {
            p.turn[0] = steep - cmd.pitch;
        }
        let yaw = short(cmd.yaw.wrapping_add(p.turn[1]));
        p.view_yaw = degrees(yaw);
        let mut keys = UserCmd {
            msec: msec as f32,
            forward: cmd.forward as f32,
            right: cmd.right as f32,
            up: cmd.up as f32,
            pitch: degrees(steep),
            yaw: degrees(yaw),
            buttons: None,
        };
        self.act(player, &mut keys).map(|_| ())
    }

    /// Plays keys, then the effects of the new place.
    fn act(&mut self, player: usize, keys: &mut UserCmd) -> Result<TickFacts, CommandError> {
        let p = &mut self.players[player];
        let dead = p.is_dead();
        if dead {
            (keys.forward, keys.right, keys.up) = (0.0, 0.0, 0.0);
            brake(&mut p.body);
        }
        let before = p.body;
        let (mut met, facts) = self.play(player, keys, dead)?;
        let ground = self.number_of_ground(player, &mut met);
        let p = &mut self.players[player];
        (p.ground, p.entity_ground) = (ground, ground);
        p.link = p.body.origin;
        p.eyes = match dead {
            true => DEAD_EYES,
            false => self.alive.profile.eyes(p.body.flags.contains(MoveFlags::DUCKED)) as i32,
        };
        if let Some(damage) = fall_damage(&before, &p.body, &met, self.alive.profile.gravity)
            && !dead
        {
            self.hurt(player, NO_ONE, damage, FELL);
        }
        // The box of a player after a command lies at whole coordinates.
        let cut = self.players[player].link.map(f32::trunc);
        self.link_player(player, cut);
        self.touch_triggers(player);
        let p = &mut self.players[player];
        p.link = p.body.origin;
        self.touch_movers(player, &met);
        Ok(facts)
    }

    fn play(&mut self, player: usize, keys: &UserCmd, dead: bool) -> Result<(Met, TickFacts), CommandError> {
        let id = self.player_id(player);
        let setup = if dead { &self.dead } else { &self.alive };
        let driven = self.controlled.get_mut(player).filter(|_| !dead).map(|c| {
            let others = bodies(&self.players, self.body_models, player);
            c.update_parts(self.movers.iter().map(Mover::placement), others, keys.seconds())
        });
        let body = &mut self.players[player].body;
        self.solids.tick(id, setup, body, keys, usize::MAX, driven)
    }

    fn number_of_ground(&mut self, player: usize, met: &mut Met) -> i32 {
        if !self.players[player].body.grounded {
            return NOTHING;
        }
        // A mover that finds the ground by itself does not say which it is.
        if met.times_stood == 0 && self.alive.mover().laws != MoverLaws::Slide {
            let below = self.below(player);
            // The walker holds a lift up by standing on it, as Quake III's player does.
            if self.alive.mover().laws == MoverLaws::Walker {
                met.touch(below);
            }
            return self.number_of(below);
        }
        self.number_of(met.ground)
    }

    fn touch_triggers(&mut self, player: usize) {
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

    /// Whether a player's box is in a trigger: in its plain box, or in one of its brushes. Where a backend sweeps no such box,
    /// its body is asked for.
    fn touches(&mut self, trigger: usize, player: usize, bounds: &Aabb) -> bool {
        if self.triggers[trigger].is_plain {
            return self.triggers[trigger].bounds.touches(bounds);
        }
        let Ok(hull) = Hull::new_box(bounds.mins, bounds.maxs) else {
            return false;
        };
        let (hull, at) = match self.solids.placed.rigid().facts().supports(&hull) {
            true => (hull, Point::origin()),
            false => (self.hull_of(player), self.players[player].body.origin),
        };
        let sweep = Sweep {
            hull,
            start: at,
            end: at,
            mask: Contents::all(),
        };
        let id = PlacementId::of_index(self.movers.len() + trigger);
        let trace = self.solids.placed.trace_one(id, &sweep, &mut self.solids.work);
        trace.is_some_and(|t| t.start_solid)
    }

    fn touch_trigger(&mut self, trigger: usize, player: usize) {
        let number = self.triggers[trigger].number;
        self.events
            .push(Event::Touched(number, PLAYERS.of_player(player)));
        let now = self.now;
        let Trigger { act, again, .. } = &mut self.triggers[trigger];
        match act {
            Act::Open(door) => {
                let door = *door;
                if self.movers[door].state.stage != Stage::Opening {
                    self.use_mover(door);
                }
            }
            Act::Raise(lift) => {
                let lift = *lift;
                if self.movers[lift].state.stage == Stage::First {
                    self.use_mover(lift);
                }
            }
            Act::Effect(Effect::Push(velocity)) => {
                throw(&mut self.players[player].body, *velocity, self.alive.mover().laws);
                self.thrown += 1;
            }
            Act::Effect(Effect::Teleport(goal, angles)) => {
                let (goal, angles) = (*goal, *angles);
                self.teleport(player, goal, angles);
            }
            Act::Effect(Effect::Use(target, wait)) => {
                if now < *again {
                    return;
                }
                *again = if *wait > 0.0 {
                    (now as f32 + *wait * 1000.0) as i32
                } else {
                    i32::MAX
                };
                let target = target.clone();
                self.use_all(&target, DEEPEST);
            }
            Act::Frag(..) => {}
        }
    }

    fn teleport(&mut self, player: usize, goal: Point, angles: Vec3) {
        self.thrown += 1;
        let p = &mut self.players[player];
        p.body.origin = goal;
        p.body.velocity = forward(angles) * LEAVES_AT;
        p.body.timer_msec = SLIDES_MSEC;
        p.body.flags.insert(MoveFlags::KNOCKBACK_TIMER);
        p.look(angles);
        self.telefrag(player, goal);
        self.players[player].link = goal;
        self.link_player(player, goal);
    }

    /// Kills any body at the place where a player arrives, in the order of their numbers.
    fn telefrag(&mut self, player: usize, goal: Point) {
        let bounds = self.hull_of(player).bounds().translated(&goal.coords);
        let mut others = Vec::new();
        self.player_sectors.near(&bounds, |other| {
            others.push(other as usize);
            true
        });
        others.sort_unstable();
        for other in others {
            if other != player && !self.players[other].is_dead() {
                self.hurt(other, PLAYERS.of_player(player), TELEFRAG, TELEFRAGGED);
            }
        }
    }

    fn touch_movers(&mut self, player: usize, met: &Met) {
        for id in met.touched() {
            let i = id.index();
            let Some(mover) = self.movers.get(i) else { continue };
            let (stage, is_plat) = (mover.state.stage, mover.part.kind == Quake3Kind::Plat);
            let is_button = mover.part.kind == Quake3Kind::Button && mover.part.opens_by_touch;
            if !(is_plat || is_button) {
                continue;
            }
            self.events
                .push(Event::Touched(mover.state.number, PLAYERS.of_player(player)));
            if is_plat && stage == Stage::Second && !self.players[player].is_dead() {
                self.think_after(i, Think::GoBack, PUTS_OFF);
            } else if !is_plat && stage == Stage::First {
                self.use_mover(i);
            }
        }
    }
}

impl Default for Player {
    fn default() -> Self {
        Self {
            body: Body::at(Point::origin()),
            ground: NOTHING,
            entity_ground: NOTHING,
            command_msec: 0,
            turn: [0; 2],
            view_yaw: 0.0,
            link: Point::origin(),
            health: ALIVE,
            god: false,
            eyes: 0,
            held: [0; 2],
            top: 0.0,
        }
    }
}

impl Player {
    pub fn is_dead(&self) -> bool {
        self.health <= 0
    }

    /// Lets it look along angles, whatever its commands say.
    fn look(&mut self, angles: Vec3) {
        self.turn = [
            short_of(angles.x) - self.held[0],
            short_of(angles.y) - self.held[1],
        ];
        self.view_yaw = angles.y;
    }
}

fn short(angle: i32) -> i32 {
    i32::from(angle as i16)
}

fn degrees(short: i32) -> f32 {
    (f64::from(short) * SHORT) as f32
}

/// Degrees in 65,536ths of a turn, cut, and counted from 0 upwards.
fn short_of(degrees: f32) -> i32 {
    ((degrees * 65_536.0 / 360.0) as i32) & 0xffff
}

/// A dead body on the ground slides to a stop.
fn brake(body: &mut Body) {
    if !body.grounded {
        return;
    }
    let speed = body.velocity.norm();
    let left = speed - DEAD_BRAKES;
    if left <= 0.0 {
        body.velocity.fill(0.0);
    } else {
        body.velocity *= left / speed;
    }
}

/// Damage of a landing, if hard enough: measured by the square of the speed at the ground's height.
fn fall_damage(before: &Body, after: &Body, met: &Met, gravity: f32) -> Option<i32> {
    /// The square of the speed counts by this.
    const SCALE: f32 = 1e-4;
    /// Harder landings cost as much.
    const HARD: [(f32, i32); 2] = [(60.0, 10), (40.0, 5)];
    if before.grounded || met.times_stood == 0 {
        return None;
    }
    // A body that stood twice landed before it moved.
    let fallen = if met.times_stood > 1 {
        0.0
    } else {
        after.origin.z - before.origin.z
    };
    let (half, speed) = (-gravity * 0.5, before.velocity.z);
    let root = speed * speed + 4.0 * half * fallen;
    if root < 0.0 {
        return None;
    }
    let seconds = (-speed - root.sqrt()) / (2.0 * half);
    let at_ground = speed - seconds * gravity;
    let mut shock = at_ground * at_ground * SCALE;
    if after.flags.contains(MoveFlags::DUCKED) {
        shock *= 2.0;
    }
    shock *= match after.water_level {
        0 => 1.0,
        1 => 0.5,
        2 => 0.25,
        _ => 0.0,
    };
    HARD.iter()
        .find(|(least, _)| shock > *least)
        .map(|(_, damage)| *damage)
}

// Where bodies are for traces, for pushes and for triggers.

impl Mover {
    /// Its box where it is: moved, or, once it is turned, a cube that holds it however it is turned.
    fn bounds_now(&self) -> Aabb {
        let at = Point::from(self.state.origin);
        if self.state.turned != Vec3::zeros() {
            Aabb::new(at, at).grown(self.radius())
        } else {
            self.part.bounds.translated(&self.state.origin)
        }
    }

    /// How far it reaches from its origin at most.
    fn radius(&self) -> f32 {
        let bounds = &self.part.bounds;
        let far = bounds.mins.coords.abs().sup(&bounds.maxs.coords.abs());
        (far.x * far.x + far.y * far.y + far.z * far.z).sqrt()
    }

    fn placement(&self) -> Placement {
        Placement {
            model: self.model,
            pose: Pose {
                origin: Point::from(self.state.origin),
                rotation: Rotation::of_angles(self.state.turned),
            },
        }
    }
}

fn swept(bounds: &Aabb, way: &Vec3) -> Aabb {
    let mut all = *bounds;
    for axis in 0..3 {
        if way[axis] > 0.0 {
            all.maxs[axis] += way[axis];
        } else {
            all.mins[axis] += way[axis];
        }
    }
    all
}

impl<B> Quake3World<B> {
    fn player_id(&self, player: usize) -> PlacementId {
        PlacementId::of_index(self.movers.len() + self.triggers.len() + player)
    }

    /// The game's number of a hit body; the world's without one.
    fn number_of(&self, model: Option<PlacementId>) -> i32 {
        let Some(id) = model else { return WORLD };
        let i = id.index();
        let players = self.movers.len() + self.triggers.len();
        match self.movers.get(i) {
            Some(mover) => mover.state.number,
            None => i.checked_sub(players).map_or(NOTHING, |p| PLAYERS.of_player(p)),
        }
    }

    fn is_ducked(&self, player: usize) -> bool {
        self.players[player].body.flags.contains(MoveFlags::DUCKED)
    }

    fn setup_of(&self, player: usize) -> &Setup {
        if self.players[player].is_dead() {
            &self.dead
        } else {
            &self.alive
        }
    }

    fn hull_of(&self, player: usize) -> Hull {
        *self.setup_of(player).hull(self.is_ducked(player))
    }

    /// The part of a player that must stay out of solids.
    fn solid_hull_of(&self, player: usize) -> Hull {
        if self.players[player].is_dead() {
            return *self.dead.hull(false);
        }
        self.solid_hulls[usize::from(self.is_ducked(player))]
    }
}

impl<B: CollisionBackend> Quake3World<B> {
    /// Puts a mover where it now is for traces, and first among those of its place.
    fn link_mover(&mut self, i: usize) {
        let mut placement = self.movers[i].placement();
        if let Some(PushFault::TurnedShare(share)) = self.fault {
            placement.pose.rotation = Rotation::of_angles(self.movers[i].state.turned * share);
        }
        self.solids.placed.set(PlacementId::of_index(i), placement);
    }

    /// Puts a player's body at the place where others meet it. `by` is the place for its box.
    fn link_player(&mut self, player: usize, by: Point) {
        let bounds = self.hull_of(player).bounds();
        self.players[player].top = bounds.maxs.z;
        let bounds = bounds.translated(&by.coords).grown(LINKED);
        let (id, p) = (self.player_id(player), &self.players[player]);
        let shape = if p.is_dead() {
            2
        } else {
            usize::from(self.is_ducked(player))
        };
        let placement = Placement {
            model: self.bodies + shape,
            pose: Pose::at(p.link),
        };
        let solid = self.joined && !p.is_dead() && self.fault != Some(PushFault::PlayersPass);
        self.player_sectors.link(player as u32, bounds);
        self.solids.placed.set(id, placement);
        self.solids.placed.set_solid(id, solid);
    }

    fn sweep(&mut self, player: usize, start: Point, end: Point) -> Trace {
        let sweep = Sweep {
            hull: self.solid_hull_of(player),
            start,
            end,
            mask: self.setup_of(player).mask,
        };
        self.solids.sweep(self.player_id(player), &sweep)
    }

    /// Whether a player's body is in anything where the movement has it.
    fn is_stuck(&mut self, player: usize) -> bool {
        let at = self.players[player].body.origin;
        self.sweep(player, at, at).start_solid
    }

    fn below(&mut self, player: usize) -> Option<PlacementId> {
        let at = self.players[player].body.origin;
        let legs = self.solid_hull_of(player).bounds().mins.z - self.hull_of(player).bounds().mins.z;
        self.sweep(player, at, at - Vec3::z() * (legs + BELOW_FEET)).model
    }
}
