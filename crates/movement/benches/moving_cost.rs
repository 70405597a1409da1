//! The cost of a world that can move.
//!
//! `moving_cost MAP.bsp TICKS [rigid|moving]` plays the same keys in a map of Quake III without its movers and with them. It
//! prints the nanoseconds of a tick, frames included. `moving_cost placed` prints `trace/placed/...`: a sweep along a floor with
//! no model placed, with far models, and with near ones. It also prints the time to set 64 poses. For instruction counts run it
//! under `valgrind --tool=callgrind` with two numbers of ticks; the difference is the ticks'.

use clipmark_bsp::BspBackend;
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::{BuildError, CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Model, Placement, PlacementId, Point, Pose, Vec3, World};
use clipmark_movement::moving::Quake3Parts;
use clipmark_movement::push::quake3::{Cast, Quake3Setup, Quake3World};
use clipmark_movement::{Body, OwnMover, Profile, ProfileError, Setup, UserCmd, profile_named, tick};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

type Any = Box<dyn CollisionBackend>;

/// A tick, in milliseconds.
const MSEC: f32 = 8.0;
/// Players join when the level is this old, in milliseconds.
const JOINS_AT: i32 = 1400;
/// A spawn is on the floor's level; who enters is this much higher, in units.
const LIFT: f32 = 9.0;
/// Passes; the best counts.
const PASSES: u32 = 7;
/// Sweeps of a pass.
const SWEEPS: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match args.first().map(String::as_str) {
        None => Ok(()),
        Some("placed") => placed(),
        Some(map) => ticks(map, &args),
    }
}

fn build(world: &World) -> Result<Any, BuildError> {
    Ok(Box::new(BspBackend::build(world, TraceRules::QUAKE3)?))
}

/// Runs, turns and jumps.
fn keys(k: usize) -> UserCmd {
    UserCmd {
        msec: MSEC,
        forward: 127.0,
        up: if k % 100 < 10 { 127.0 } else { 0.0 },
        yaw: (k as f32 * 0.7) % 360.0,
        ..UserCmd::default()
    }
}

fn ticks(map: &str, args: &[String]) -> Result<(), Box<dyn Error>> {
    let count: usize = args.get(1).map_or(Ok(20_000), |s| s.parse())?;
    let which = args.get(2).map_or("both", String::as_str);
    let profile: Profile = *profile_named("quake3").ok_or_else(|| ProfileError::no_profile("quake3"))?;
    let mut world = clipmark_scene::sources::read_map(map, &std::fs::read(map)?)?;
    world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
    let spawn = world.spawns.first().ok_or("the map has no spawn")?;
    let start = Body::at(spawn.origin + Vec3::z() * LIFT);
    if which != "moving" {
        let backend = build(&world)?;
        let setup = Setup::new(profile, OwnMover::Slide, &*backend);
        let mut work = Work::silent();
        report("rigid", count, &mut || {
            let mut body = start;
            for k in 0..count {
                tick(&*backend, &setup, &mut body, &keys(k), &mut work)?;
            }
            Ok(body)
        })?;
    }
    if which != "rigid" {
        let bounds = |number: usize| world.models.get(number.checked_sub(1)?).map(|m| m.bounds);
        let parts = Quake3Parts::of_map(&world.entities, bounds);
        let setup = Quake3Setup {
            profile,
            cast: Cast::of_parts(&parts),
            players: 1,
            god: true,
            start_msec: JOINS_AT,
        };
        let mut moving = Quake3World::new(&world, &parts, &setup, build)?;
        report("moving", count, &mut || {
            moving.rewind();
            moving.enter(0, &start, 0.0);
            for k in 0..count {
                moving.advance(JOINS_AT + (k as i32 + 1) * MSEC as i32);
                moving.play_keys(0, &keys(k))?;
                moving.take_events();
            }
            Ok(moving.players()[0].body)
        })?;
    }
    Ok(())
}

