//! Backends with one thing broken, to see that detectors find it: `bsp` behind a function that spoils its answers.

pub(crate) mod faults;
pub(crate) mod walker;
pub(crate) mod worlds;

use clipmark_bsp::BspBackend;
use clipmark_collision::*;
use clipmark_geometry::{Aabb, Contents, Hull, Point, World};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Spoils an answer.
pub(crate) type Spoil = fn(&Spoilt, &Sweep, Trace) -> Trace;

/// A sound backend with its traces spoilt.
pub(crate) struct Spoilt {
    pub(crate) sound: BspBackend,
    spoil: Spoil,
    calls: AtomicUsize,
    /// The bounds of the first brush of its world.
    pub(crate) first: Aabb,
}

impl Spoilt {
    pub(crate) fn build(world: &World, rules: TraceRules, spoil: Spoil) -> Self {
        Self {
            sound: BspBackend::build(world, rules).unwrap(),
            spoil,
            calls: AtomicUsize::new(0),
            first: world.brushes.first().map_or(Aabb::EMPTY, |b| b.bounds),
        }
    }

    /// How many traces were asked for before this one.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

impl CollisionBackend for Spoilt {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        let answer = (self.spoil)(self, sweep, self.sound.trace(sweep, work));
        self.calls.fetch_add(1, Ordering::Relaxed);
        answer
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        self.sound.overlap(hull, at, mask, work)
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
        self.sound.contacts(hull, at, margin, mask, out, work);
    }

    fn contents(&self, at: &Point) -> Contents {
        self.sound.contents(at)
    }

    fn declares(&self) -> Declaration {
        self.sound.declares()
    }

    fn facts(&self) -> &BuildFacts {
        self.sound.facts()
    }
}
