//! The bar tells players that stand still by law from stuck ones, for `bvh` alone as in company.
use crate::bar::{cases, count};
use clipmark_measure::bar::Sizes;
use clipmark_rows::Check;
use clipmark_scene::load_world;
use std::path::Path;

/// Asked alone, `bvh` has the map's patches as triangles, which the reference mover does not know. It must get the patches.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn who_is_asked_alone_is_held_by_the_same_law() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let held = |contestants: &[&str]| {
        let world = load_world("maps/oa_rpg3dm2.bsp", &scenes).unwrap();
        let sizes = Sizes {
            sweeps: 100,
            rest: 16,
            hulls: 0,
            walkers: 20,
            ticks: 1500,
        };
        let rows = cases("oa_rpg3dm2", world, contestants, sizes).remove(0).rows;
        [Check::StandsStill, Check::HeldByLaw].map(|check| count(&rows, check))
    };
    let (alone, beside) = (held(&["bvh"]), held(&["bvh", "bsp"]));
    assert!(alone == beside && alone[1] > 0, "{alone:?} {beside:?}");
}
