//! Whatever points to a backend is one: a box, a reference, a shared pointer.

use crate::{CollisionBackend, Contact, Facts, Penetration, Reached, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, Point, Rotation};
use std::ops::Deref;

impl<P: Deref<Target: CollisionBackend> + Send + Sync> CollisionBackend for P {
    #[inline]
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        (**self).trace(sweep, work)
    }

    #[inline]
    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        (**self).overlap(hull, at, mask, work)
    }

    #[inline]
    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        (**self).contacts(hull, at, margin, mask, out, work);
    }

    #[inline]
    fn contents(&self, at: &Point) -> Contents {
        (**self).contents(at)
    }

    #[inline]
    fn facts(&self) -> &Facts {
        (**self).facts()
    }

    #[inline]
    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        (**self).occupied(hull, at, mask, work)
    }

    #[inline]
    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        (**self).reached(hull, at, mask, work, visit);
    }

    #[inline]
    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
        (**self).trace_turned(sweep, rotation, work)
    }
}
