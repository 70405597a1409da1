//! One tick under way: the common data of engines and movers.

use crate::body::Body;
use crate::command::UserCmd;
use crate::facts::Tally;
use crate::profile::Profile;
use crate::real::{Real, upwards};
use crate::shape::BodyHulls;
use crate::space::Space;
use crate::view::Basis;
use clipmark_collision::{Trace, Work};
use clipmark_geometry::{Contents, Hull, PlacementId};
use nalgebra::{Point3, Vector3};

/// Hears what a body meets in a tick. It changes nothing.
pub trait Listener {
    /// A slide bumped into a placed model.
    fn bumped(&mut self, model: PlacementId);

    /// The body was found to stand: on a placed model, or on the rigid world.
    fn stands_on(&mut self, model: Option<PlacementId>);
}

pub(crate) struct Tick<'a, S: Space + ?Sized> {
    pub(crate) space: &'a S,
    /// Hears what the body meets, where somebody wants to know.
    pub(crate) listener: Option<&'a mut dyn Listener>,
    /// Placed models from this number on cannot be stood on by a slide that meets them.
    pub(crate) held_before: usize,
    pub(crate) mask: Contents,
    pub(crate) hulls: &'a BodyHulls,
    pub(crate) profile: &'a Profile,
    pub(crate) body: &'a mut Body<S::Real>,
    pub(crate) cmd: UserCmd<S::Real>,
    pub(crate) work: &'a mut Work,
    pub(crate) tally: Tally,
    /// Length in seconds.
    pub(crate) dt: S::Real,
    /// Where the view points; each engine says.
    pub(crate) basis: Basis<S::Real>,
    pub(crate) hull: &'a Hull,
    pub(crate) ground: Ground<S::Real>,
    pub(crate) jumped: bool,
}

/// The surface below the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<R: Real> {
    /// Normal of the surface below, walkable or not.
    pub(crate) normal: Option<Vector3<R>>,
    pub(crate) walkable: bool,
    pub(crate) slick: bool,
}

impl<R: Real> Ground<R> {
    pub(crate) fn none() -> Self {
        Self {
            normal: None,
            walkable: false,
            slick: false,
        }
    }

    /// Level ground, if the body stands.
    pub(crate) fn level(stands: bool) -> Self {
        Self {
            normal: stands.then(Vector3::z),
            walkable: stands,
            slick: false,
        }
    }
}

impl<S: Space + ?Sized> Tick<'_, S> {
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

    /// Sweeps the body's hull down by `depth` units.
    #[inline(always)]
    pub(crate) fn probe_down(&mut self, depth: f32) -> Trace<S::Real> {
        let origin = self.body.origin;
        self.trace(origin, origin - upwards::<S::Real>(depth))
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

    #[inline(always)]
    pub(crate) fn stands_on(&mut self, trace: &Trace<S::Real>) {
        if let Some(listener) = &mut self.listener {
            listener.stands_on(trace.model);
        }
    }

    /// Whether the hull fits at a place (the position test of the engines).
    #[inline(always)]
    pub(crate) fn fits(&mut self, hull: &Hull, at: Point3<S::Real>) -> bool {
        !self.trace_hull(hull, at, at).all_solid
    }

    /// Contents at a point that stop or wet a body.
    pub(crate) fn contents(&self, at: &Point3<S::Real>) -> Contents {
        self.space.contents(at)
    }
}
