use crate::body::{Body, MoveFlags};
use crate::command::{CommandError, UserCmd};
use crate::movers::Mover;
use crate::order;
use crate::profile::{Profile, SplitRule};
use crate::real::{Real, n};
use crate::space::Space;
use crate::stages::timers;
use crate::view::Basis;
use clipmark_collision::{Trace, Work};
use clipmark_geometry::{Contents, Hull};
use nalgebra::{Point3, RealField, Vector3};

/// What stays the same from tick to tick.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Constants and order.
    pub profile: Profile,
    /// How the body is carried.
    pub mover: Mover,
    /// Shape of the body within the profile's bounds.
    pub shape: ShapeKind,
    /// What the body collides with; [`Contents::PLAYER_MASK`] for a living player.
    pub mask: Contents,
}

impl Setup {
    /// A living player in a world: a box where it sweeps boxes, else a cylinder.
    pub fn new(profile: Profile, mover: Mover, space: &(impl Space + ?Sized)) -> Self {
        let shape = if space.sweeps_boxes() {
            ShapeKind::Box
        } else {
            ShapeKind::Cylinder
        };
        Self {
            profile,
            mover,
            shape,
            mask: Contents::PLAYER_MASK,
        }
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

/// What one tick asked and met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TickFacts {
    /// Questions put to the backend: traces, overlaps and contact searches.
    pub queries: u32,
    /// Traces that met a surface.
    pub hits: u32,
    /// Answers that the backend itself does not vouch for.
    pub unreliable: u32,
    /// Traces that began in a solid.
    pub start_solid: u32,
}

impl TickFacts {
    #[inline(always)]
    fn note<R: Real>(&mut self, trace: &Trace<R>) {
        self.queries += 1;
        self.hits += u32::from(trace.hit());
        self.unreliable += u32::from(!trace.status.is_reliable());
        self.start_solid += u32::from(trace.start_solid);
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
    let mut facts = TickFacts::default();
    let longest = n::<S::Real>(setup.profile.long_tick.msec);
    if cmd.msec <= longest {
        Tick::new(space, setup, body, *cmd, work, &mut facts).run();
        return Ok(facts);
    }
    match setup.profile.long_tick.rule {
        SplitRule::Halved => {
            let mut pieces = 1;
            while cmd.msec / n(pieces as f32) > longest {
                pieces *= 2;
            }
            let piece = UserCmd {
                msec: cmd.msec / n(pieces as f32),
                ..*cmd
            };
            for _ in 0..pieces {
                Tick::new(space, setup, body, piece, work, &mut facts).run();
            }
        }
        SplitRule::Chopped => {
            let mut left = cmd.msec;
            let mut piece = *cmd;
            while left > S::Real::ZERO {
                piece.msec = left.min(longest);
                Tick::new(space, setup, body, piece, work, &mut facts).run();
                left -= piece.msec;
                // A key held over a split stays held in the rest, or it would jump again.
                if body.flags.contains(MoveFlags::JUMP_HELD) {
                    piece.up = n(JUMP_KEY * 2.0);
                }
            }
        }
    }
    Ok(facts)
}

/// Quake III reads the up key as a jump from here on.
pub(crate) const JUMP_KEY: f32 = 10.0;

/// One tick under way: what the stages share.
pub(crate) struct Tick<'a, S: Space + ?Sized> {
    pub(crate) space: &'a S,
    pub(crate) profile: &'a Profile,
    pub(crate) mover: Mover,
    pub(crate) shape: ShapeKind,
    pub(crate) mask: Contents,
    pub(crate) body: &'a mut Body<S::Real>,
    pub(crate) cmd: UserCmd<S::Real>,
    pub(crate) work: &'a mut Work,
    pub(crate) facts: &'a mut TickFacts,
    /// Length in seconds.
    pub(crate) dt: S::Real,
    /// Where the view points; each order's first stage says.
    pub(crate) basis: Basis<S::Real>,
    pub(crate) hull: Hull,
    pub(crate) ground: Ground<S::Real>,
    /// Velocity when the tick began.
    pub(crate) velocity_before: Vector3<S::Real>,
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

impl<'a, S: Space + ?Sized> Tick<'a, S> {
    fn new(
        space: &'a S,
        setup: &'a Setup,
        body: &'a mut Body<S::Real>,
        cmd: UserCmd<S::Real>,
        work: &'a mut Work,
        facts: &'a mut TickFacts,
    ) -> Self {
        let profile = &setup.profile;
        let ducked = body.flags.contains(MoveFlags::DUCKED);
        Self {
            space,
            profile,
            mover: setup.mover,
            shape: setup.shape,
            mask: setup.mask,
            velocity_before: body.velocity,
            dt: cmd.seconds(),
            basis: Basis::unset(),
            hull: setup.shape.hull(profile.bounds(ducked)),
            ground: Ground::none(),
            jumped: false,
            body,
            cmd,
            work,
            facts,
        }
    }

    fn run(mut self) {
        timers::run_down_double_jump(&mut self);
        order::run(&mut self);
    }

    /// Sweeps the body's hull.
    #[inline(always)]
    pub(crate) fn trace(&mut self, start: Point3<S::Real>, end: Point3<S::Real>) -> Trace<S::Real> {
        let trace = self.space.trace(&self.hull, &start, &end, self.mask, self.work);
        self.facts.note(&trace);
        trace
    }

    pub(crate) fn trace_hull(
        &mut self,
        hull: &Hull,
        start: Point3<S::Real>,
        end: Point3<S::Real>,
    ) -> Trace<S::Real> {
        let trace = self.space.trace(hull, &start, &end, self.mask, self.work);
        self.facts.note(&trace);
        trace
    }

    /// Whether the hull fits at a place (the position test of both engines).
    pub(crate) fn fits(&mut self, hull: Hull, at: Point3<S::Real>) -> bool {
        !self.trace_hull(&hull, at, at).all_solid
    }

    /// The body's hull, standing or crouched.
    pub(crate) fn hull_when(&self, ducked: bool) -> Hull {
        self.shape.hull(self.profile.bounds(ducked))
    }

    /// What stops or wets a body at a point.
    pub(crate) fn contents(&self, at: &Point3<S::Real>) -> Contents {
        self.space.contents(at)
    }
}
