//! A world that notes the bodies that a body bumps into, and its ground.

use crate::command::CommandError;
use crate::facts::TickFacts;
use crate::space::{Space, asks_backend};
use crate::tick::{TickInput, TickSpace, tick_anywhere};
use clipmark_collision::{CollisionBackend, Contact, Penetration, Reached, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, PlacementId, Point};
use std::cell::Cell;

/// Most different bodies that one command may bump into and be told of.
const MOST: usize = 32;

/// A body's hits in a command.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    touched: [Option<PlacementId>; MOST],
    count: usize,
    ground: Option<PlacementId>,
    stood: u32,
}

impl Met {
    /// The placed models met, in the order of meeting, each once.
    pub(crate) fn touched(&self) -> impl Iterator<Item = PlacementId> + Clone + '_ {
        self.touched[..self.count].iter().flatten().copied()
    }

    /// The body's last ground.
    pub(crate) fn ground(&self) -> Option<PlacementId> {
        self.ground
    }

    /// How often the body was found to stand on something.
    pub(crate) fn times_stood(&self) -> u32 {
        self.stood
    }

    /// Notes a model that was met.
    pub(crate) fn touch(&mut self, model: Option<PlacementId>) {
        let known = self.touched[..self.count].contains(&model);
        if model.is_some() && !known && self.count < MOST {
            self.touched[self.count] = model;
            self.count += 1;
        }
    }
}

/// A backend for a body that must know its hits.
pub(crate) struct Watched<'a, B> {
    backend: &'a B,
    met: Cell<Met>,
    ground: Cell<Option<PlacementId>>,
    stood: Cell<u32>,
    /// Placements from this number on cannot be stood on.
    held_before: usize,
}

impl<'a, B: CollisionBackend> Watched<'a, B> {
    pub(crate) fn new(backend: &'a B) -> Self {
        Self {
            backend,
            met: Cell::default(),
            ground: Cell::default(),
            stood: Cell::default(),
            held_before: usize::MAX,
        }
    }

    /// The same where placements from that number on cannot be stood on.
    pub(crate) fn held_before(self, held_before: usize) -> Self {
        Self { held_before, ..self }
    }

    pub(crate) fn met(&self) -> Met {
        Met {
            ground: self.ground.get(),
            stood: self.stood.get(),
            ..self.met.get()
        }
    }
}

impl<B: CollisionBackend> Space for Watched<'_, B> {
    asks_backend!(self, self.backend);

    fn bumped(&self, trace: &Trace) {
        // It is nearly always the rigid world: then the hit is not copied.
        if trace.model.is_none() {
            return;
        }
        let mut met = self.met.get();
        met.touch(trace.model);
        self.met.set(met);
    }

    fn holds(&self, trace: &Trace) -> bool {
        trace.model.is_none_or(|id| id.index() < self.held_before)
    }

    fn stands_on(&self, trace: &Trace) {
        self.bumped(trace);
        self.ground.set(trace.model);
        self.stood.set(self.stood.get() + 1);
    }
}

impl<B: CollisionBackend> TickSpace for Watched<'_, B> {
    fn tick(&self, call: TickInput<f32>) -> Result<TickFacts, CommandError> {
        tick_anywhere(self, call)
    }
}
