use crate::body::{Body, MoveFlags};
use crate::command::{CommandError, UserCmd};
use crate::facts::{Tally, TickFacts};
use crate::movers::Mover;
use crate::order;
use crate::profile::{Profile, SplitRule};
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::{snap, timers};
use crate::view::Basis;
use clipmark_collision::{Trace, Work};
use clipmark_geometry::{Contents, Hull};
use nalgebra::{Point3, RealField, Vector3};

/// What stays the same from tick to tick.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Constants and order; its bounds are read when the setup is made.
    pub profile: Profile,
    /// How the body is carried.
    pub mover: Mover,
    /// What the body collides with; [`Contents::PLAYER_MASK`] for a living player.
    pub mask: Contents,
    shape: ShapeKind,
    /// Standing and crouched. Made here and not in the tick: a trace copies its hull in pieces wider than it would have been
    /// written in, and that waits until all that was written has left the store buffer.
    hulls: [Hull; 2],
    planted: Option<Planted>,
}

/// What the stages run by instead of the setup's profile: a fault planted to test judges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planted {
    /// The constants.
    pub profile: Profile,
    /// Downward acceleration of the profile that it stands for.
    pub gravity: f32,
    /// What is done besides.
    pub then: Then,
}

/// What a planted fault does at the end of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing.
    Nothing,
    /// Gravity enters the velocity of a body in the air.
    Gravity,
    /// Velocity is rounded to even units per second, where the profile rounds it to whole ones.
    EvenVelocity,
}

impl Setup {
    /// A living player in a world: a box where it sweeps boxes, else a cylinder.
    pub fn new(profile: Profile, mover: Mover, space: &(impl Space + ?Sized)) -> Self {
        let shape = if space.sweeps_boxes() {
            ShapeKind::Box
        } else {
            ShapeKind::Cylinder
        };
        Self::of_shape(profile, mover, shape)
    }

    /// A living player of a given shape.
    pub fn of_shape(profile: Profile, mover: Mover, shape: ShapeKind) -> Self {
        Self {
            profile,
            mover,
            mask: Contents::PLAYER_MASK,
            shape,
            hulls: [false, true].map(|ducked| shape.hull(profile.bounds(ducked))),
            planted: None,
        }
    }

    /// The same with a fault planted: the stages run by it, while [`profile`](Self::profile) stays what judges are told.
    #[must_use]
    pub fn planted(self, fault: Planted) -> Self {
        Self {
            hulls: [false, true].map(|ducked| self.shape.hull(fault.profile.bounds(ducked))),
            planted: Some(fault),
            ..self
        }
    }

    /// Shape of the body within the profile's bounds.
    pub fn shape(&self) -> ShapeKind {
        self.shape
    }

    /// The body's hull, standing or crouched.
    pub fn hull(&self, ducked: bool) -> &Hull {
        &self.hulls[usize::from(ducked)]
    }
}

/// Shape of a body within its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// The box itself.
    Box,
    /// A vertical capsule.
    Capsule,
    /// A vertical cylinder.
    Cylinder,
}

impl ShapeKind {
    /// The hull of this shape within bounds.
    pub fn hull(self, bounds: clipmark_geometry::Aabb) -> Hull {
        match self {
            Self::Box => Hull::Box { bounds },
            Self::Capsule => Hull::Capsule { bounds },
            Self::Cylinder => Hull::Cylinder { bounds },
        }
    }
}

/// Moves a body by one command.
///
/// Long commands are split as the profile says. The body is left as it was when the command is refused.
///
/// # Errors
/// A command that no player can give, or a body that is nowhere; see [`UserCmd::check`] and [`Body::check`].
pub fn tick<S: Space + ?Sized>(
    space: &S,
    setup: &Setup,
    body: &mut Body<S::Real>,
    cmd: &UserCmd<S::Real>,
    work: &mut Work,
) -> Result<TickFacts, CommandError> {
    cmd.check()?;
    body.check()?;
    if matches!(setup.mover, Mover::CylinderPair(_)) {
        body.walker.check()?;
    }
    if setup.profile.order.carries_engine_state() {
        body.engine.check()?;
    }
    let longest = n::<S::Real>(setup.profile.long_tick.msec);
    let tally = if cmd.msec <= longest {
        piece(space, setup, body, *cmd, work, Tally::default())
    } else {
        in_pieces(space, setup, body, cmd, work, longest)
    };
    Ok(tally.facts())
}

