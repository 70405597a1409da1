//! What keeps `bsp` from the correctness bar on five maps is put down to its cause: none of it is left over.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_measure::bar::{Asking, measure};
use clipmark_movement::profile_named;
use clipmark_record::bar::{Answers, Sizes};
use clipmark_scene::load_world;
use std::path::Path;

const MAPS: [&str; 5] = ["oa_dm1", "aggressor", "oa_rpg3dm2", "oa_shouse", "islandctf"];

/// Sweeps straight through a surface, at random and from rest, that `bsp` lets pass although the referee does not count the
/// start as touching: it says that they start in a solid. Those looked at start 0.0002 u off a sloped surface where brushes
/// meet. Which of its planes rounds over is not known; until it is, they count as missed. In each: how
/// many are missed, and how many of them end in a solid.
const NEARLY_TOUCHING: [[usize; 2]; 2] = [[5, 5], [11, 10]];

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn bsp_stops_wrongly_only_at_bevels_of_the_maps_and_names_no_wrong_surface() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let maps = MAPS.map(|name| {
        let world = load_world(&format!("maps/{name}.bsp"), &scenes).unwrap();
        (name.to_owned(), world)
    });
    let asking = Asking {
        contestants: &["bsp".parse().unwrap()],
        profile: *profile_named("quake3").unwrap(),
        hull: None,
        // Those of the README's table, without the players.
        sizes: Sizes {
            sweeps: 100_000,
            rest: 12_000,
            walkers: 1,
            ticks: 1,
        },
        seed: 1,
    };
    let book = measure(maps.to_vec(), &asking, &mut |_, _, _| {}).unwrap();
    let sum = |of: &dyn Fn(&clipmark_record::bar::BarRow) -> Answers| {
        let all = book.rows.iter().map(of);
        all.fold(Answers::default(), |sum, part| sum.and(&part))
    };
    let (random, rest) = (sum(&|r| r.random), sum(&|r| r.resting()));
    for (a, passed) in [(random, NEARLY_TOUCHING[0]), (rest, NEARLY_TOUCHING[1])] {
        assert_eq!([a.missed, a.penetrating], passed, "{a:?}");
        assert_eq!(a.wrong_normal, 0, "{a:?}");
        assert_eq!(a.phantom, a.phantom_off_bevel + a.phantom_no_bevel, "{a:?}");
    }
    assert!(
        random.phantom_off_bevel > 0 && random.phantom_no_bevel > 0,
        "{random:?}"
    );
    assert!(rest.stopped_along > 0, "{rest:?}");
}
