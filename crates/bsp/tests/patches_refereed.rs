//! Curved patches of real maps, judged by exact geometry: sweeps that begin near one.

#![allow(clippy::unwrap_used, reason = "tests")]

use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Point, World};
use clipmark_truth::{FaultClass, Reference, judge};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Sweeps on each map and hull. In 40,000 no class below changed but in proportion.
const SWEEPS: usize = 10_000;
/// How far from a control point a sweep begins, at most, per axis, and how long it is, in units.
const NEAR: f32 = 100.0;
const LENGTH: f32 = 108.0;

fn map(name: &str) -> World {
    let file = format!("../../scenes/maps/{name}.bsp");
    clipmark_scene::load_world(&file, std::path::Path::new("")).unwrap()
}

/// How many answers of a backend belong to each class, judged with the patches of the world.
fn classes(world: &World, backend: &dyn CollisionBackend, hull: Hull) -> impl Fn(FaultClass) -> usize {
    let truth = Reference::build(world, Contents::PLAYER_MASK).for_backend(&hull, backend);
    let declared = backend.declares();
    let mut rng = Pcg32::seed_from_u64(7);
    let mut found = Vec::new();
    let mut asked = 0;
    while asked < SWEEPS {
        let patch = &world.patches[rng.random_range(0..world.patches.len())];
        let at = patch.points[rng.random_range(0..patch.points.len())];
        let start = at.map(|x| x + rng.random_range(-NEAR..NEAR));
        if truth.overlaps(&start.cast()) {
            continue;
        }
        let end: Point = start.map(|x| x + rng.random_range(-LENGTH..LENGTH));
        let sweep = Sweep::new(hull, start, end);
        let trace = backend.trace(&sweep, &mut Work::silent());
        found.extend(judge(&truth, &sweep, &trace, &declared).classes());
        asked += 1;
    }
    move |class| found.iter().filter(|c| **c == class).count()
}

#[test]
#[ignore = "needs the fetched maps (scenes/fetch-maps.sh)"]
fn facets_stop_where_the_exact_surface_does_but_for_the_engines_rules() {
    for name in ["oacmpdm8", "slimefac", "oa_rpg3dm2"] {
        let world = map(name);
        let bsp = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let count = classes(&world, &bsp, Hull::quake3_player());
        for class in [
            FaultClass::Missed,
            FaultClass::MissedFromTouch,
            FaultClass::Penetrating,
            FaultClass::StartSolid,
        ] {
            assert_eq!(count(class), 0, "{name}: {}", class.name());
        }
        // One at a brush of oa_rpg3dm2 that lacks a bevel in 40,000.
        assert!(count(FaultClass::Phantom) <= 1, "{name}");
        assert!(count(FaultClass::WrongNormal) <= 1, "{name}");
        if name == "oacmpdm8" {
            let by_rule = count(FaultClass::PatchRule);
            assert!(by_rule > 0 && by_rule < SWEEPS / 100, "{by_rule}");
        }
    }
}

#[test]
#[ignore = "needs the fetched maps (scenes/fetch-maps.sh)"]
fn a_backend_without_the_patches_of_a_map_is_found_out() {
    let world = map("oacmpdm8");
    let bare = BspBackend::build(&world.clone().without_patches(), TraceRules::QUAKE3).unwrap();
    let count = classes(&world, &bare, Hull::quake3_player());
    assert!(
        count(FaultClass::Missed) > SWEEPS / 100,
        "{}",
        count(FaultClass::Missed)
    );
}
