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

    /// Contents of a point.
    fn contents(&self, at: &Point3<Self::Real>) -> Contents;

    /// Whether it sweeps boxes.
    fn sweeps_boxes(&self) -> bool;

    /// The position test in f32, for the two-cylinder walker; see [`CollisionBackend::overlap`]. A space that no walker moves in
    /// refuses this and the questions below.
    fn overlap(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work) -> Option<Penetration> {
        Some(Penetration::refused(Status::Unsupported))
    }

    /// Surfaces that a hull touches in f32, for the two-cylinder walker; see [`CollisionBackend::contacts`].
    fn contacts(&self, _: &Hull, _: &Point, _: f32, _: Contents, _: &mut Vec<Contact>, _: &mut Work) {}

    /// Whether a hull is in anything, for the two-cylinder walker; see [`CollisionBackend::occupied`].
    fn occupied(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work) -> Option<Status> {
        Some(Status::Unsupported)
    }

    /// Polygons that reach into a hull, for the two-cylinder walker; see [`CollisionBackend::reached`].
    fn reached(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work, _: &mut dyn FnMut(&Reached)) {}
}

impl<B: CollisionBackend + ?Sized> Space for B {
    type Real = f32;

    #[inline(always)]
    fn trace(&self, hull: &Hull, start: &Point, end: &Point, mask: Contents, work: &mut Work) -> Trace {
        let sweep = Sweep {
            hull: *hull,
            start: *start,
            end: *end,
            mask,
        };
        CollisionBackend::trace(self, &sweep, work)
    }

    #[inline]
    fn contents(&self, at: &Point) -> Contents {
        CollisionBackend::contents(self, at)
    }

    fn sweeps_boxes(&self) -> bool {
        self.facts().declaration.hulls.aabb
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        CollisionBackend::overlap(self, hull, at, mask, work)
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        CollisionBackend::contacts(self, hull, at, margin, mask, out, work);
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        CollisionBackend::occupied(self, hull, at, mask, work)
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        CollisionBackend::reached(self, hull, at, mask, work, visit);
    }
}
