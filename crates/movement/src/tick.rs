//! One command: checked, split into pieces where it is long, and run by the profile's engine.
//!
//! The one entry to the pipeline. What an engine does in a tick is in its file under `engines/`.

use crate::body::{Body, MoveFlags};
use crate::command::{CommandError, UserCmd};
use crate::context::{Ground, Listener, Tick};
use crate::engines;
use crate::facts::{Tally, TickFacts};
use crate::movers::Driven;
use crate::profile::Order;
use crate::real::{Real, n};
use crate::setup::Setup;
use crate::space::Space;
use crate::variation::Began;
use crate::view::Basis;
use clipmark_collision::{CollisionBackend, Work};
use nalgebra::RealField;

/// A space that ticks are played in. The movement is compiled for each kind. A kind that several crates play in has a
/// [`tick`](Self::tick) of its own in its own crate, so that it is compiled there alone.
pub trait TickSpace: Space {
    /// Plays a command in it.
    ///
    /// # Errors
    /// As [`tick`].
    fn tick(&self, call: TickInput<Self::Real>) -> Result<TickFacts, CommandError> {
        run(self, call)
    }
}

impl<B: CollisionBackend> TickSpace for B {}

/// The ticks of all contestants, in worlds that move or not, are the same machine code, which is compiled here, once.
impl TickSpace for dyn CollisionBackend + '_ {
    fn tick(&self, call: TickInput<f32>) -> Result<TickFacts, CommandError> {
        run(self, call)
    }
}

/// Plays a command in any space of f32. A space that need not be fast calls it from [`TickSpace::tick`], and the movement is not
/// compiled for that space. Each question is then one more call through a table, some 3 % of a tick's instructions on flat ground.
///
/// # Errors
/// As [`tick`].
pub fn tick_anywhere(space: &dyn Space<Real = f32>, call: TickInput<f32>) -> Result<TickFacts, CommandError> {
    run(space, call)
}

/// Moves a body by one command.
///
/// Long commands are split as the profile says. The body is left as it was when the command is refused. A controller of another
/// library is made anew for each call and forgets earlier ones; use a [`Player`](crate::Player) to keep it.
///
/// # Errors
/// A command that no player can give, or a body out of range; see [`UserCmd::check`] and [`Body::check`].
pub fn tick<S: TickSpace + ?Sized>(
    space: &S,
    setup: &Setup,
    body: &mut Body<S::Real>,
    cmd: &UserCmd<S::Real>,
    work: &mut Work,
) -> Result<TickFacts, CommandError> {
    space.tick(TickInput {
        setup,
        body,
        cmd,
        work,
        met: None,
        driven: None,
    })
}

/// A body and its command: what a tick needs besides the world.
pub struct TickInput<'a, R: Real> {
    pub(crate) setup: &'a Setup,
    pub(crate) body: &'a mut Body<R>,
    pub(crate) cmd: &'a UserCmd<R>,
    pub(crate) work: &'a mut Work,
    /// For worlds in which bodies move.
    pub(crate) met: Option<Meeting<'a>>,
    /// The controller of another library, where it is kept from tick to tick.
    pub(crate) driven: Option<&'a mut Driven>,
}

/// How a tick treats the placed models that the body meets.
pub(crate) struct Meeting<'a> {
    pub(crate) listener: &'a mut dyn Listener,
    /// Those from this number on cannot be stood on by a slide that meets them.
    pub(crate) held_before: usize,
}

/// A tick in a world. All that a tick does is compiled for each kind of world that this is called with.
#[inline(always)]
pub(crate) fn run<S: Space + ?Sized>(space: &S, call: TickInput<S::Real>) -> Result<TickFacts, CommandError> {
    let TickInput {
        setup,
        body,
        cmd,
        work,
        met,
        driven,
    } = call;
    let command = PlayedCommand {
        space,
        setup,
        cmd,
        work,
        met,
    };
    match (driven, setup.own_mover()) {
        (None, Ok(mover)) => {
            check(setup, body, cmd)?;
            mover.check(body)?;
            Ok(command.run(body, |t| mover.run(t)))
        }
        (Some(driven), _) => drive(driven, command, body),
        (None, Err(world)) => drive(&mut Driven::new(&**world, &setup.profile), command, body),
    }
}

