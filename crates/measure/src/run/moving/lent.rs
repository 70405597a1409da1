//! A reference to a backend, as a backend: a moving world takes the rigid part that was built before.

use clipmark_collision::{
    BuildFacts, CollisionBackend, Contact, Declaration, Penetration, Reached, Status, Sweep, Trace, Work,
};
use clipmark_geometry::{Contents, Hull, Point, Rotation};

/// A reference that answers as what it refers to.
pub(super) struct Lent<'a>(pub(super) &'a dyn CollisionBackend);

impl CollisionBackend for Lent<'_> {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        self.0.trace(sweep, work)
    }

    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
        self.0.trace_turned(sweep, rotation, work)
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        self.0.overlap(hull, at, mask, work)
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
        self.0.contacts(hull, at, margin, mask, out, work);
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        self.0.occupied(hull, at, mask, work)
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        self.0.reached(hull, at, mask, work, visit);
    }

    fn contents(&self, at: &Point) -> Contents {
        self.0.contents(at)
    }

    fn supports(&self, hull: &Hull) -> bool {
        self.0.supports(hull)
    }

    fn declares(&self) -> Declaration {
        self.0.declares()
    }

    fn facts(&self) -> &BuildFacts {
        self.0.facts()
    }
}