type Played = Result<Body, Box<dyn Error>>;

fn report(name: &str, count: usize, play: &mut dyn FnMut() -> Played) -> Result<(), Box<dyn Error>> {
    let (mut best, mut hash) = (f64::INFINITY, 0);
    for _ in 0..PASSES {
        let clock = Instant::now();
        hash = play()?.state_hash(0);
        best = best.min(clock.elapsed().as_nanos() as f64 / count as f64);
    }
    say(&format!(
        "{name:8} {best:8.1} ns a tick, ends in state {hash:016x}"
    ));
    Ok(())
}

fn placed() -> Result<(), Box<dyn Error>> {
    let block = |at: Point, size: f32| Brush::from_box(at, at + Vec3::repeat(size), Contents::SOLID);
    let floor = Brush::from_box(
        Point::new(-8192.0, -8192.0, -64.0),
        Point::new(8192.0, 8192.0, 0.0),
        Contents::SOLID,
    )?;
    let mut world = World::of_brushes("floor", vec![floor]);
    world.models = vec![Model::of_brushes("*1", vec![block(Point::origin(), 32.0)?])];
    let hull = Hull::quake3_player();
    world.bodies = vec![hull.bounds()];
    let sweeps: Vec<Sweep> = (0..SWEEPS)
        .map(|k| {
            let at = Point::new(
                (k % 211) as f32 - 100.0,
                (k % 97) as f32 - 50.0,
                24.0 + (k % 13) as f32,
            );
            Sweep::new(hull, at, at + Vec3::new((k % 7) as f32, 2.0, -((k % 5) as f32)))
        })
        .collect();
    let rigid = build(&world)?;
    time("trace/placed/rigid backend", &sweeps, &*rigid);
    let mut placed = Placed::build(&world, PlacedRules::QUAKE3, build)?;
    time("trace/placed/none", &sweeps, &placed);
    for (name, count, from) in [
        ("trace/placed/64, none near", 64_u16, 2000.0),
        ("trace/placed/4,096, none near", 4096, 2000.0),
        ("trace/placed/64, some near", 64, -100.0),
    ] {
        placed.place(&grid(count, from));
        time(name, &sweeps, &placed);
    }
    placed.place(&grid(64, 2000.0));
    let mut best = f64::INFINITY;
    for pass in 0..1000_u16 {
        let clock = Instant::now();
        for (i, mut placement) in grid(64, 2000.0).into_iter().enumerate() {
            placement.pose.origin.z += f32::from(pass % 16);
            placed.set(PlacementId::of_index(i), placement);
        }
        best = best.min(clock.elapsed().as_nanos() as f64 / 1000.0);
    }
    say(&format!("{:32} {best:8.2} us", "poses/64 set"));
    Ok(())
}

/// `count` blocks in a square that begins at x = y = `from`, 64 u apart.
fn grid(count: u16, from: f32) -> Vec<Placement> {
    let side = f32::from(count).sqrt().ceil() as u16;
    let at = |i: u16| {
        let place = |n: u16| from + f32::from(n) * 64.0;
        Point::new(place(i % side), place(i / side), 0.0)
    };
    (0..count)
        .map(|i| Placement {
            model: 0,
            pose: Pose::at(at(i)),
        })
        .collect()
}

fn time(name: &str, sweeps: &[Sweep], backend: &dyn CollisionBackend) {
    let mut work = Work::silent();
    let mut best = f64::INFINITY;
    for _ in 0..PASSES * 10 {
        let clock = Instant::now();
        for sweep in sweeps {
            black_box(backend.trace(black_box(sweep), &mut work));
        }
        best = best.min(clock.elapsed().as_nanos() as f64 / sweeps.len() as f64);
    }
    say(&format!("{name:32} {best:8.1} ns"));
}

#[expect(clippy::print_stdout, reason = "a tool's result")]
fn say(line: &str) {
    println!("{line}");
}
