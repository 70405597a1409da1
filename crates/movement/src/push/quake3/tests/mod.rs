//! Small worlds: carrying, pushing, blocking, turning round, and refusals.

mod acting;
mod carrying;
mod hostile;
mod pushing;

use super::*;
use crate::moving::Quake3Parts;
use crate::profile_named;
use clipmark_bsp::BspBackend;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Brush, Contents, MapEntity, Model, World};

type Moving = Quake3World<BspBackend>;

/// When players join, and the length of a frame, in milliseconds.
const START: i32 = 1400;
const FRAME: i32 = 8;
/// Feet of a player that rests on a floor at 0, a skin above it.
const RESTS: f32 = 24.125;

fn brush(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

fn entity(line: usize, keys: &[(&str, &str)]) -> MapEntity {
    let keys = keys.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    MapEntity {
        line,
        keys: keys.collect(),
    }
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

fn parts(world: &World) -> Quake3Parts {
    let bounds = |n: usize| world.models.get(n.wrapping_sub(1)).map(|m| m.bounds);
    Quake3Parts::of_map(&world.entities, bounds)
}

fn moving_by(profile: &str, world: &World, players: usize) -> Moving {
    let parts = parts(world);
    assert!(parts.left_out.is_empty(), "{:?}", parts.left_out);
    let setup = Quake3Setup {
        profile: *profile_named(profile).unwrap(),
        cast: Cast::of_parts(&parts),
        players,
        god: true,
        start_msec: START,
    };
    Quake3World::new(world, &parts, &setup, |w| {
        BspBackend::build(w, TraceRules::QUAKE3)
    })
    .unwrap()
}

fn moving(world: &World, players: usize) -> Moving {
    moving_by("quake3", world, players)
}

/// Plays a frame in which all players stand still.
fn frame(world: &mut Moving) {
    let msec = world.now + FRAME;
    world.advance(msec);
    stand(world, msec);
}

fn stand(world: &mut Moving, msec: i32) {
    for player in 0..world.players.len() {
        let command = Quake3Command {
            server_msec: msec,
            ..Quake3Command::default()
        };
        world.command(player, &command).unwrap();
    }
}

fn place(world: &Moving, mover: usize) -> Vec3 {
    world.movers[mover].origin
}

const LIFT: [[f32; 3]; 2] = [[-64.0, -64.0, -128.0], [64.0, 64.0, 0.5]];

fn lift(speed: &str) -> MapEntity {
    entity(
        3,
        &[
            ("classname", "func_door"),
            ("model", "*1"),
            ("angle", "-1"),
            ("lip", "28.5"),
            ("speed", speed),
            ("targetname", "lift"),
        ],
    )
}
