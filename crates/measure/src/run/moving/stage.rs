//! A moving world made for one contestant, and its frames in the order of the movement.

use super::others::{Other, OtherAtPlay, first_body};
use super::{Course, Moving, PartBackend, Parts, Respawns, Stay};
use crate::MeasureError;
use crate::run::contestant::Contestant;
use crate::run::play::{InputSource, Played, commands};
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Point, Vec3, World};
use clipmark_movement::moving::{Posed, PushFault, Stepped, quake1, quake3};
use clipmark_movement::{Body, CommandError, FrameOrder, MoverLaws, Profile, Setup, UserCmd};
use std::sync::Arc;

/// Quake III's players join when its level is this old, in milliseconds.
const JOINS_AT: i32 = 1400;
/// A sum of tick lengths is off by less than this, in milliseconds.
const ROUNDING: f64 = 1e-6;
/// The one player of a comparison.
pub(super) const PLAYER: usize = 0;

fn seconds(msec: f32) -> f64 {
    f64::from(msec) / 1000.0
}

/// A moving world with players in it. Where it has several, they are solid to each other.
pub struct MovingWorld<'a> {
    pub(super) world: AnyWorld<'a>,
    pub(super) profile: Profile,
    /// Whether another library's controller moves the player.
    is_told: bool,
    /// Where each player begins.
    pub(super) starts: Vec<Body>,
    /// The players after the first whom scripts of the scene move, as they are and as they begin.
    pub(super) others: Vec<OtherAtPlay>,
    others_begin: Vec<OtherAtPlay>,
    /// How often jump pads and teleporters took hold of them.
    pub(super) others_thrown: u32,
    /// Index of the first player's model, if players have some.
    pub(super) first_body: Option<usize>,
    /// Milliseconds played.
    pub(super) msec: f64,
    /// How teleporters of Quake turned the view away from the keys', pitch and yaw in degrees.
    pub(super) turn: [f32; 2],
    pub(super) respawns: Option<Arc<Respawns>>,
    pub(super) stay: Stay,
}

pub(super) enum AnyWorld<'a> {
    Quake3(Box<quake3::Quake3World<PartBackend<'a>>>),
    Quake1(Box<quake1::Quake1World<PartBackend<'a>>>),
}

/// A frame, played.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The player's part.
    pub step: Stepped,
    /// The body between the world's part and its own.
    pub between: Body,
    /// Number of the body's ground when the world moved.
    pub rides: i32,
    /// Whether a jump pad or a teleporter took hold of the player, or he came to life at another spawn.
    pub thrown: bool,
}

/// What a moving world is made of, for one contestant.
#[derive(Clone, Copy)]
pub struct Making<'m, 'a> {
    /// The world with its models.
    pub world: &'m World,
    /// What moves in it.
    pub moving: &'m Moving,
    /// The contestant.
    pub contestant: Contestant,
    /// Its backend of the rigid part.
    pub backend: &'a dyn CollisionBackend,
    /// Its movement.
    pub setup: &'m Setup,
}

impl<'a> MovingWorld<'a> {
    /// A scene's world for a contestant, as it is when the first tick begins.
    ///
    /// # Errors
    /// Errors of its backend.
    pub fn of(
        setting: &'a Setting,
        moving: &Moving,
        entrant: &'a BuiltContestant,
    ) -> Result<Self, MeasureError> {
        let making = Making {
            world: &setting.world,
            moving,
            contestant: entrant.contestant,
            backend: &*entrant.backend,
            setup: &entrant.setup,
        };
        Self::made(&making, moving.push_fault, vec![setting.start])
    }

