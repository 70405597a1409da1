//! A moving world made for one contestant, and its frames in the order of the movement.

use super::{Course, Moving, Parts};
use crate::MeasureError;
use crate::run::play::{InputSource, Played, commands};
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{Point, World};
use clipmark_movement::push::{Posed, Stepped, quake1, quake3};
use clipmark_movement::{Body, CommandError, FrameOrder, MoverLaws, Profile, UserCmd};
use std::sync::Arc;

/// Quake III's players join when its level is this old, in milliseconds.
const JOINS_AT: i32 = 1400;
/// A sum of tick lengths is off by less than this, in milliseconds.
const ROUNDING: f64 = 1e-6;
/// The one player.
const PLAYER: usize = 0;

type Any<'a> = Box<dyn CollisionBackend + 'a>;

/// A moving world with one player in it.
pub struct MovingWorld<'a> {
    world: AnyWorld<'a>,
    profile: Profile,
    /// Whether another library's controller moves the player.
    is_told: bool,
    start: Body,
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
                    players: 1,
                    god: true,
                    start_msec: JOINS_AT,
                };
                let world = quake3::Quake3World::new(&setting.world, parts, &setup, build)?;
                AnyWorld::Quake3(Box::new(world.carrying(carried).varied(moving.pushes)))
            }
            Parts::Quake1(parts, numbers) => {
                let setup = quake1::Quake1Setup {
                    profile,
                    least_step: None,
                    numbers: numbers.clone(),
                    arrivals: Vec::new(),
                    players: 1,
                    start: None,
                };
                let world = quake1::Quake1World::new(&setting.world, parts, &setup, build)?;
                AnyWorld::Quake1(Box::new(world.carrying(carried).varied(moving.pushes)))
            }
        };
        let mut out = Self {
            world,
            profile,
            is_told: entrant.contestant.mover.laws == MoverLaws::Foreign,
            start: setting.start,
            msec: 0.0,
        };
        out.enter();
        Ok(out)
    }

    fn enter(&mut self) {
        self.msec = 0.0;
        let start = self.start;
        match &mut self.world {
            AnyWorld::Quake3(world) => world.enter(PLAYER, &start, 0.0),
            AnyWorld::Quake1(world) => world.enter(PLAYER, &start, 0.0),
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

    /// The player's body.
    pub fn body(&self) -> &Body {
        match &self.world {
            AnyWorld::Quake3(world) => &world.players()[PLAYER].body,
            AnyWorld::Quake1(world) => &world.players()[PLAYER].body,
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
        let thrown = false;
        self.msec += f64::from(keys.msec);
        let seconds = f64::from(keys.msec) / 1000.0;
        // Quake III's clock has whole milliseconds.
        let now = JOINS_AT.saturating_add((self.msec + ROUNDING).floor() as i32);
        let world_first = self.world_first();
        match &mut self.world {
            AnyWorld::Quake3(world) if !world_first => {
                let step = world.play_keys(PLAYER, keys)?;
                let rides = world.ground_of(PLAYER);
                let between = world.players()[PLAYER].body.origin;
                world.advance(now);
                world.take_events();
                Ok(Frame {
                    step,
                    between,
                    rides,
                    thrown,
                })
            }
            AnyWorld::Quake3(world) => {
                let rides = world.ground_of(PLAYER);
                world.advance(now);
                let between = world.players()[PLAYER].body.origin;
                let step = world.play_keys(PLAYER, keys)?;
                world.take_events();
                Ok(Frame {
                    step,
                    between,
                    rides,
                    thrown,
                })
            }
            AnyWorld::Quake1(world) if world_first => {
                let rides = world.ground_of(PLAYER);
                world.advance(seconds);
                let between = world.players()[PLAYER].body.origin;
                let step = world.play_keys(PLAYER, keys)?;
                Ok(Frame {
                    step,
                    between,
                    rides,
                    thrown,
                })
            }
            AnyWorld::Quake1(world) => {
                let step = world.play_keys(PLAYER, keys)?;
                let rides = world.ground_of(PLAYER);
                let between = world.players()[PLAYER].body.origin;
                world.advance_after_players(seconds);
                Ok(Frame {
                    step,
                    between,
                    rides,
                    thrown,
                })
            }
        }
    }

    fn course(&self) -> Course {
        let first = self.world_first();
        match &self.world {
            AnyWorld::Quake3(world) => Course::begin(first, &world.posed().collect::<Vec<Posed>>()),
            AnyWorld::Quake1(world) => Course::begin(first, &world.posed().collect::<Vec<Posed>>()),
        }
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
