//! Models of the original engines: the answers that an engine's own rule allows for a sweep.
//!
//! A model is a plain loop in f64 over all solids, without a tree. It shares no code with a backend. f32 rounds an engine's
//! comparisons, so a model knows for each comparison both ways that rounding may turn it. It says of an answer whether the
//! engine could have given it: ties are a set, not an order. `crates/truth/tests/it/engines.rs` holds each model against
//! answers recorded from its engine.

pub(crate) mod by_rounding;
mod quake3;

pub use quake3::Quake3;

use crate::frame::Frame;
use clipmark_geometry::{Brush, Model, Patch, World};
use std::sync::OnceLock;

/// The models of a world: their sources, and the models made so far. Each is made when first asked for.
#[derive(Debug)]
pub(crate) struct Engines {
    /// The colliding parts: brushes and patches, by their numbers in the world.
    world: World,
    /// Models that are placed and turned.
    turned: Vec<TurnedModel>,
    quake3: OnceLock<Quake3>,
}

/// A turned model's colliding parts in its own frame.
#[derive(Debug)]
struct TurnedModel {
    world: World,
    frame: Frame,
    /// Its first brush and patch have these numbers.
    first: [usize; 2],
}

impl Engines {
    /// The models of a world.
    pub(crate) fn new(world: &World) -> Self {
        Self {
            world: parts(&world.brushes, &world.patches),
            turned: Vec::new(),
            quake3: OnceLock::new(),
        }
    }

    /// Adds a turned model. Its brushes and patches are numbered after all that there are.
    pub(crate) fn add(&mut self, model: &Model, frame: Frame) {
        let own = self.turned.iter().map(|t| &t.world).chain([&self.world]);
        let first = own.fold([0; 2], |[b, p], w| [b + w.brushes.len(), p + w.patches.len()]);
        self.turned.push(TurnedModel {
            world: parts(&model.brushes, &model.patches),
            frame,
            first,
        });
    }

    pub(crate) fn quake3(&self) -> &Quake3 {
        self.quake3.get_or_init(|| {
            let mut quake3 = Quake3::build(&self.world);
            for model in &self.turned {
                quake3.and_placed(&model.world, model.frame, model.first);
            }
            quake3
        })
    }
}

fn parts(brushes: &[Brush], patches: &[Patch]) -> World {
    World {
        brushes: brushes.to_vec(),
        patches: patches.to_vec(),
        ..World::default()
    }
}