    /// A world for a contestant with those players in it, as it is when the first tick begins.
    ///
    /// # Errors
    /// Errors of its backend, and more players than a world holds.
    pub fn made(
        making: &Making<'_, 'a>,
        push_fault: Option<PushFault>,
        mut starts: Vec<Body>,
    ) -> Result<Self, MeasureError> {
        let Making {
            world: whole,
            moving,
            contestant,
            ..
        } = making;
        starts.extend(moving.others.iter().map(Other::start));
        let (players, bodies) = (starts.len(), first_body(whole));
        let others: Vec<_> = moving.others.iter().map(Other::at_play).collect();
        let mut profile = moving.profile;
        let rules = profile.trace_rules;
        let mut rigid = Some(making.backend);
        // The rigid world comes first, and has been built.
        let build = |world: &World| -> Result<PartBackend<'a>, BuildError> {
            match rigid.take() {
                Some(lent) => Ok(PartBackend::Lent(lent)),
                None => Ok(PartBackend::Own(contestant.build(world, rules)?)),
            }
        };
        // The setup has the rest of a planted fault; these rules are the world's.
        if let Some(fault) = contestant.movement_fault() {
            let wrong = fault.of(&profile).profile;
            (profile.moving, profile.repairs) = (wrong.moving, wrong.repairs);
        }
        let is_told = contestant.mover.laws == MoverLaws::Foreign;
        if is_told {
            profile.moving.frame = making.setup.profile.moving.frame;
        }
        let fault = contestant.push_fault().or(push_fault);
        let mut carried = making.setup.clone();
        carried.profile.moving = profile.moving;
        carried.profile.repairs = profile.repairs;
        let world = match &moving.parts {
            Parts::Quake3(parts, entities) => {
                let setup = quake3::Quake3Setup {
                    profile,
                    entities: entities.clone(),
                    players,
                    god: true,
                    start_msec: JOINS_AT,
                };
                let world = quake3::Quake3World::new(whole, parts, &setup, build)?;
                AnyWorld::Quake3(Box::new(
                    world.carrying(carried).with_bodies(bodies).with_fault(fault),
                ))
            }
            Parts::Quake1(parts, numbers) => {
                let setup = quake1::Quake1Setup {
                    profile,
                    least_step: None,
                    numbers: numbers.clone(),
                    arrivals: Vec::new(),
                    players,
                    start: None,
                };
                let world = quake1::Quake1World::new(whole, parts, &setup, build)?;
                AnyWorld::Quake1(Box::new(world.carrying(carried).with_fault(fault)))
            }
        };
        let mut out = Self {
            world,
            profile,
            is_told,
            starts,
            others: others.clone(),
            others_begin: others,
            others_thrown: 0,
            first_body: bodies,
            msec: 0.0,
            turn: [0.0; 2],
            respawns: moving.respawns.clone(),
            stay: Stay::default(),
        };
        out.enter();
        Ok(out)
    }

    fn enter(&mut self) {
        (self.msec, self.turn) = (0.0, [0.0; 2]);
        self.stay = Stay::default();
        self.others.clone_from(&self.others_begin);
        for player in 0..self.starts.len() {
            let start = self.starts[player];
            self.place(player, &start);
        }
    }

    /// Puts a player into the world as if it had just come.
    pub(super) fn place(&mut self, player: usize, body: &Body) {
        match &mut self.world {
            AnyWorld::Quake3(world) => world.enter(player, body, 0.0),
            AnyWorld::Quake1(world) => world.enter(player, body, 0.0),
        }
    }

    /// Begins once more.
    pub fn rewind(&mut self) {
        match &mut self.world {
            AnyWorld::Quake3(world) => world.rewind(),
            AnyWorld::Quake1(world) => world.rewind(),
        }
        self.enter();
    }

    /// The player's body; of several, the first's.
    pub fn body(&self) -> &Body {
        self.body_of(PLAYER)
    }

    /// A player's body, by index.
    pub(crate) fn body_of(&self, player: usize) -> &Body {
        match &self.world {
            AnyWorld::Quake3(world) => &world.players()[player].body,
            AnyWorld::Quake1(world) => &world.players()[player].body,
        }
    }

    /// Where other players meet one.
    pub(crate) fn met_at(&self, player: usize) -> Point {
        match &self.world {
            AnyWorld::Quake3(world) => world.players()[player].link,
            AnyWorld::Quake1(world) => world.players()[player].body.origin,
        }
    }

    /// Whether the world moves before its players. It always does for a controller of another library, which is told the ways of
    /// a tick before it moves. In its library's world the parts move before the body or after it, by the order of the frame.
    pub fn world_first(&self) -> bool {
        self.profile.moving.frame == FrameOrder::WorldFirst || self.is_told
    }

    /// Plays a frame: the world's part and the player's, in the movement's order.
    ///
    /// # Errors
    /// A command or a body that no movement can go on from.
    pub fn frame(&mut self, keys: &UserCmd) -> Result<Frame, CommandError> {
        let respawned = self.respawn(keys.msec);
        let (before, others) = (self.thrown(), self.others_thrown);
        let frame = self.both_parts(keys)?;
        let of_others = self.others_thrown - others;
        Ok(Frame {
            thrown: respawned || self.thrown() != before + of_others,
            ..frame
        })
    }

    /// The new look of a player whom a teleporter of Quake has just turned.
    pub(super) fn take_look(&mut self) -> Option<Vec3> {
        match &mut self.world {
            AnyWorld::Quake1(world) => world.take_look(),
            AnyWorld::Quake3(_) => None,
        }
    }

    pub(super) fn thrown(&self) -> u32 {
        match &self.world {
            AnyWorld::Quake3(world) => world.thrown(),
            AnyWorld::Quake1(world) => world.thrown(),
        }
    }

    fn both_parts(&mut self, keys: &UserCmd) -> Result<Frame, CommandError> {
        keys.check()?;
        let mut rides = self.ground_of(PLAYER);
        self.begin_frame(keys.msec);
        let world_first = self.world_first();
        if world_first {
            self.play_others(keys.msec)?;
        }
        let mut between = *self.body();
        let step = self.play_keys(PLAYER, keys)?;
        if let Some(look) = self.take_look() {
            self.turn[0] += look.x - keys.pitch;
            self.turn[1] += look.y - keys.yaw;
        }
        if !world_first {
            (rides, between) = (self.ground_of(PLAYER), *self.body());
            self.play_others(keys.msec)?;
        }
        self.end_frame(keys.msec);
        Ok(Frame {
            step,
            between,
            rides,
            thrown: false,
        })
    }

    /// The world's part of a frame where it comes before the players'.
    pub(crate) fn begin_frame(&mut self, msec: f32) {
        self.msec += f64::from(msec);
        if !self.world_first() {
            return;
        }
        let now = self.now();
        match &mut self.world {
            AnyWorld::Quake3(world) => world.advance(now),
            AnyWorld::Quake1(world) => drop(world.advance(seconds(msec))),
        }
    }

    /// A player's part of a frame.
    ///
    /// # Errors
    /// A command or a body that no movement can go on from.
    pub(crate) fn play_keys(&mut self, player: usize, keys: &UserCmd) -> Result<Stepped, CommandError> {
        match &mut self.world {
            AnyWorld::Quake3(world) => world.play_keys(player, keys),
            AnyWorld::Quake1(world) => world.play_keys(player, keys),
        }
    }

    /// The world's part of a frame where it comes after the players'.
    pub(crate) fn end_frame(&mut self, msec: f32) {
        let (world_first, now) = (self.world_first(), self.now());
        match &mut self.world {
            AnyWorld::Quake3(world) => {
                if !world_first {
                    world.advance(now);
                }
                world.take_events();
            }
            AnyWorld::Quake1(_) if world_first => {}
            AnyWorld::Quake1(world) => world.advance_after_players(seconds(msec)),
        }
    }

    /// Quake III's clock, which has whole milliseconds.
    fn now(&self) -> i32 {
        JOINS_AT.saturating_add((self.msec + ROUNDING).floor() as i32)
    }

    fn ground_of(&self, player: usize) -> i32 {
        match &self.world {
            AnyWorld::Quake3(world) => world.ground_of(player),
            AnyWorld::Quake1(world) => world.ground_of(player),
        }
    }

    /// Where everything is, as the head of notes on the ticks to come.
    pub fn course(&self) -> Course {
        let posed: Vec<Posed> = self.posed().collect();
        Course::begin(self.world_first(), &posed, self.triggers().collect())
    }

    /// Adds a frame that was just played, and its keys.
    pub fn note(&self, course: &mut Course, frame: &Frame, keys: &UserCmd) {
        course.between.push(frame.between.origin);
        course.thrown.push(frame.thrown);
        course.rides.push(frame.rides);
        course.keys.push(*keys);
        course.note(self.posed());
    }

    /// Plays a source's commands, and notes everything.
    ///
    /// # Errors
    /// A command that no player can give.
    pub fn play(&mut self, input: &InputSource) -> Result<Played, CommandError> {
        let mut next = commands(input);
        let mut course = self.course();
        let mut played = Played {
            states: vec![*self.body()],
            ..Played::default()
        };
        while let Some(keys) = next(&self.profile, self.body()) {
            let frame = self.frame(&keys)?;
            self.note(&mut course, &frame, &keys);
            played.facts.push(frame.step.facts);
            played.commands.push(frame.step.command);
            played.states.push(*self.body());
        }
        played.course = Some(Arc::new(course));
        Ok(played)
    }
}
