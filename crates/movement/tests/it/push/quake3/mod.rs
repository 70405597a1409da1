//! Worlds of Quake III.

mod acting;
mod carrying;
mod hostile;
mod pushing;

use super::{brush, entity, world};
use clipmark_bsp::BspBackend;
use clipmark_collision::TraceRules;
use clipmark_geometry::{Contents, MapEntity, Point, Vec3, World};
use clipmark_movement::moving::Quake3Parts;
use clipmark_movement::moving::quake3::{
    Entities, EntityPart, Event, MoverState, Quake3Command, Quake3Setup, Quake3World, Stage,
};
use clipmark_movement::profile_named;
use std::ops::{Deref, DerefMut};

/// When players join, and the length of a frame, in milliseconds.
const START: i32 = 1400;
const FRAME: i32 = 8;
/// Feet of a player that rests on a floor at 0, a skin above it.
const RESTS: f32 = 24.125;

/// A world and its time, in milliseconds.
struct Moving {
    world: Quake3World<BspBackend>,
    now: i32,
}

impl Moving {
    fn of(world: Quake3World<BspBackend>) -> Self {
        Self { world, now: START }
    }

    /// Plays the world's part of a frame.
    fn step(&mut self) {
        self.now += FRAME;
        self.world.advance(self.now);
    }

    fn mover(&self, mover: usize) -> MoverState {
        *self.movers().nth(mover).unwrap()
    }
}

impl Deref for Moving {
    type Target = Quake3World<BspBackend>;

    fn deref(&self) -> &Self::Target {
        &self.world
    }
}

impl DerefMut for Moving {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.world
    }
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
        entities: Entities::of_parts(&parts),
        players,
        god: true,
        start_msec: START,
    };
    let world = Quake3World::new(world, &parts, &setup, |w| {
        BspBackend::build(w, TraceRules::QUAKE3)
    })
    .unwrap();
    Moving::of(world)
}

fn moving(world: &World, players: usize) -> Moving {
    moving_by("quake3", world, players)
}

/// Plays a frame in which all players stand still.
fn frame(world: &mut Moving) {
    world.step();
    stand(world);
}

fn stand(world: &mut Moving) {
    for player in 0..world.players().len() {
        let command = Quake3Command {
            server_msec: world.now,
            ..Quake3Command::default()
        };
        world.command(player, &command).unwrap();
    }
}

fn place(world: &Moving, mover: usize) -> Vec3 {
    world.mover(mover).origin
}

const LIFT: [[f32; 3]; 2] = [[-64.0, -64.0, -128.0], [64.0, 64.0, 0.5]];

fn lift(speed: &str) -> MapEntity {
    entity(
        3,
        "func_door",
        &format!("model *1; angle -1; lip 28.5; speed {speed}; targetname lift"),
    )
}
