//! All of `bsp`'s departures from exact geometry on five maps are Quake III's by its model.
use crate::bar::{cases, count, rows_of};
use clipmark_measure::bar::Sizes;
use clipmark_rows::{Case, Check, Row};
use clipmark_scene::load_world;
use std::path::Path;

const MAPS: [&str; 5] = ["oa_dm1", "aggressor", "oa_rpg3dm2", "oa_shouse", "islandctf"];

/// Sweeps, at random and from rest, that geometry calls wrong and Quake III gives too. The engine takes the planes of a brush or
/// of a facet, bevels among them, for the surface. More of them would mean that the rule excuses more. More of them would be a
/// rule that lets more through.
const BY_PLANES: [u64; 2] = [37, 15];
/// Sweeps, at random and from rest, that pass a patch of oa_rpg3dm2 which the map's tree does not name everywhere.
const BY_TREE: [u64; 2] = [2, 0];

/// The rows of random sweeps and of sweeps from rest on some maps, all together.
fn asked(maps: &[&str]) -> [Vec<Row>; 2] {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    // Those of the README's table, without the players.
    let sizes = Sizes {
        sweeps: 100_000,
        rest: 12_000,
        hulls: 0,
        walkers: 1,
        ticks: 1,
    };
    let on = |name: &&str| {
        let world = load_world(&format!("maps/{name}.bsp"), &scenes).unwrap();
        cases(name, world, &["bsp"], sizes).remove(0)
    };
    let all: Vec<Case> = maps.iter().map(on).collect();
    ["random", "rest"].map(|questions| {
        let rows = all.iter().flat_map(|case| {
            rows_of(case, std::slice::from_ref(&questions))
                .cloned()
                .collect::<Vec<_>>()
        });
        rows.collect()
    })
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn what_bsp_does_otherwise_than_geometry_is_quake3s() {
    let [random, rest] = asked(&MAPS);
    for (part, rows) in [&random, &rest].into_iter().enumerate() {
        let of = |check| count(rows, check);
        assert_eq!(
            [
                of(Check::PassesThrough) + of(Check::EndsInSolid),
                of(Check::ByTree)
            ],
            [BY_TREE[part]; 2],
            "{rows:?}"
        );
        let others = [
            Check::PassesTouched,
            Check::StopsAtNothing,
            Check::WrongNormal,
            Check::WrongContents,
            Check::WrongStart,
        ];
        assert_eq!(others.map(of), [0; 5], "{rows:?}");
        assert_eq!(
            of(Check::BevelRule) + of(Check::PatchRule),
            BY_PLANES[part],
            "{rows:?}"
        );
    }
    let of = |check| count(&random, check);
    assert!(
        of(Check::PhantomOffBevel) > 0 && of(Check::PhantomNoBevel) > 0,
        "{random:?}"
    );
    assert!(count(&rest, Check::StoppedAlong) > 0, "{rest:?}");
}

/// Maps with the most answers excused by their brushes' planes, and the two maps whose trees leave brushes out most.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn what_bsp_does_on_the_worst_maps_is_quake3s_or_laid_to_their_trees() {
    for rows in asked(&["wrackdm17", "oa_koth1", "oacmpdm8"]) {
        let of = |check| count(&rows, check);
        let others = [
            Check::WrongNormal,
            Check::WrongContents,
            Check::WrongStart,
            Check::StopsAtNothing,
        ];
        assert_eq!(others.map(of), [0; 4], "{rows:?}");
        assert!(
            of(Check::NormalAtGiven) > 0 && of(Check::StartAtGiven) > 0,
            "{rows:?}"
        );
    }
    let [random, _] = asked(&["oacmpdm5", "oa_dm6"]);
    let of = |check| count(&random, check);
    let by_tree = [Check::PassesThrough, Check::EndsInSolid, Check::WrongPlace].map(of);
    assert!(
        by_tree.iter().all(|n| *n <= of(Check::ByTree)) && of(Check::ByTree) > 0,
        "{random:?}"
    );
}
