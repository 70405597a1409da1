//! Models of the original engines: the answers that an engine's own rule allows for a sweep.
//!
//! A model is a plain loop in f64 over all solids, without a tree. It shares no code with a backend. f32 rounds an engine's
//! comparisons, so a model knows for each comparison both ways that rounding may turn it. It says of an answer whether the
//! engine could have given it: ties are a set, not an order. `crates/referee/tests/it/engines.rs` holds each model against
//! answers recorded from its engine.

pub(crate) mod by_rounding;
mod quake3;

pub use quake3::Quake3;

use crate::frame::Frame;
use clipmark_geometry::{Brush, Patch, World};
use std::sync::OnceLock;

/// The models of a world: their sources, and the models made so far. Each is made when first asked for.
#[derive(Debug)]
pub(crate) struct Engines {
    /// The rigid world, and then the models that are placed and turned.
    parts: Vec<Colliding>,
    quake3: OnceLock<Quake3>,
}

/// What collides of a world or a model, in its own frame.
#[derive(Debug)]
struct Colliding {
    brushes: Vec<Brush>,
    patches: Vec<Patch>,
    frame: Frame,
    /// The first brush and patch have these numbers.
    first: [usize; 2],
}

impl Engines {
    /// The models of a world.
    pub(crate) fn new(world: &World) -> Self {
        let mut engines = Self {
            parts: Vec::new(),
            quake3: OnceLock::new(),
        };
        engines.add(&world.brushes, &world.patches, Frame::HOME);
        engines
    }

    /// Adds brushes and patches in a frame. They are numbered after all that there are.
    pub(crate) fn add(&mut self, brushes: &[Brush], patches: &[Patch], frame: Frame) {
        let first = self.parts.last().map_or([0; 2], |last| {
            let [brush, patch] = last.first;
            [brush + last.brushes.len(), patch + last.patches.len()]
        });
        self.parts.push(Colliding {
            brushes: brushes.to_vec(),
            patches: patches.to_vec(),
            frame,
            first,
        });
    }

    pub(crate) fn quake3(&self) -> &Quake3 {
        self.quake3.get_or_init(|| {
            let mut quake3 = Quake3::default();
            for part in &self.parts {
                quake3.add(&part.brushes, &part.patches, part.frame, part.first);
            }
            quake3
        })
    }
}
