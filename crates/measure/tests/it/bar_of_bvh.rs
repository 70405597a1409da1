//! The bar tells players that stand still by law from stuck ones, for `bvh` alone as in company.
use clipmark_measure::Contestant;
use clipmark_measure::bar::{BarOptions, measure};
use clipmark_movement::profile_named;
use clipmark_record::bar::Sizes;
use clipmark_scene::load_world;
use std::path::Path;

/// Asked alone, `bvh` has the map's patches as triangles, which the reference mover does not know. It must get the patches.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn who_is_asked_alone_is_held_by_the_same_law() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let held = |contestants: &[Contestant]| {
        let world = load_world("maps/oa_rpg3dm2.bsp", &scenes).unwrap();
        let options = BarOptions {
            contestants,
            profile: *profile_named("quake3").unwrap(),
            hull: None,
            sizes: Sizes {
                sweeps: 100,
                rest: 16,
                hulls: 0,
                walkers: 20,
                ticks: 1500,
            },
            seed: 1,
        };
        let book = measure(
            vec![("oa_rpg3dm2".to_owned(), world)],
            &options,
            &mut |_, _, _| {},
        )
        .unwrap();
        let walks = book.rows[0].walks;
        [walks.stuck_events, walks.held_by_law]
    };
    let [bvh, bsp] = ["bvh", "bsp"].map(|name| name.parse().unwrap());
    let (alone, beside) = (held(&[bvh]), held(&[bvh, bsp]));
    assert!(alone == beside && alone[1] > 0, "{alone:?} {beside:?}");
}
