//! The clean toy with one thing broken, chosen by a function that spoils an answer.

use super::clean::{self, Clean};
use clipmark_collision::*;
use clipmark_geometry::{Contents, Hull, Point, World};
use std::sync::atomic::{AtomicU32, Ordering};

type Spoil<A> = fn(&Broken, &Sweep, &Work, A) -> A;

/// The broken methods; everything else is passed on.
#[derive(Clone, Copy)]
pub(crate) struct Faults {
    pub(crate) world: fn(&mut World),
    pub(crate) trace: Spoil<Trace>,
    pub(crate) overlap: Spoil<Option<Penetration>>,
    pub(crate) contacts: fn(&mut Vec<Contact>),
    pub(crate) contents: fn(Contents) -> Contents,
    pub(crate) declaration: fn(&mut Declaration),
}

pub(crate) const SOUND: Faults = Faults {
    world: |_| {},
    trace: |_, _, _, t| t,
    overlap: |_, _, _, p| p,
    contacts: |_| {},
    contents: |c| c,
    declaration: |_| {},
};

pub(crate) struct Broken {
    pub(crate) clean: Clean,
    faults: Faults,
    facts: Facts,
    calls: AtomicU32,
}

impl Broken {
    pub(crate) fn build(world: &World, rules: TraceRules, faults: Faults) -> Self {
        let mut world = world.clone();
        (faults.world)(&mut world);
        let clean = clean::build(&world, rules);
        let mut facts = clean.facts().clone();
        (faults.declaration)(&mut facts.declaration);
        Self {
            clean,
            faults,
            facts,
            calls: AtomicU32::new(0),
        }
    }

    /// How often a trace was asked for, this time included.
    pub(crate) fn count_call(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

impl CollisionBackend for Broken {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        let answer = self.clean.trace(sweep, work);
        (self.faults.trace)(self, sweep, work, answer)
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let answer = self.clean.overlap(hull, at, mask, work);
        let here = Sweep::new(*hull, *at, *at).against(mask);
        (self.faults.overlap)(self, &here, work, answer)
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
        self.clean.contacts(hull, at, margin, mask, out, work);
        (self.faults.contacts)(out);
    }

    fn contents(&self, at: &Point) -> Contents {
        (self.faults.contents)(self.clean.contents(at))
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}
