//! Every backend can be shared between threads and gives each of them the same bits.

use crate::support::questions::{self, Caller, kinds};
use clipmark::internals::bsp::{BspBackend, TutorialBackend, ViaBvhBackend};
use clipmark::internals::bvh::{BvhBackend, StockBackend};
use clipmark::internals::collision::{CollisionBackend, TraceRules};
use clipmark::internals::cylinder::CylinderBackend;
use clipmark::internals::geometry::{Hull, World};
use clipmark::internals::measure::sweeps::Line;

/// More than most machines have cores, so that they also interrupt each other.
const THREADS: usize = 8;

/// Compiles only if it holds.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<BspBackend>();
    shared::<ViaBvhBackend>();
    shared::<TutorialBackend>();
    shared::<BvhBackend>();
    shared::<StockBackend>();
    shared::<CylinderBackend>();
    shared::<Box<dyn CollisionBackend>>();
};

/// A caller's answers to all lines, begun at line `first`, in the order of the lines.
fn answers(backend: &dyn CollisionBackend, hull: &Hull, lines: &[Line], first: usize) -> Vec<u64> {
    let mut caller = Caller::new();
    let mut all: Vec<u64> = (0..lines.len())
        .map(|i| caller.ask(backend, hull, &lines[(first + i) % lines.len()]))
        .collect();
    all.rotate_right(first);
    all
}

/// Every thread asks everything, each begun elsewhere, and all at once.
fn assert_threads_agree(world: &World, lines: &[Line], what: &str) {
    for kind in kinds() {
        let backend = kind.build(world, TraceRules::QUAKE3).unwrap();
        let backend = &*backend;
        for hull in questions::hulls(backend) {
            let alone = answers(backend, &hull, lines, 0);
            std::thread::scope(|scope| {
                let ask = |i: usize| {
                    let hull = &hull;
                    scope.spawn(move || answers(backend, hull, lines, lines.len() * i / THREADS))
                };
                let threads: Vec<_> = (0..THREADS).map(ask).collect();
                for thread in threads {
                    let together = thread.join().unwrap();
                    let other = (0..lines.len()).find(|&i| together[i] != alone[i]);
                    assert_eq!(
                        other.map(|i| lines[i]),
                        None,
                        "{} on {what}, {}: another answer",
                        kind.name(),
                        hull.kind()
                    );
                }
            });
        }
    }
}

#[test]
fn threads_agree_on_a_scene() {
    let (setting, lines) = questions::scene("corners", 400);
    assert_threads_agree(&setting.world, &lines, "corners");
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn threads_agree_on_a_map_with_patches() {
    let (world, lines) = questions::map("oacmpdm8", 3000);
    assert!(!world.patches.is_empty());
    assert_threads_agree(&world, &lines, "oacmpdm8");
}
