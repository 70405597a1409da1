//! One contestant in play: its backend, its movement, its body, and its last tick's questions.

use crate::PlayError;
use clipmark_collision::{Altered, CollisionBackend, Contact, Sweep, Trace, Work};
use clipmark_geometry::World;
use clipmark_measure::Contestant;
use clipmark_measure::moving::{Frame, Making, Moving, MovingWorld};
use clipmark_movement::{
    Body, CommandError, MoveFlags, MoverLaws, Player, Profile, Setup, ShapeKind, TickFacts, UserCmd, tick,
};
use serde::Serialize;
use std::sync::{Mutex, PoisonError};

/// Nearer than the skin and this is touching, in units: a quarter of Quake III's skin, as in the report.
const TOUCHING: f32 = 1.0 / 32.0;

/// A contestant in play.
pub struct Live {
    name: String,
    contestant: Contestant,
    backend: &'static dyn CollisionBackend,
    setup: &'static Setup,
    plays: Plays,
    /// Its body now.
    pub body: Body,
    last: Option<Last>,
    facts: TickFacts,
    chain: u64,
}

/// In a rigid world, or in a moving world of its own.
enum Plays {
    Rigid(Box<Player<'static, dyn CollisionBackend>>),
    Moving(Box<MovingWorld<'static>>),
}

/// A tick that was played.
#[derive(Clone, Copy)]
pub(crate) struct Last {
    /// The body before its own part of the tick.
    pub(crate) before: Body,
    /// The command as the movement got it.
    pub(crate) command: UserCmd,
    /// The keys of it, from which a run is played again.
    pub(crate) keys: UserCmd,
    /// The tick of a moving world.
    pub(crate) frame: Option<Frame>,
}

/// A world that contestants are built for.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) world: &'a World,
    pub(crate) profile: Profile,
    /// What moves in it.
    pub(crate) moving: Option<&'a Moving>,
}

/// A page's drawing of a body. Lengths in units; heights relative to its position.
#[derive(Clone, Debug, Serialize)]
pub struct Outline {
    /// Name of the contestant.
    pub name: String,
    /// Its backend's description, in one line.
    pub about: &'static str,
    /// `box`, `capsule` or `cylinder`.
    pub shape: &'static str,
    /// Half the width.
    pub half: f32,
    /// Feet and top standing, then crouched.
    pub heights: [[f32; 2]; 2],
    /// Eyes standing, and crouched.
    pub eyes: [f32; 2],
    /// Height below which the walker's body overlaps floors and steps by design.
    pub knee: Option<f32>,
    /// Distance that it keeps from surfaces.
    pub skin: f32,
    /// The parts of the world that its backend does not collide with.
    pub omissions: Vec<String>,
}

impl Live {
    /// Builds a contestant for a world.
    ///
    /// A [`Player`] borrows its backend and its setup. So both are leaked: a page builds each contestant once for each
    /// profile. Another world starts a new instance.
    ///
    /// # Errors
    /// A world, rules or body that the backend cannot use.
    pub(crate) fn build(contestant: Contestant, ground: &Ground, body: Body) -> Result<Self, PlayError> {
        let (world, profile) = (ground.world, ground.profile);
        if ground.moving.is_some() && !Moving::tells(&profile, &contestant) {
            return Err(PlayError::NotTold(contestant.to_string()));
        }
        let backend = contestant.build(world, profile.trace_rules)?;
        let mut setup = contestant.setup(profile, world, &*backend)?;
        if let Some(moving) = ground.moving {
            setup = setup.in_motion(world, moving.frame)?;
        }
        contestant.check_sizes(&setup, &*backend, "this scene")?;
        for ducked in [false, true] {
            if !backend.facts().supports(setup.hull(ducked)) {
                return Err(PlayError::Body {
                    contestant: contestant.to_string(),
                    kind: setup.hull(ducked).kind(),
                });
            }
        }
        let backend: &'static dyn CollisionBackend = Box::leak(backend);
        let setup: &'static Setup = Box::leak(Box::new(setup));
        let mut live = Self {
            name: contestant.to_string(),
            contestant,
            backend,
            setup,
            plays: Plays::Rigid(Box::new(Player::new(backend, setup))),
            body,
            last: None,
            facts: TickFacts::default(),
            chain: 0,
        };
        if let Some(moving) = ground.moving {
            live.plays = Plays::Moving(Box::new(live.world(world, moving, body)?));
        }
        Ok(live)
    }

    /// A moving world for it, as it is when the first tick begins.
    pub(crate) fn world(
        &self,
        world: &World,
        moving: &Moving,
        start: Body,
    ) -> Result<MovingWorld<'static>, PlayError> {
        let making = Making {
            world,
            moving,
            contestant: self.contestant,
            backend: self.backend,
            setup: self.setup,
        };
        Ok(MovingWorld::made(&making, moving.push_fault, vec![start])?)
    }

