//! A backend whose answers are changed, or heard: the one decorator of the seam.

use crate::{CollisionBackend, Contact, Facts, Penetration, Reached, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, Point, Rotation};

/// Asks the backend behind a decorator a sweep: in the world, or in the frame of a turned model, as it was asked itself.
pub type Ask<'a> = &'a mut dyn FnMut(&Sweep, &mut Work) -> Trace;

/// What happens to each question and answer. Without a method nothing does.
pub trait Alter: Send + Sync {
    /// The hull that questions about a hull at rest are asked with. `Facts::supports` speaks of the hull as it was.
    fn hull(&self, hull: &Hull) -> Hull {
        *hull
    }

    /// Answers a sweep of either kind.
    fn trace(&self, sweep: &Sweep, work: &mut Work, ask: Ask) -> Trace {
        ask(sweep, work)
    }

    /// Answers one in the frame of a model that is turned so; like any other, unless the rotation matters.
    fn trace_turned(&self, sweep: &Sweep, _rotation: &Rotation, work: &mut Work, ask: Ask) -> Trace {
        self.trace(sweep, work, ask)
    }

    /// Changes the answer to the position test.
    fn overlap(&self, found: Option<Penetration>) -> Option<Penetration> {
        found
    }

    /// Changes the contacts of a question: those in the list from `first` on.
    fn contacts(&self, _list: &mut Vec<Contact>, _first: usize) {}

    /// Changes the contents of a point.
    fn contents(&self, _at: &Point, found: Contents) -> Contents {
        found
    }

    /// Changes whether a place is occupied.
    fn occupied(&self, found: Option<Status>) -> Option<Status> {
        found
    }

    /// Changes a polygon that reaches into a hull, or hides it.
    fn reached(&self, found: &Reached) -> Option<Reached> {
        Some(*found)
    }
}

/// A backend behind a decorator.
pub struct Altered<B, A> {
    backend: B,
    alter: A,
    facts: Facts,
}

impl<B: CollisionBackend, A: Alter> Altered<B, A> {
    /// The backend with its answers changed. It says of itself what it said before.
    pub fn new(backend: B, alter: A) -> Self {
        let facts = backend.facts().clone();
        Self {
            backend,
            alter,
            facts,
        }
    }

    /// The same, saying something else of itself.
    #[must_use]
    pub fn with_facts(self, change: impl FnOnce(&mut Facts)) -> Self {
        let mut facts = self.facts;
        change(&mut facts);
        Self { facts, ..self }
    }
}

/// Sweeps that a function answers: to hear them, or to spoil them.
pub struct WithTrace<F>(F);

impl<F: Fn(&Sweep, &mut Work, Ask) -> Trace + Send + Sync> Alter for WithTrace<F> {
    fn trace(&self, sweep: &Sweep, work: &mut Work, ask: Ask) -> Trace {
        (self.0)(sweep, work, ask)
    }
}

impl<B: CollisionBackend, F: Fn(&Sweep, &mut Work, Ask) -> Trace + Send + Sync> Altered<B, WithTrace<F>> {
    /// The backend with its sweeps answered by a function, and all else by itself.
    pub fn with_trace(backend: B, trace: F) -> Self {
        Self::new(backend, WithTrace(trace))
    }
}

impl<B: CollisionBackend, A: Alter> CollisionBackend for Altered<B, A> {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        self.alter
            .trace(sweep, work, &mut |sweep, work| self.backend.trace(sweep, work))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let hull = self.alter.hull(hull);
        self.alter.overlap(self.backend.overlap(&hull, at, mask, work))
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
        let (hull, first) = (self.alter.hull(hull), out.len());
        self.backend.contacts(&hull, at, margin, mask, out, work);
        self.alter.contacts(out, first);
    }

    fn contents(&self, at: &Point) -> Contents {
        self.alter.contents(at, self.backend.contents(at))
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        let hull = self.alter.hull(hull);
        self.alter.occupied(self.backend.occupied(&hull, at, mask, work))
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        let hull = self.alter.hull(hull);
        self.backend.reached(&hull, at, mask, work, &mut |found| {
            if let Some(found) = self.alter.reached(found) {
                visit(&found);
            }
        });
    }

    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
        self.alter
            .trace_turned(sweep, rotation, work, &mut |sweep, work| {
                self.backend.trace_turned(sweep, rotation, work)
            })
    }
}
