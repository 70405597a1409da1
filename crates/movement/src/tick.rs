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
/// compiled for that space. Each question is then one more call through a table, some 3 % of a tick's instructions on flat
/// ground.
///
/// # Errors
/// As [`tick`].
pub fn tick_anywhere(space: &dyn Space<Real = f32>, call: TickInput<f32>) -> Result<TickFacts, CommandError> {
    run(space, call)
}

/// Moves a body by one command.
///
/// Long commands are split as the profile says. The body is left as it was when the command is refused. A controller of another
/// library is made anew for each call and forgets earlier ones; use a [`Player`] to keep it.
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

/// Moves a body tick by tick. The body stays the caller's. It may be changed or replaced between ticks, and a controller of
/// another library is then placed anew.
pub struct Player<'a, S: TickSpace + ?Sized> {
    space: &'a S,
    setup: &'a Setup,
    work: Work,
    /// The controller of another library, where the mover is one.
    driven: Option<Driven>,
}

impl<'a, S: TickSpace + ?Sized> Player<'a, S> {
    /// A player whose mover has not moved yet.
    pub fn new(space: &'a S, setup: &'a Setup) -> Self {
        Self {
            space,
            setup,
            work: Work::silent(),
            driven: setup.controller(),
        }
    }

    /// The setup that it was made of.
    pub fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Moves the body by one command; see [`tick`].
    ///
    /// # Errors
    /// A command that no player can give, or a body out of range; the body is left as it was.
    #[inline]
    pub fn tick(
        &mut self,
        body: &mut Body<S::Real>,
        cmd: &UserCmd<S::Real>,
    ) -> Result<TickFacts, CommandError> {
        self.space.tick(TickInput {
            setup: self.setup,
            body,
            cmd,
            work: &mut self.work,
            met: None,
            driven: self.driven.as_mut(),
        })
    }
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
pub(crate) fn run<S: Space + ?Sized>(
    space: &S,
    mut call: TickInput<S::Real>,
) -> Result<TickFacts, CommandError> {
    call.check()?;
    match (call.driven.take(), call.setup.own_mover()) {
        (None, Ok(mover)) => {
            mover.check(call.body)?;
            Ok(call.run(space, |t| mover.run(t)))
        }
        (Some(driven), _) => Ok(drive(space, call, driven)),
        (None, Err(world)) => {
            let mut driven = call.setup.controller_in(world);
            Ok(drive(space, call, &mut driven))
        }
    }
}

/// Moves a body by one command through a controller of another library.
#[inline(never)]
fn drive<S: Space + ?Sized>(space: &S, call: TickInput<S::Real>, driven: &mut Driven) -> TickFacts {
    call.run(space, |t| engines::run_by(t, driven))
}

impl<R: Real> TickInput<'_, R> {
    #[inline(always)]
    fn check(&self) -> Result<(), CommandError> {
        self.cmd.check()?;
        self.body.check()?;
        if self.setup.profile.order.carries_engine_state() {
            self.body.engine.check()?;
        }
        Ok(())
    }

    /// Runs the engine, once or for each piece of a long command.
    #[inline(always)]
    fn run<S: Space<Real = R> + ?Sized>(
        mut self,
        space: &S,
        mut engine: impl FnMut(&mut Tick<S>),
    ) -> TickFacts {
        let longest = n::<R>(self.setup.runs_by().long_tick_msec);
        let tally = if self.cmd.msec <= longest {
            self.piece(space, *self.cmd, Tally::default(), &mut engine)
        } else {
            self.in_pieces(space, longest, &mut engine)
        };
        tally.facts()
    }

    /// Moves a body by a command longer than the profile's ticks.
    #[cold]
    fn in_pieces<S: Space<Real = R> + ?Sized>(
        &mut self,
        space: &S,
        longest: R,
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
                    tally = self.piece(space, part, tally, engine);
                }
            }
            Order::Quake3 => {
                let mut left = self.cmd.msec;
                while left > R::ZERO {
                    part.msec = left.min(longest);
                    tally = self.piece(space, part, tally, engine);
                    left -= part.msec;
                    if self.body.flags.contains(MoveFlags::JUMP_HELD) {
                        engines::hold_jump(&mut part);
                    }
                }
            }
        }
        tally
    }

    #[inline(never)]
    fn piece<S: Space<Real = R> + ?Sized>(
        &mut self,
        space: &S,
        cmd: UserCmd<R>,
        tally: Tally,
        engine: &mut impl FnMut(&mut Tick<S>),
    ) -> Tally {
        let mut t = Tick {
            space,
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
            hull: self.setup.hull(self.body.flags.contains(MoveFlags::DUCKED)),
            ground: Ground::none(),
            jumped: false,
            body: &mut *self.body,
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
