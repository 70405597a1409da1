//! Small worlds that move by themselves: carrying, pushing, blocking, turning round, and refusals.

mod quake1;
mod quake3;

use crate::hostile_entities::entity;
use clipmark_geometry::{Brush, Contents, MapEntity, Model, Point, World};

fn brush(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

/// A floor with its top at 0, other solids, a model for each box, and entities.
fn world(solids: Vec<Brush>, models: &[[[f32; 3]; 2]], entities: Vec<MapEntity>) -> World {
    let mut brushes = vec![brush([-2048.0, -2048.0, -64.0], [2048.0, 2048.0, 0.0])];
    brushes.extend(solids);
    let mut world = World::of_brushes("test", brushes);
    for (i, [mins, maxs]) in models.iter().enumerate() {
        let name = format!("*{}", i + 1);
        world
            .models
            .push(Model::of_brushes(name, vec![brush(*mins, *maxs)]));
    }
    world.entities = entities;
    world
}
