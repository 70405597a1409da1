//! Asks a backend random sweeps in a generated town or on a map, and prints the time. Under valgrind it counts instructions and
//! cache misses.
//!
//! ```sh
//! cargo build --release -p clipmark-measure --features tools --example misses
//! target/release/examples/misses bsp 100000 2000 5
//! valgrind --tool=callgrind --cache-sim=yes --D1=49152,12,64 --LL=1048576,16,64 '--toggle-collect=*misses::measured*' \
//!     target/release/examples/misses bsp 10000 2000 1 16-256
//! ```
//!
//! Arguments: backend, brushes of a town or a map's file, sweeps a class, passes, and optionally one class of length. Each sweep
//! is asked once before it is measured. Maps are taken without curved patches. With `LL` as large as a second-level cache its
//! misses are that cache's. With lines of 4,096 bytes the two caches stand for the two that keep page addresses.
//!
//! With a last argument `wait` the tool waits for a line once the world is built. Under `--instr-atstart=no` a large town is
//! built sooner, and `callgrind_control -i on` begins the count.
#![allow(
    clippy::print_stdout,
    reason = "a tool for developers, which says what it found on standard output"
)]

use clipmark_collision::clock::Instant;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Aabb, Contents, Hull, Point, Vec3};
use clipmark_measure::BackendKind;
use clipmark_measure::grow::Town;
use clipmark_measure::uniform::{LENGTHS, draw};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::error::Error;
use std::hint::black_box;
use std::io::BufRead;
use std::ops::Range;
use std::path::Path;

/// Sweeps start below this height, in units, as those of `compare grow`.
const SKY: f32 = 320.0;
/// Sweeps timed between two readings of the clock.
const SHARE: usize = 100;
/// Seed of town and sweeps.
const SEED: u64 = 1;

#[inline(never)]
fn measured(backend: &dyn CollisionBackend, sweeps: &[Sweep], work: &mut Work) {
    for sweep in sweeps {
        black_box(backend.trace(black_box(sweep), work));
    }
}

/// From free places anywhere in the world, below the sky.
fn drawn(bounds: Aabb, backend: &dyn CollisionBackend, lengths: &Range<f32>, count: usize) -> Vec<Sweep> {
    let (hull, mask) = (Hull::quake3_player(), Contents::PLAYER_MASK);
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let mut work = Work::silent();
    let mut sweeps = Vec::with_capacity(count);
    while sweeps.len() < count {
        let mut between = |from: f32, to: f32| from + random.random_range(0.0..1.0f32) * (to - from);
        let [x, y] = [0, 1].map(|k| between(bounds.mins[k], bounds.maxs[k]));
        let start = Point::new(x, y, between(0.0, SKY));
        let to = Vec3::from_fn(|_, _| between(-1.0, 1.0));
        let length = between(lengths.start, lengths.end);
        let is_direction = (0.1..=1.0).contains(&to.norm());
        if is_direction && backend.overlap(&hull, &start, mask, &mut work).is_none() {
            let sweep = Sweep::new(hull, start, start + to.normalize() * length);
            sweeps.push(sweep.against(mask));
        }
    }
    sweeps
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [backend, world, count, passes, rest @ ..] = &args[..] else {
        return Err("usage: misses BACKEND BRUSHES|MAP SWEEPS PASSES [CLASS] [wait]".into());
    };
    let (count, passes): (usize, usize) = (count.parse()?, passes.parse()?);
    let kind = BackendKind::named(backend)?;
    let mut lines: Option<[Vec<[Point; 2]>; 3]> = None;
    let (backend, bounds, brushes) = if let Ok(brushes) = world.parse() {
        let mut town = Town::of(brushes, SEED)?;
        let world = town.world_with_spawns();
        (kind.build(world, TraceRules::QUAKE3)?, world.bounds, brushes)
    } else {
        let world = clipmark_scene::load_world(world, Path::new("."))?.without_patches();
        let drawn = |lengths| draw(&world, Contents::PLAYER_MASK, lengths, count, SEED);
        lines = Some(LENGTHS.each_ref().map(drawn));
        let built = kind.build(&world, TraceRules::QUAKE3)?;
        (built, world.bounds, world.brushes.len())
    };
    let facts = backend.facts();
    println!(
        "{brushes} brushes, {} bytes a brush, built in {:.2} s",
        facts.bytes / brushes,
        facts.build_time.as_secs_f64()
    );
    for (at, lengths) in LENGTHS.iter().enumerate() {
        let class = format!("{}-{}", lengths.start, lengths.end);
        if rest.first().is_some_and(|only| only != "wait" && *only != class) {
            continue;
        }
        let sweeps: Vec<Sweep> = match &lines {
            None => drawn(bounds, &*backend, lengths, count),
            Some(lines) => lines[at]
                .iter()
                .map(|[a, b]| Sweep::new(Hull::quake3_player(), *a, *b))
                .collect(),
        };
        if rest.last().is_some_and(|last| last == "wait") {
            println!("ready");
            std::io::stdin().lock().read_line(&mut String::new())?;
        }
        let mut work = Work::counting();
        let mut hash = 0_u64;
        for sweep in &sweeps {
            for bits in backend.trace(sweep, &mut work).bits() {
                hash = (hash ^ u64::from(bits)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        let counts = work.take_counts();
        let each = |n: u64| n as f64 / sweeps.len() as f64;
        let mut work = Work::silent();
        // Each share of the sweeps is timed alone: a share is shorter than a thread's slice of a busy processor.
        let mut best = vec![f64::INFINITY; sweeps.len().div_ceil(SHARE)];
        for _ in 0..passes {
            for (share, best) in sweeps.chunks(SHARE).zip(&mut best) {
                let began = Instant::now();
                measured(&*backend, share, &mut work);
                *best = best.min(began.elapsed().as_secs_f64());
            }
        }
        let best: f64 = best.iter().sum();
        println!(
            "{class}: nodes {:.2}, brushes {:.2}, planes {:.2}, at best {:.1} ns a trace, answers {hash:016x}",
            each(counts.nodes),
            each(counts.primitives),
            each(counts.planes),
            best * 1e9 / sweeps.len() as f64
        );
    }
    Ok(())
}
