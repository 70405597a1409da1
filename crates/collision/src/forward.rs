//! Backends that pass questions on to another: pointers to one, and one whose sweeps a function answers.

use crate::question::Question;
use crate::{
    BuildFacts, CollisionBackend, Contact, Declaration, Penetration, Reached, Status, Sweep, Trace, Work,
};
use clipmark_geometry::{Contents, Hull, Plane, Point, Rotation};
use std::sync::Arc;

/// All questions but those about sweeps, passed on.
macro_rules! pass_on_all_but_sweeps {
    ($this:ident, $backend:expr) => {
        #[inline]
        fn overlap(&$this, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
            $backend.overlap(hull, at, mask, work)
        }

        #[inline]
        fn contacts(
            &$this,
            hull: &Hull,
            at: &Point,
            margin: f32,
            mask: Contents,
            out: &mut Vec<Contact>,
            work: &mut Work,
        ) {
            $backend.contacts(hull, at, margin, mask, out, work);
        }

        #[inline]
        fn occupied(&$this, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
            $backend.occupied(hull, at, mask, work)
        }

        #[inline]
        fn reached(
            &$this,
            hull: &Hull,
            at: &Point,
            mask: Contents,
            work: &mut Work,
            visit: &mut dyn FnMut(&Reached),
        ) {
            $backend.reached(hull, at, mask, work, visit);
        }

        #[inline]
        fn contents(&$this, at: &Point) -> Contents {
            $backend.contents(at)
        }

        #[inline]
        fn supports(&$this, hull: &Hull) -> bool {
            $backend.supports(hull)
        }

        #[inline]
        fn declares(&$this) -> Declaration {
            $backend.declares()
        }

        #[inline]
        fn facts(&$this) -> &BuildFacts {
            $backend.facts()
        }
    };
}

macro_rules! pointers {
    ($($type:ty),+) => {$(
        impl<B: CollisionBackend + ?Sized> CollisionBackend for $type {
            #[inline]
            fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
                (**self).trace(sweep, work)
            }

            #[inline]
            fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
                (**self).trace_turned(sweep, rotation, work)
            }

            #[inline]
            fn left_over(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Option<Plane> {
                (**self).left_over(sweep, rotation, work)
            }

            fn question(&self, sweep: &Sweep) -> Option<Question> {
                (**self).question(sweep)
            }

            pass_on_all_but_sweeps!(self, (**self));
        }
    )+};
}

pointers!(Box<B>, Arc<B>, &B);

/// A backend whose sweeps a function answers: to note them, or to plant a fault. All other questions go to the backend behind it.
/// Sweeps against turned models come to the function too, in the model's frame.
pub struct WithTrace<B, F> {
    backend: B,
    trace: F,
}

impl<B, F: Fn(&B, &Sweep, &mut Work) -> Trace> WithTrace<B, F> {
    /// The function gets the backend behind it, the sweep, and the caller's counters.
    pub fn new(backend: B, trace: F) -> Self {
        Self { backend, trace }
    }
}

impl<B: CollisionBackend, F: Fn(&B, &Sweep, &mut Work) -> Trace + Send + Sync> CollisionBackend
    for WithTrace<B, F>
{
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        (self.trace)(&self.backend, sweep, work)
    }

    pass_on_all_but_sweeps!(self, self.backend);
}
