//! No backend allocates once it is warm, neither for an answer nor in a tick, and its reported memory is right. Counted by an
//! allocator that counts for each thread by itself.

use crate::support;
use crate::support::questions::{self, Caller, kinds};
use allocation_counter::measure;
use clipmark::internals::collision::{CollisionBackend, TraceRules, Work};
use clipmark::internals::geometry::World;
use clipmark::internals::measure::{BackendKind, sweeps::Line};
use clipmark::internals::movement::{Body, OwnMover, Setup, UserCmd, WalkerVariant, profile_named, tick};
use std::hint::black_box;

/// Largest error of a backend's own report, as a share of its memory. The memory in parry's shapes can only be estimated, and
/// names and sentences are not counted. Too large, and reports understate; too small is only a nuisance.
const UNCOUNTED: f64 = 0.1;

/// Our own. Stock parry is left out. Its contact query makes a new EPA, with its lists, each time that it is called.
fn ours() -> impl Iterator<Item = BackendKind> {
    kinds().filter(|kind| !kind.is_stock())
}

/// After how many questions of `all` a backend has to be warm. Scratch that is as large as the world is so after one. EPA's
/// memory, which parry owns and `bvh` keeps, grows to the largest polytope met so far.
fn warm_up(kind: BackendKind, all: usize) -> usize {
    match kind.name() {
        "bvh" | "bvh:planes" => all,
        _ => 1,
    }
}

/// Asks until warm, then everything, and counts the allocations.
fn assert_answers_allocate_nothing(world: &World, lines: &[Line], what: &str) {
    for kind in ours() {
        let backend = kind.build(world, TraceRules::QUAKE3).unwrap();
        for hull in questions::hulls(&*backend) {
            let mut caller = Caller::new();
            for line in &lines[..warm_up(kind, lines.len())] {
                black_box(caller.ask(&*backend, &hull, line));
            }
            for line in lines {
                let counted = measure(|| {
                    black_box(caller.ask(&*backend, &hull, line));
                });
                assert_eq!(
                    counted.count_total,
                    0,
                    "{} on {what}, {}: {line:?} allocates {} bytes",
                    kind.name(),
                    hull.kind(),
                    counted.bytes_total
                );
            }
        }
    }
}

/// Walks, runs and jumps in turns, twice over; counts the second time's allocations.
fn assert_ticks_allocate_nothing(world: &World, start: Body, what: &str) {
    let profile = *profile_named("quake3").unwrap();
    let key = profile.full_key;
    let command = |i: usize| UserCmd {
        msec: 8.0,
        forward: key,
        up: if i % 100 < 10 { key } else { 0.0 },
        yaw: (i as f32 * 1.7) % 360.0,
        ..UserCmd::default()
    };
    for kind in ours() {
        for mover in [OwnMover::Slide, OwnMover::Pair(WalkerVariant::Improved)] {
            let backend = kind.build(world, profile.trace_rules).unwrap();
            let setup = Setup::new(profile, mover, &*backend);
            let mut work = Work::silent();
            let mut run = || {
                let mut body = start;
                for i in 0..500 {
                    tick(&*backend, &setup, &mut body, &command(i), &mut work).unwrap();
                }
                body.state_hash(0)
            };
            let first = run();
            let mut second = 0;
            let counted = measure(|| second = run());
            assert_eq!(first, second, "{} on {what}: another run", kind.name());
            assert_eq!(
                counted.count_total,
                0,
                "{}+{} on {what}: a run allocates {} bytes",
                kind.name(),
                mover.kind().name,
                counted.bytes_total
            );
        }
    }
}

/// A built backend, the bytes that it keeps, and the most bytes held during its build, by the allocator.
fn held(kind: BackendKind, world: &World) -> (Box<dyn CollisionBackend>, usize, usize) {
    let mut backend = None;
    let counted = measure(|| backend = Some(kind.build(world, TraceRules::QUAKE3).unwrap()));
    let held = usize::try_from(counted.bytes_current).unwrap();
    (
        backend.unwrap(),
        held,
        usize::try_from(counted.bytes_max).unwrap(),
    )
}

#[test]
fn answers_allocate_nothing() {
    for name in ["corners", "v-groove"] {
        let (setting, lines) = questions::scene(name, 300);
        assert_answers_allocate_nothing(&setting.world, &lines, name);
    }
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn answers_on_a_map_with_patches_allocate_nothing() {
    let (world, lines) = questions::map("slimefac", 2000);
    assert!(!world.patches.is_empty());
    assert_answers_allocate_nothing(&world, &lines, "slimefac");
}

#[test]
fn ticks_allocate_nothing() {
    let (setting, _) = questions::scene("corners", 1);
    assert_ticks_allocate_nothing(&setting.world, setting.start, "corners");
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn ticks_on_a_map_with_patches_allocate_nothing() {
    let world = support::map("slimefac");
    let mut start = Body::at(world.spawns[0].origin);
    start.origin.z += 9.0;
    assert_ticks_allocate_nothing(&world, start, "slimefac");
}

#[test]
#[ignore = "long: needs a fetched map (scenes/fetch-maps.sh)"]
fn lengthy_the_largest_map_fits_in_ten_megabytes() {
    const MEGABYTE: f64 = 1e6;
    let world = support::map("islandctf");
    for kind in kinds() {
        let (backend, held, peak) = held(kind, &world);
        let facts = backend.facts();
        println!(
            "{:>13}: {:6.2} MB held ({:.2} by its own account), {:6.2} MB at most while built, built in {:.1} ms",
            kind.name(),
            held as f64 / MEGABYTE,
            facts.bytes as f64 / MEGABYTE,
            peak as f64 / MEGABYTE,
            facts.build_time.as_secs_f64() * 1e3
        );
        let account = facts.bytes as f64 / held as f64;
        assert!((1.0 - account).abs() < UNCOUNTED, "{}: {account}", kind.name());
        if matches!(kind.name(), "bsp" | "bsp:via-bvh") {
            assert!((peak as f64) < 10.0 * MEGABYTE, "{}: {peak} bytes", kind.name());
        }
    }
}
