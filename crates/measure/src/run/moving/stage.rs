//! A moving world made for one contestant, and its frames in the order of the movement.

use super::{Course, Moving, Parts};
use crate::MeasureError;
use crate::run::play::{InputSource, Played, commands};
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Point, World};
use clipmark_movement::push::{Posed, PushVariation, Stepped, quake1, quake3};
use clipmark_movement::{Body, CommandError, FrameOrder, MoverLaws, Profile, UserCmd};
use std::sync::Arc;

/// Quake III's players join when its level is this old, in milliseconds.
const JOINS_AT: i32 = 1400;
/// A sum of tick lengths is off by less than this, in milliseconds.
const ROUNDING: f64 = 1e-6;
/// The one player of a comparison.
const PLAYER: usize = 0;

fn seconds(msec: f32) -> f64 {
    f64::from(msec) / 1000.0
}

type Any<'a> = Box<dyn CollisionBackend + 'a>;

/// A moving world with players in it. Where it has several, they are solid to each other.
pub struct MovingWorld<'a> {
    world: AnyWorld<'a>,
    profile: Profile,
    /// Whether another library's controller moves the player.
    is_told: bool,
    /// Where each player begins.
    starts: Vec<Body>,
    /// Milliseconds played.
    msec: f64,
}

enum AnyWorld<'a> {
    Quake3(Box<quake3::Quake3World<Any<'a>>>),
    Quake1(Box<quake1::Quake1World<Any<'a>>>),
}

/// A frame, played.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The player's part.
    pub step: Stepped,
    /// Where the body was between the world's part and its own.
    pub between: Point,
    /// Number of the body's ground when the world moved.
    pub rides: i32,
    /// Whether a jump pad or a teleporter took hold of the player.
    pub thrown: bool,
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
        Self::with_players(setting, moving, entrant, moving.pushes, vec![setting.start])
    }

    /// The same with a player for each of those bodies, by those rules of pushes.
    ///
    /// # Errors
    /// Errors of its backend, and more players than a world holds.
    pub(crate) fn with_players(
        setting: &'a Setting,
        moving: &Moving,
        entrant: &'a BuiltContestant,
        pushes: PushVariation,
        starts: Vec<Body>,
    ) -> Result<Self, MeasureError> {
        let players = starts.len();
        let mut rigid = Some(&*entrant.backend);
        // The rigid world comes first, and has been built.
        let build = |world: &World| -> Result<Any<'a>, BuildError> {
            match rigid.take() {
                Some(lent) => Ok(Box::new(lent)),
                None => Ok(entrant.contestant.build(world, setting.profile.trace_rules)?),
            }
        };
        let mut profile = moving.profile;
        // The setup has the rest of a planted fault; these rules are the world's.
        if let Some(fault) = entrant.contestant.movement_fault() {
            let wrong = fault.of(&profile).profile;
            (profile.moving, profile.repairs) = (wrong.moving, wrong.repairs);
        }
        let mut carried = entrant.setup.clone();
        carried.profile.moving = profile.moving;
        carried.profile.repairs = profile.repairs;
        let world = match &moving.parts {
            Parts::Quake3(parts, cast) => {
                let setup = quake3::Quake3Setup {
                    profile,
                    cast: cast.clone(),
                    players,
                    god: true,
                    start_msec: JOINS_AT,
                };
                let world = quake3::Quake3World::new(&setting.world, parts, &setup, build)?;
                AnyWorld::Quake3(Box::new(world.carrying(carried).varied(pushes)))
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
                let world = quake1::Quake1World::new(&setting.world, parts, &setup, build)?;
                AnyWorld::Quake1(Box::new(world.carrying(carried).varied(pushes)))
            }
        };
        let mut out = Self {
            world,
            profile,
            is_told: entrant.contestant.mover.laws == MoverLaws::Foreign,
            starts,
            msec: 0.0,
        };
        out.enter();
        Ok(out)
    }

    fn enter(&mut self) {
        self.msec = 0.0;
        for (player, start) in self.starts.iter().enumerate() {
            match &mut self.world {
                AnyWorld::Quake3(world) => world.enter(player, start, 0.0),
                AnyWorld::Quake1(world) => world.enter(player, start, 0.0),
            }
        }
    }

    /// Begins once more, with the players where those bodies are. There are as many as there were.
    pub(crate) fn rewind_with(&mut self, starts: Vec<Body>) {
        self.starts = starts;
        self.rewind();
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

    /// A controller of another library is told of the way of a tick before it moves, so the world goes first for it.
    fn world_first(&self) -> bool {
        self.profile.moving.frame == FrameOrder::WorldFirst || self.is_told
    }

    /// Plays a frame: the world's part and the player's, in the movement's order.
    ///
    /// # Errors
    /// A command or a body that no movement can go on from.
    pub fn frame(&mut self, keys: &UserCmd) -> Result<Frame, CommandError> {
        let before = self.thrown();
        let frame = self.both_parts(keys)?;
        Ok(Frame {
            thrown: self.thrown() != before,
            ..frame
        })
    }

    fn thrown(&self) -> u32 {
        match &self.world {
            AnyWorld::Quake3(world) => world.thrown(),
            AnyWorld::Quake1(world) => world.thrown(),
        }
    }

    fn both_parts(&mut self, keys: &UserCmd) -> Result<Frame, CommandError> {
        keys.check()?;
        let mut rides = self.ground_of(PLAYER);
        self.begin_frame(keys.msec);
        let mut between = self.body().origin;
        let step = self.play_keys(PLAYER, keys)?;
        if !self.world_first() {
            (rides, between) = (self.ground_of(PLAYER), self.body().origin);
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

    /// The movers where they are.
    pub(crate) fn posed(&self) -> Vec<Posed> {
        match &self.world {
            AnyWorld::Quake3(world) => world.posed().collect(),
            AnyWorld::Quake1(world) => world.posed().collect(),
        }
    }

    fn course(&self) -> Course {
        Course::begin(self.world_first(), &self.posed())
    }

    fn note(&self, course: &mut Course) {
        match &self.world {
            AnyWorld::Quake3(world) => course.note(world.posed()),
            AnyWorld::Quake1(world) => course.note(world.posed()),
        }
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
            course.between.push(frame.between);
            course.thrown.push(frame.thrown);
            course.rides.push(frame.rides);
            course.keys.push(keys);
            self.note(&mut course);
            played.facts.push(frame.step.facts);
            played.commands.push(frame.step.command);
            played.states.push(*self.body());
        }
        played.course = Some(Arc::new(course));
        Ok(played)
    }
}
