//! One tick under way: the common data of stages and movers.

use crate::body::Body;
use crate::command::UserCmd;
use crate::facts::Tally;
use crate::listener::Listener;
use crate::profile::Profile;
use crate::real::Real;
use crate::shape::BodyHulls;
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::{Trace, Work};
use clipmark_geometry::{Contents, Hull};
use nalgebra::{Point3, Vector3};

/// Quake III reads the up key as a jump from here on.
pub(crate) const JUMP_KEY: f32 = 10.0;

/// One tick under way: the common data of the stages.
pub(crate) struct Tick<'a, S: Space + ?Sized> {
    pub(crate) space: &'a S,
    /// Hears what the body meets, where somebody wants to know.
    pub(crate) listener: Option<&'a mut dyn Listener>,
    /// Placed models from this number on cannot be stood on by a slide that meets them.
    pub(crate) held_before: usize,
    /// Contents that the body collides with.
    pub(crate) mask: Contents,
    pub(crate) hulls: &'a BodyHulls,
    pub(crate) profile: &'a Profile,
    pub(crate) body: &'a mut Body<S::Real>,
    pub(crate) cmd: UserCmd<S::Real>,
    pub(crate) work: &'a mut Work,
    pub(crate) tally: Tally,
    /// Length in seconds.
    pub(crate) dt: S::Real,
    /// The same as a double, which NetQuake multiplies with; 0 in other orders.
    pub(crate) seconds: f64,
    /// Where the view points; each order's first stage says.
    pub(crate) basis: Basis<S::Real>,
    pub(crate) hull: &'a Hull,
    pub(crate) ground: Ground<S::Real>,
    /// Vertical speed when the tick began.
    pub(crate) rise_before: S::Real,
    /// Whether this tick began a jump.
    pub(crate) jumped: bool,
}

/// The surface below the body.
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
        let trace = self.space.trace(self.hull, &start, &end, self.mask, self.work);
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
        let trace = self.space.trace(hull, &start, &end, self.mask, self.work);
        self.tally.note(&trace);
        trace
    }

    /// Tells of what a slide bumped into. It is nearly always the rigid world, of which nobody wants to know.
    #[inline(always)]
    pub(crate) fn bumped(&mut self, trace: &Trace<S::Real>) {
        if let (Some(model), Some(listener)) = (trace.model, &mut self.listener) {
            listener.bumped(model);
        }
    }

    /// Whether what a slide met can be stood on, if it is level; players are not in some games.
    #[inline(always)]
    pub(crate) fn can_stand_on(&self, trace: &Trace<S::Real>) -> bool {
        trace.model.is_none_or(|id| id.index() < self.held_before)
    }

    /// Tells of the body's ground.
    #[inline(always)]
    pub(crate) fn stands_on(&mut self, trace: &Trace<S::Real>) {
        if let Some(listener) = &mut self.listener {
            listener.stands_on(trace.model);
        }
    }

    /// Whether the hull fits at a place (the position test of both engines).
    #[inline(always)]
    pub(crate) fn fits(&mut self, hull: &Hull, at: Point3<S::Real>) -> bool {
        !self.trace_hull(hull, at, at).all_solid
    }

    /// The product of `before`, the tick's length and `after`, in that order: of doubles, or rounded at each step.
    #[inline(always)]
    pub(crate) fn product<const DOUBLES: bool>(&self, before: &[S::Real], after: &[S::Real]) -> f64 {
        let before = before.iter().fold(S::Real::ONE, |p, x| p * *x);
        if DOUBLES {
            after
                .iter()
                .fold(before.wide() * self.seconds, |p, x| p * x.wide())
        } else {
            after.iter().fold(before * self.dt, |p, x| p * *x).wide()
        }
    }

    /// Contents at a point that stop or wet a body.
    pub(crate) fn contents(&self, at: &Point3<S::Real>) -> Contents {
        self.space.contents(at)
    }
}