    /// `backend` or `backend+mover`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its backend.
    pub(crate) fn backend(&self) -> &'static dyn CollisionBackend {
        self.backend
    }

    /// Its movement.
    pub(crate) fn setup(&self) -> &'static Setup {
        self.setup
    }

    /// Its last tick's questions and hits.
    pub fn facts(&self) -> TickFacts {
        self.facts
    }

    /// A hash over its whole state after each tick since it was last placed at a start; see `Live::mix`.
    pub fn chain(&self) -> u64 {
        self.chain
    }

    /// Adds its state to the hash.
    pub(crate) fn mix(&mut self) {
        self.chain = self.body.state_hash(self.chain);
    }

    /// Puts it elsewhere, and its world begins anew; the hash starts again.
    pub(crate) fn put(&mut self, body: Body) {
        if let Plays::Moving(world) = &mut self.plays {
            world.begin(body);
        }
        self.stand(body);
    }

    /// Puts it elsewhere, and its world goes on where the other's is.
    pub(crate) fn join(&mut self, other: &Self, body: Body) {
        if let (Plays::Moving(own), Plays::Moving(other)) = (&mut self.plays, &other.plays) {
            own.resume(other, &body);
        }
        self.stand(body);
    }

    fn stand(&mut self, body: Body) {
        self.body = body;
        self.last = None;
        self.chain = 0;
    }

    /// The moving world that it plays in; `None` where the world is rigid.
    pub fn moving(&self) -> Option<&MovingWorld<'static>> {
        match &self.plays {
            Plays::Moving(world) => Some(world),
            Plays::Rigid(_) => None,
        }
    }

    /// Moves it by one command, and its world before or after it.
    ///
    /// # Errors
    /// A command or a body that no tick can be played from; the body stays as it was.
    pub(crate) fn step(&mut self, cmd: &UserCmd) -> Result<(), CommandError> {
        self.last = Some(match &mut self.plays {
            Plays::Rigid(player) => {
                let before = self.body;
                self.facts = player.tick(&mut self.body, cmd)?;
                Last {
                    before,
                    command: *cmd,
                    keys: *cmd,
                    frame: None,
                }
            }
            Plays::Moving(world) => {
                let keys = world.keys_of(cmd);
                let began = *world.body();
                let frame = world.frame(&keys)?;
                self.body = *world.body();
                self.facts = frame.step.facts;
                Last {
                    before: if world.world_first() { frame.between } else { began },
                    command: frame.step.command,
                    keys,
                    frame: Some(frame),
                }
            }
        });
        Ok(())
    }

    /// Its last tick.
    pub(crate) fn last(&self) -> Option<Last> {
        self.last
    }

    /// Asks the world as it is now: the rigid part, and movers where they are.
    fn ask_world<R>(&self, ask: impl FnOnce(&dyn CollisionBackend) -> R) -> R {
        match &self.plays {
            Plays::Rigid(_) => ask(self.backend),
            Plays::Moving(world) => world.ask_world(ask),
        }
    }

    /// The sweeps of its last tick with their answers, for the trace fans of a page. The tick is played once more, so that a live
    /// one pays nothing. Where the world moves after its players (NetQuake), movers are asked where they went.
    pub fn traces(&self) -> Vec<(Sweep, Trace)> {
        let Some(Last {
            before: mut body,
            command,
            ..
        }) = self.last
        else {
            return Vec::new();
        };
        self.ask_world(|backend| {
            let seen = Mutex::new(Vec::new());
            let noting = Altered::with_trace(backend, |sweep, work, ask| {
                let trace = ask(sweep, work);
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.push((*sweep, trace));
                trace
            });
            // As a trait object, so that the pipelines are not compiled a second time for it.
            let space: &dyn CollisionBackend = &noting;
            // It was played before, so it is not refused now.
            let _ = tick(space, self.setup, &mut body, &command, &mut Work::silent());
            seen.into_inner().unwrap_or_else(PoisonError::into_inner)
        })
    }

    /// The surfaces that its body touches.
    pub fn contacts(&self) -> Vec<Contact> {
        let margin = self.backend.facts().declaration.rules.skin.max(0.0) + TOUCHING;
        let mut found = Vec::new();
        if self.body.check().is_ok() {
            let hull = self.setup.hull(self.body.flags.contains(MoveFlags::DUCKED));
            let mask = self.setup.mask;
            let mut work = Work::silent();
            self.ask_world(|backend| {
                backend.contacts(hull, &self.body.origin, margin, mask, &mut found, &mut work);
            });
        }
        found
    }

    /// A page's drawing of it.
    pub fn outline(&self) -> Outline {
        let profile = &self.setup.profile;
        let size = profile.size;
        let solid = self.setup.mover().solid_bounds(profile);
        Outline {
            name: self.name.clone(),
            about: self.contestant.backend.about(),
            shape: match self.setup.shape() {
                ShapeKind::Box => "box",
                ShapeKind::Capsule => "capsule",
                ShapeKind::Cylinder => "cylinder",
            },
            half: size.half_width,
            heights: [[size.feet, size.top], [size.crouched_feet, size.crouched_top]],
            eyes: [size.eyes, size.crouched_eyes],
            knee: (self.setup.mover().laws == MoverLaws::Walker).then_some(solid.mins.z),
            skin: self.backend.facts().declaration.rules.skin,
            omissions: self.backend.facts().omissions.clone(),
        }
    }
}