/// Moves a body by one command through a controller of another library.
#[inline(never)]
fn drive<S: Space + ?Sized>(
    driven: &mut Driven,
    command: PlayedCommand<S>,
    body: &mut Body<S::Real>,
) -> Result<TickFacts, CommandError> {
    check(command.setup, body, command.cmd)?;
    Ok(command.run(body, |t| engines::run_by(t, driven)))
}

#[inline(always)]
fn check<R: Real>(setup: &Setup, body: &Body<R>, cmd: &UserCmd<R>) -> Result<(), CommandError> {
    cmd.check()?;
    body.check()?;
    if setup.profile.order.carries_engine_state() {
        body.engine.check()?;
    }
    Ok(())
}

/// A command in a world.
struct PlayedCommand<'s, 'a, S: Space + ?Sized> {
    space: &'s S,
    setup: &'a Setup,
    cmd: &'a UserCmd<S::Real>,
    work: &'a mut Work,
    met: Option<Meeting<'a>>,
}

impl<S: Space + ?Sized> PlayedCommand<'_, '_, S> {
    /// Runs the engine, once or for each piece of a long command.
    #[inline(always)]
    fn run(mut self, body: &mut Body<S::Real>, mut engine: impl FnMut(&mut Tick<S>)) -> TickFacts {
        let longest = n::<S::Real>(self.setup.runs_by().long_tick_msec);
        let tally = if self.cmd.msec <= longest {
            self.piece(body, *self.cmd, Tally::default(), &mut engine)
        } else {
            self.in_pieces(body, longest, &mut engine)
        };
        tally.facts()
    }

    /// Moves a body by a command longer than the profile's ticks.
    #[cold]
    fn in_pieces(
        &mut self,
        body: &mut Body<S::Real>,
        longest: S::Real,
        engine: &mut impl FnMut(&mut Tick<S>),
    ) -> Tally {
        let mut tally = Tally::default();
        let mut part = *self.cmd;
        match self.setup.runs_by().order {
            Order::NetQuake | Order::QuakeWorld | Order::GoldSrc | Order::Source | Order::Direct => {
                let mut pieces = 1;
                while self.cmd.msec / n(pieces as f32) > longest {
                    pieces *= 2;
                }
                part.msec = self.cmd.msec / n(pieces as f32);
                for _ in 0..pieces {
                    tally = self.piece(body, part, tally, engine);
                }
            }
            Order::Quake3 => {
                let mut left = self.cmd.msec;
                while left > S::Real::ZERO {
                    part.msec = left.min(longest);
                    tally = self.piece(body, part, tally, engine);
                    left -= part.msec;
                    if body.flags.contains(MoveFlags::JUMP_HELD) {
                        engines::hold_jump(&mut part);
                    }
                }
            }
        }
        tally
    }

    /// Moves a body by a command or a part of one.
    #[inline(never)]
    fn piece(
        &mut self,
        body: &mut Body<S::Real>,
        cmd: UserCmd<S::Real>,
        tally: Tally,
        engine: &mut impl FnMut(&mut Tick<S>),
    ) -> Tally {
        let mut t = Tick {
            space: self.space,
            held_before: self.met.as_ref().map_or(usize::MAX, |met| met.held_before),
            listener: match &mut self.met {
                Some(met) => Some(&mut *met.listener),
                None => None,
            },
            mask: self.setup.mask,
            hulls: &self.setup.hulls,
            profile: self.setup.runs_by(),
            dt: cmd.seconds(),
            basis: Basis::unset(),
            hull: self.setup.hull(body.flags.contains(MoveFlags::DUCKED)),
            ground: Ground::none(),
            jumped: false,
            body,
            cmd,
            work: &mut *self.work,
            tally,
        };
        let began = self.setup.variation.as_ref().map(|_| Began::capture(&t));
        engine(&mut t);
        if let (Some(variation), Some(began)) = (&self.setup.variation, began) {
            variation.end(&self.setup.profile, &mut t, began);
        }
        t.tally
    }
}
