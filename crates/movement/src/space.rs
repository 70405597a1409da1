//! A movement's questions to the world.

use crate::real::Real;
use clipmark_collision::{CollisionBackend, Contact, Penetration, Reached, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, Point};
use nalgebra::Point3;

/// A world to move in, in the numbers that the movement computes in. Every [`CollisionBackend`] is one, in f32; the
/// exact reference is one in f64.
pub trait Space {
    /// The movement's numbers.
    type Real: Real;

    /// Moves a hull from start to end; see [`CollisionBackend::trace`].
    fn trace(
        &self,
        hull: &Hull,
        start: &Point3<Self::Real>,
        end: &Point3<Self::Real>,
        mask: Contents,
        work: &mut Work,
    ) -> Trace<Self::Real>;

    /// Told of the bodies that a slide bumped into, for worlds that act on it.
    #[inline(always)]
    fn bumped(&self, _trace: &Trace<Self::Real>) {}

    /// Whether a body met by a slide can be stood on, if it is level; players are not in some games.
    #[inline(always)]
    fn holds(&self, _trace: &Trace<Self::Real>) -> bool {
        true
    }

    /// Told of the body's ground, for worlds that act on it.
    #[inline(always)]
    fn stands_on(&self, _trace: &Trace<Self::Real>) {}

    /// Contents of a point.
    fn contents(&self, at: &Point3<Self::Real>) -> Contents;

    /// Whether it sweeps boxes.
    fn sweeps_boxes(&self) -> bool;

    /// The position test in f32, for the two-cylinder walker; see [`CollisionBackend::overlap`].
    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration>;

    /// Surfaces that a hull touches in f32, for the two-cylinder walker; see [`CollisionBackend::contacts`].
    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    );

    /// Whether a hull is in anything, for the two-cylinder walker; see [`CollisionBackend::occupied`].
    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status>;

    /// Polygons that reach into a hull, for the two-cylinder walker; see [`CollisionBackend::reached`].
    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    );
}

/// The answers of a space of f32 that asks a backend.
macro_rules! asks_backend {
    ($this:ident, $backend:expr) => {
        type Real = f32;

        #[inline(always)]
        fn trace(&$this, hull: &Hull, start: &Point, end: &Point, mask: Contents, work: &mut Work) -> Trace {
            let sweep = Sweep {
                hull: *hull,
                start: *start,
                end: *end,
                mask,
            };
            CollisionBackend::trace($backend, &sweep, work)
        }

        #[inline]
        fn contents(&$this, at: &Point) -> Contents {
            CollisionBackend::contents($backend, at)
        }

        fn sweeps_boxes(&$this) -> bool {
            CollisionBackend::declares($backend).hulls.aabb
        }

        fn overlap(&$this, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
            CollisionBackend::overlap($backend, hull, at, mask, work)
        }

        fn contacts(
            &$this,
            hull: &Hull,
            at: &Point,
            margin: f32,
            mask: Contents,
            out: &mut Vec<Contact>,
            work: &mut Work,
        ) {
            CollisionBackend::contacts($backend, hull, at, margin, mask, out, work);
        }

        fn occupied(&$this, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
            CollisionBackend::occupied($backend, hull, at, mask, work)
        }

        fn reached(
            &$this,
            hull: &Hull,
            at: &Point,
            mask: Contents,
            work: &mut Work,
            visit: &mut dyn FnMut(&Reached),
        ) {
            CollisionBackend::reached($backend, hull, at, mask, work, visit);
        }
    };
}
pub(crate) use asks_backend;

impl<B: CollisionBackend> Space for B {
    asks_backend!(self, self);
}

impl Space for dyn CollisionBackend + '_ {
    asks_backend!(self, self);
}
