//! Backends with one thing broken, to see that detectors find it: `bsp` behind a function that spoils its answers.

pub(crate) mod faults;
pub(crate) mod walker;
pub(crate) mod worlds;

use clipmark_bsp::BspBackend;
use clipmark_collision::*;
use clipmark_geometry::{Aabb, World};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Spoils an answer.
pub(crate) type Spoil = fn(&Spoilt, &Sweep, Trace) -> Trace;

/// What spoils the traces of a sound backend.
pub(crate) struct Spoilt {
    pub(crate) sound: Arc<BspBackend>,
    spoil: Spoil,
    calls: AtomicUsize,
    /// The bounds of the first brush of its world.
    pub(crate) first: Aabb,
}

/// A sound backend with its traces spoilt.
pub(crate) type SpoiltBackend = Altered<Arc<BspBackend>, Spoilt>;

impl Spoilt {
    pub(crate) fn build(world: &World, rules: TraceRules, spoil: Spoil) -> SpoiltBackend {
        let sound = Arc::new(BspBackend::build(world, rules).unwrap());
        let spoilt = Self {
            sound: Arc::clone(&sound),
            spoil,
            calls: AtomicUsize::new(0),
            first: world.brushes.first().map_or(Aabb::EMPTY, |b| b.bounds),
        };
        Altered::new(sound, spoilt)
    }

    /// How many traces were asked for before this one.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

impl Alter for Spoilt {
    fn trace(&self, sweep: &Sweep, work: &mut Work, ask: Ask) -> Trace {
        let answer = (self.spoil)(self, sweep, ask(sweep, work));
        self.calls.fetch_add(1, Ordering::Relaxed);
        answer
    }
}