/// Moves a body by a command longer than the profile's ticks.
#[cold]
fn in_pieces<S: Space + ?Sized>(
    space: &S,
    setup: &Setup,
    body: &mut Body<S::Real>,
    cmd: &UserCmd<S::Real>,
    work: &mut Work,
    longest: S::Real,
) -> Tally {
    let mut tally = Tally::default();
    let mut part = *cmd;
    match setup.profile.long_tick.rule {
        SplitRule::Halved => {
            let mut pieces = 1;
            while cmd.msec / n(pieces as f32) > longest {
                pieces *= 2;
            }
            part.msec = cmd.msec / n(pieces as f32);
            for _ in 0..pieces {
                tally = piece(space, setup, body, part, work, tally);
            }
        }
        SplitRule::Chopped => {
            let mut left = cmd.msec;
            while left > S::Real::ZERO {
                part.msec = left.min(longest);
                tally = piece(space, setup, body, part, work, tally);
                left -= part.msec;
                // A key held over a split stays held in the rest, or it would jump again.
                if body.flags.contains(MoveFlags::JUMP_HELD) {
                    part.up = n(JUMP_KEY * 2.0);
                }
            }
        }
    }
    tally
}

/// Moves a body by a command or a part of one.
#[inline(never)]
fn piece<S: Space + ?Sized>(
    space: &S,
    setup: &Setup,
    body: &mut Body<S::Real>,
    cmd: UserCmd<S::Real>,
    work: &mut Work,
    tally: Tally,
) -> Tally {
    let mut t = Tick {
        space,
        setup,
        profile: setup.planted.as_ref().map_or(&setup.profile, |p| &p.profile),
        mover: setup.mover,
        rise_before: body.velocity.z,
        dt: cmd.seconds(),
        basis: Basis::unset(),
        hull: setup.hull(body.flags.contains(MoveFlags::DUCKED)),
        ground: Ground::none(),
        jumped: false,
        body,
        cmd,
        work,
        tally,
    };
    timers::run_down_double_jump(&mut t);
    order::run(&mut t);
    if let Some(planted) = &setup.planted {
        finish(&mut t, planted);
    }
    t.tally
}

#[cold]
fn finish<S: Space + ?Sized>(t: &mut Tick<S>, planted: &Planted) {
    match planted.then {
        Then::Nothing => {}
        Then::Gravity => {
            if !t.body.grounded && t.body.water_level < 2 {
                t.body.velocity.z -= n::<S::Real>(planted.gravity) * t.dt;
                snap::velocity(t);
            }
        }
        Then::EvenVelocity => {
            if t.profile.snap_velocity {
                let two = n::<S::Real>(2.0);
                t.body.velocity.apply(|x| *x = (*x / two).whole() * two);
            }
        }
    }
}

/// Quake III reads the up key as a jump from here on.
pub(crate) const JUMP_KEY: f32 = 10.0;

/// One tick under way: what the stages share.
pub(crate) struct Tick<'a, S: Space + ?Sized> {
    pub(crate) space: &'a S,
    pub(crate) setup: &'a Setup,
    pub(crate) profile: &'a Profile,
    pub(crate) mover: Mover,
    pub(crate) body: &'a mut Body<S::Real>,
    pub(crate) cmd: UserCmd<S::Real>,
    pub(crate) work: &'a mut Work,
    pub(crate) tally: Tally,
    /// Length in seconds.
    pub(crate) dt: S::Real,
    /// Where the view points; each order's first stage says.
    pub(crate) basis: Basis<S::Real>,
    pub(crate) hull: &'a Hull,
    pub(crate) ground: Ground<S::Real>,
    /// Vertical speed when the tick began.
    pub(crate) rise_before: S::Real,
    /// Whether this tick began a jump.
    pub(crate) jumped: bool,
}

/// What is below the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<R: Real> {
    /// Normal of the surface below, walkable or not.
    pub(crate) normal: Option<Vector3<R>>,
    /// Whether the body stands on it.
    pub(crate) walkable: bool,
    /// Whether it is slick.
    pub(crate) slick: bool,
}

impl<R: Real> Ground<R> {
    /// None.
    pub(crate) fn none() -> Self {
        Self {
            normal: None,
            walkable: false,
            slick: false,
        }
    }
}

impl<S: Space + ?Sized> Tick<'_, S> {
    /// Sweeps the body's hull.
    #[inline(always)]
    pub(crate) fn trace(&mut self, start: Point3<S::Real>, end: Point3<S::Real>) -> Trace<S::Real> {
        let trace = self
            .space
            .trace(self.hull, &start, &end, self.setup.mask, self.work);
        self.tally.note(&trace);
        trace
    }

    #[inline(always)]
    pub(crate) fn trace_hull(
        &mut self,
        hull: &Hull,
        start: Point3<S::Real>,
        end: Point3<S::Real>,
    ) -> Trace<S::Real> {
        let trace = self.space.trace(hull, &start, &end, self.setup.mask, self.work);
        self.tally.note(&trace);
        trace
    }

    /// Whether the hull fits at a place (the position test of both engines).
    #[inline(always)]
    pub(crate) fn fits(&mut self, hull: &Hull, at: Point3<S::Real>) -> bool {
        !self.trace_hull(hull, at, at).all_solid
    }

    /// What stops or wets a body at a point.
    pub(crate) fn contents(&self, at: &Point3<S::Real>) -> Contents {
        self.space.contents(at)
    }
}
