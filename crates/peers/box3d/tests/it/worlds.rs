//! More worlds than a process of Box3D's has room for.

use clipmark_adapter::PLAIN;
use clipmark_box3d::Box3dBackend;
use clipmark_collision::{CollisionBackend, Status, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Point, World};
use std::sync::Barrier;
use std::thread::scope;

/// The plans of a map with 66 moving parts. On two threads they are more than Box3D's 128 worlds.
const PLANS: u8 = 67;

/// A block whose top is at `height` units.
fn backend(height: u8) -> Box3dBackend {
    let (mins, maxs) = (
        Point::new(-64.0, -64.0, -64.0),
        Point::new(64.0, 64.0, f32::from(height)),
    );
    let block = Brush::from_box(mins, maxs, Contents::SOLID).unwrap();
    let world = World::of_brushes("block", vec![block]);
    Box3dBackend::build(&world, TraceRules::QUAKE3, PLAIN).unwrap()
}

fn ask(backends: &[Box3dBackend]) -> Vec<Trace> {
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::new(1.0, 2.0, 200.0),
        Point::new(9.0, 3.0, -100.0),
    );
    let asked = backends
        .iter()
        .map(|backend| backend.trace(&sweep, &mut Work::default()));
    asked.collect()
}

/// A thread drops the worlds that it did not ask for longest, and has the same answers by those that it builds again.
#[test]
fn two_threads_ask_more_plans_than_there_are_worlds() {
    let backends: Vec<Box3dBackend> = (0..PLANS).map(backend).collect();
    let by_one = ask(&backends);
    assert!(by_one.iter().all(|trace| trace.status == Status::Converged));
    let heights = by_one.windows(2).all(|pair| pair[0].end.z < pair[1].end.z);
    assert!(heights, "each block is met at its own height");
    let barrier = Barrier::new(2);
    let twice = || {
        barrier.wait();
        [ask(&backends), ask(&backends)]
    };
    let by_two = scope(|scope| [scope.spawn(twice), scope.spawn(twice)].map(|thread| thread.join().unwrap()));
    for answers in by_two.iter().flatten() {
        assert_eq!(*answers, by_one);
    }
}
