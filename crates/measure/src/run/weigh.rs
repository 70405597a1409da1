//! Memory of a built backend, by the count of the C allocator, which serves Rust and C++ alike.
//!
//! The process is to be one of its own, started with [`ENVIRONMENT`]: any other allocation would count. The count is
//! `malloc_info(3)` of glibc, by the crate `malloc-info`. `mallinfo2(3)` gives the same without XML. But a program that calls it
//! does not link on systems older than glibc 2.33, and needs `unsafe` here.

use clipmark_collision::{BuildError, CollisionBackend, Sweep, Work};
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3, World};
use std::hint::black_box;

/// Environment of a process that counts: one arena, and no thread cache of freed blocks, which glibc counts as handed out.
pub const ENVIRONMENT: [(&str, &str); 2] = [
    ("MALLOC_ARENA_MAX", "1"),
    ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0"),
];

/// The count is tried on known memory: small blocks, by number and bytes, and one large enough for its own mapping.
const TRIED_BLOCKS: [usize; 2] = [256, 4096];
const TRIED_WHOLE: usize = 4 << 20;
/// The share of that by which it may be off: 16 bytes of a block are the allocator's, and a mapping ends with a page.
const TRIED_PART: f64 = 0.02;
/// Length of the sweep that is asked after the build, in units.
const ASKED_WAY: f32 = 64.0;

/// Builds a backend of a world.
pub type Build<'a> = &'a dyn Fn(&World) -> Result<Box<dyn CollisionBackend>, BuildError>;

/// Bytes that a backend holds when it is built and has answered a question. Memory that the build gave back does not count, and
/// neither does a library's setup for all of its worlds. `None` where this process's allocator cannot be asked.
///
/// # Errors
/// A world that the backend cannot use.
pub fn weigh(build: Build, world: &World) -> Result<Option<usize>, BuildError> {
    if !counts_right() {
        return Ok(None);
    }
    // A library that refuses a small world has already made its set-up.
    if let Ok(small) = build(&small_world()) {
        ask(&*small, world);
    }
    let before = handed_out();
    let backend = black_box(build(world)?);
    ask(&*backend, world);
    let after = handed_out();
    drop(backend);
    // Fewer than before: something of the small world went only now, and the backend holds next to nothing.
    Ok(after
        .zip(before)
        .map(|(after, before)| after.saturating_sub(before)))
}

/// One sweep of a body of the world, by the first shape that the backend knows: data built at the first question counts too.
pub(crate) fn ask(backend: &dyn CollisionBackend, world: &World) {
    let bounds = world.bodies.first().copied();
    let bodies = bounds.into_iter().flat_map(|bounds| {
        [
            Hull::Box { bounds },
            Hull::Capsule { bounds },
            Hull::Cylinder { bounds },
        ]
    });
    let Some(hull) = bodies
        .chain([Hull::Point])
        .find(|hull| backend.facts().supports(hull))
    else {
        return;
    };
    let middle = nalgebra::center(&world.bounds.mins, &world.bounds.maxs);
    let sweep = Sweep::new(hull, middle, middle + Vec3::z() * ASKED_WAY);
    if sweep.check().is_ok() {
        black_box(backend.trace(&sweep, &mut Work::silent()));
    }
}

/// A world of one box.
fn small_world() -> World {
    let corner = |x: f32| Point::new(x, x, x);
    let cube = Brush::from_box(corner(-16.0), corner(16.0), Contents::SOLID);
    World::of_brushes("small", cube.into_iter().collect())
}

/// Whether the allocator counts known memory right: not under another allocator, and not in old releases of glibc.
fn counts_right() -> bool {
    let [blocks, size] = TRIED_BLOCKS;
    let known = (blocks * size + TRIED_WHOLE) as f64;
    // The first call makes the set-up for calls.
    handed_out();
    let before = handed_out();
    let small: Vec<Vec<u8>> = black_box((0..blocks).map(|_| vec![1; size]).collect());
    let whole: Vec<u8> = black_box(vec![1; TRIED_WHOLE]);
    let during = handed_out();
    drop((small, whole));
    let after = handed_out();
    let [Some(before), Some(during), Some(after)] = [before, during, after].map(|n| n.map(|n| n as f64))
    else {
        return false;
    };
    let is_near = |came: f64| (came - known).abs() <= TRIED_PART * known;
    is_near(during - before) && is_near(during - after)
}

/// Bytes that the C allocator has handed out and not got back.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn handed_out() -> Option<usize> {
    use malloc_info::info::{SystemType, TotalType};
    let info = malloc_info::malloc_info().ok()?;
    let total = |kind: TotalType| -> usize {
        let own = info.total.iter().filter(|total| total.r#type == kind);
        own.map(|total| total.size).sum()
    };
    let heap = info.system.iter().find(|s| s.r#type == SystemType::Current)?.size;
    (heap + total(TotalType::Mmap)).checked_sub(total(TotalType::Fast) + total(TotalType::Rest))
}

/// Bytes that the C allocator has handed out and not got back: it cannot be asked.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn handed_out() -> Option<usize> {
    None
}
