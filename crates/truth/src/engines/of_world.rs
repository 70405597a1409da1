//! The models of a world, each made when first asked for.

use super::Quake3;
use clipmark_geometry::World;
use std::sync::OnceLock;

/// The sources of the models, and the models made so far.
#[derive(Debug)]
pub(crate) struct Engines {
    /// The colliding parts: brushes and patches, by their numbers in the world.
    world: World,
    quake3: OnceLock<Quake3>,
}

impl Engines {
    /// The models of a world.
    pub(crate) fn of(world: &World) -> Self {
        let world = World {
            brushes: world.brushes.clone(),
            patches: world.patches.clone(),
            ..World::default()
        };
        let quake3 = OnceLock::new();
        Self { world, quake3 }
    }

    pub(crate) fn quake3(&self) -> &Quake3 {
        self.quake3.get_or_init(|| Quake3::build(&self.world))
    }
}
