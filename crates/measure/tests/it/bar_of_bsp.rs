//! All of `bsp`'s departures from exact geometry on five maps are Quake III's by its model.
use clipmark_measure::bar::{BarOptions, measure};
use clipmark_movement::profile_named;
use clipmark_record::bar::{Answers, Sizes};
use clipmark_record::causes::Cause;
use clipmark_record::faults::Fault;
use clipmark_record::rules::Rule;
use clipmark_scene::load_world;
use std::path::Path;

const MAPS: [&str; 5] = ["oa_dm1", "aggressor", "oa_rpg3dm2", "oa_shouse", "islandctf"];

/// Sweeps, at random and from rest, that geometry calls wrong and Quake III gives too. The engine takes the planes of a brush or
/// of a facet, bevels among them, for the surface. More of them would mean that the rule excuses more. More of them would be a
/// rule that lets more through.
const BY_PLANES: [usize; 2] = [37, 15];
/// Sweeps, at random and from rest, that pass a patch of oa_rpg3dm2 which the map's tree does not name everywhere.
const BY_TREE: [usize; 2] = [2, 0];

/// Random sweeps and sweeps from rest on some maps, all together.
fn asked(maps: &[&str]) -> [Answers; 2] {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let maps = maps.iter().map(|name| {
        let world = load_world(&format!("maps/{name}.bsp"), &scenes).unwrap();
        ((*name).to_owned(), world)
    });
    let options = BarOptions {
        contestants: &["bsp".parse().unwrap()],
        profile: *profile_named("quake3").unwrap(),
        hull: None,
        // Those of the README's table, without the players.
        sizes: Sizes {
            sweeps: 100_000,
            rest: 12_000,
            hulls: 0,
            walkers: 1,
            ticks: 1,
        },
        seed: 1,
    };
    let book = measure(maps.collect(), &options, &mut |_, _, _| {}).unwrap();
    let sum = |of: &dyn Fn(&clipmark_record::bar::BarRow) -> Answers| {
        let all = book.rows.iter().map(of);
        all.fold(Answers::default(), |sum, part| sum.and(&part))
    };
    [sum(&|r| r.random), sum(&|r| r.resting())]
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn what_bsp_does_otherwise_than_geometry_is_quake3s() {
    let [random, rest] = asked(&MAPS);
    for (part, a) in [random, rest].into_iter().enumerate() {
        let of = |fault| a.faults[fault];
        assert_eq!(
            [of(Fault::Missed) + of(Fault::TooDeep), a.causes[Cause::ByTree]],
            [BY_TREE[part]; 2],
            "{a:?}"
        );
        let others = [
            Fault::MissedFromTouch,
            Fault::Phantom,
            Fault::WrongNormal,
            Fault::WrongContents,
            Fault::WrongStart,
        ];
        assert_eq!(others.map(of), [0; 5], "{a:?}");
        assert_eq!(a.rules.sum(&[Rule::Bevel, Rule::Patch]), BY_PLANES[part], "{a:?}");
    }
    assert!(
        random.causes[Cause::PhantomOffBevel] > 0 && random.causes[Cause::PhantomNoBevel] > 0,
        "{random:?}"
    );
    assert!(rest.faults[Fault::StoppedAlong] > 0, "{rest:?}");
}

/// Maps with the most answers excused by their brushes' planes, and the two maps whose trees leave brushes out most.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn what_bsp_does_on_the_worst_maps_is_quake3s_or_laid_to_their_trees() {
    let given = asked(&["wrackdm17", "oa_koth1", "oacmpdm8"]);
    for a in given {
        assert_eq!(
            [
                a.faults[Fault::WrongNormal],
                a.faults[Fault::WrongContents],
                a.faults[Fault::WrongStart],
                a.faults[Fault::Phantom]
            ],
            [0; 4],
            "{a:?}"
        );
    }
    let [random, rest] = given;
    assert!(
        random.causes[Cause::NormalAtGiven] > 0 && random.causes[Cause::StartAtGiven] > 0,
        "{random:?}"
    );
    assert!(
        rest.causes[Cause::NormalAtGiven] > 0 && rest.causes[Cause::StartAtGiven] > 0,
        "{rest:?}"
    );
    let [random, _] = asked(&["oacmpdm5", "oa_dm6"]);
    let by_tree = [
        random.faults[Fault::Missed],
        random.faults[Fault::TooDeep],
        random.faults[Fault::WrongPlace],
    ];
    assert!(
        by_tree.iter().all(|n| *n <= random.causes[Cause::ByTree]) && random.causes[Cause::ByTree] > 0,
        "{random:?}"
    );
}
