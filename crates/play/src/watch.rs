//! A backend that notes the sweeps it is asked, for the trace fans of a page.
//!
//! A tick depends on nothing but body, command and answers. So the last tick of a contestant is played once more on this,
//! and the live one pays nothing. A controller of another library asks our backend only about liquids and ground.

use clipmark_collision::{
    BuildFacts, CollisionBackend, Contact, Declaration, Penetration, Reached, Status, Sweep, Trace, Work,
};
use clipmark_geometry::{Contents, Hull, Point};
use std::sync::{Mutex, PoisonError};

/// Passes every question on and keeps the sweeps with their answers.
pub(crate) struct Watch<'a> {
    backend: &'a dyn CollisionBackend,
    seen: Mutex<Vec<(Sweep, Trace)>>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(backend: &'a dyn CollisionBackend) -> Self {
        Self {
            backend,
            seen: Mutex::default(),
        }
    }

    /// Questions, in order.
    pub(crate) fn seen(self) -> Vec<(Sweep, Trace)> {
        self.seen.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CollisionBackend for Watch<'_> {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        let trace = self.backend.trace(sweep, work);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.push((*sweep, trace));
        trace
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        self.backend.overlap(hull, at, mask, work)
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
        self.backend.contacts(hull, at, margin, mask, out, work);
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        self.backend.occupied(hull, at, mask, work)
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        self.backend.reached(hull, at, mask, work, visit);
    }

    fn contents(&self, at: &Point) -> Contents {
        self.backend.contents(at)
    }

    fn supports(&self, hull: &Hull) -> bool {
        self.backend.supports(hull)
    }

    fn declares(&self) -> Declaration {
        self.backend.declares()
    }

    fn facts(&self) -> &BuildFacts {
        self.backend.facts()
    }
}
