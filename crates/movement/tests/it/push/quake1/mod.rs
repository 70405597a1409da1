//! Worlds of QuakeWorld and of Quake of 1996.

mod carrying;
mod pushing;

use super::entity;
use clipmark_bsp::BspBackend;
use clipmark_geometry::{Brush, MapEntity, Point, World};
use clipmark_movement::moving::Quake1Parts;
use clipmark_movement::moving::quake1::{PusherState, Quake1Setup, Quake1World};
use clipmark_movement::{ArrivalRule, FrameOrder, Profile, UserCmd, profile_named};
use std::ops::{Deref, DerefMut};

const ENGINES: [&str; 2] = ["quakeworld", "netquake"];
/// Feet of a player that rests on a floor at 0, a skin above it.
const RESTS: f32 = 24.03125;

/// A world, and whether its players move before it does.
struct Moving {
    world: Quake1World<BspBackend>,
    players_first: bool,
}

impl Moving {
    fn pusher(&self, pusher: usize) -> PusherState {
        *self.pushers().nth(pusher).unwrap()
    }
}

impl Deref for Moving {
    type Target = Quake1World<BspBackend>;

    fn deref(&self) -> &Self::Target {
        &self.world
    }
}

impl DerefMut for Moving {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.world
    }
}

/// Files have models a unit smaller.
fn world(solids: Vec<Brush>, models: &[[[f32; 3]; 2]], entities: Vec<MapEntity>) -> World {
    let mut world = super::world(solids, models, entities);
    for model in &mut world.models {
        model.bounds = model.bounds.grown(-1.0);
    }
    world
}

fn parts(world: &World) -> Quake1Parts {
    let bounds = |n: usize| world.models.get(n.wrapping_sub(1)).map(|m| m.bounds);
    Quake1Parts::of_map(&world.entities, bounds)
}

fn moving(profile: &str, world: &World, players: usize) -> Moving {
    moving_by(*profile_named(profile).unwrap(), world, players)
}

/// A world of a profile that may be altered.
fn moving_by(profile: Profile, world: &World, players: usize) -> Moving {
    let parts = parts(world);
    assert!(parts.left_out.is_empty(), "{:?}", parts.left_out);
    let setup = Quake1Setup {
        profile,
        least_step: None,
        numbers: parts
            .parts
            .iter()
            .map(|p| (40 + p.model as i32, p.model))
            .collect(),
        arrivals: Vec::new(),
        players,
        start: None,
    };
    let world = Quake1World::new(world, &parts, &setup, |w| {
        BspBackend::build(w, profile.trace_rules)
    });
    Moving {
        world: world.unwrap(),
        players_first: profile.moving.frame == FrameOrder::PlayersFirst,
    }
}

/// Plays a frame of a 72nd of a second in which all players stand still.
fn frame(world: &mut Moving) {
    const TICK: f64 = 1.0 / 72.0;
    let still = UserCmd {
        msec: 1000.0 / 72.0,
        ..UserCmd::default()
    };
    if !world.players_first {
        world.advance(TICK);
    }
    for player in 0..world.players().len() {
        world.command(player, &still).unwrap();
    }
    if world.players_first {
        world.advance_after_players(TICK);
    }
}

fn frames(world: &mut Moving, seconds: f32) {
    (0..(seconds * 72.0) as usize).for_each(|_| frame(world));
}
