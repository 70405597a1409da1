//! What `bsp` does otherwise than exact geometry on five maps is put down to its cause: none of it is left over.
use clipmark_measure::bar::{Asking, measure};
use clipmark_movement::profile_named;
use clipmark_record::bar::{Answers, Sizes};
use clipmark_record::causes::Cause;
use clipmark_record::faults::Fault;
use clipmark_record::rules::Rule;
use clipmark_scene::load_world;
use std::path::Path;

const MAPS: [&str; 5] = ["oa_dm1", "aggressor", "oa_rpg3dm2", "oa_shouse", "islandctf"];

/// Sweeps, at random and from rest, that `bsp` lets pass through a brush by the engine's rule about bevels: each starts behind
/// all planes that the map gives the brush (in rational numbers; four of them but for less than 0.00005 u), though not in
/// the brush, since its bevels are missing or stand off. They start on surfaces where brushes meet end to end. More of them
/// would be a rule that lets more through. One random sweep more touches a brush and cuts the edge of its neighbour.
const BY_BEVEL_RULE: [usize; 2] = [4, 10];

/// ... that it stops at the edge of a curved patch from behind or lets pass a piece of one, by the engine's rule. More of them
/// would be a rule that lets more through. (A sixth from rest slides along a piece to rounding, which may stop it by the law for all.)
const BY_PATCH_RULE: [usize; 2] = [29, 5];

/// Random sweeps and sweeps from rest on some maps, all together.
fn asked(maps: &[&str]) -> [Answers; 2] {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let maps = maps.iter().map(|name| {
        let world = load_world(&format!("maps/{name}.bsp"), &scenes).unwrap();
        ((*name).to_owned(), world)
    });
    let asking = Asking {
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
    let book = measure(maps.collect(), &asking, &mut |_, _, _| {}).unwrap();
    let sum = |of: &dyn Fn(&clipmark_record::bar::BarRow) -> Answers| {
        let all = book.rows.iter().map(of);
        all.fold(Answers::default(), |sum, part| sum.and(&part))
    };
    [sum(&|r| r.random), sum(&|r| r.resting())]
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn bsp_stops_wrongly_only_at_bevels_of_the_maps_and_names_no_wrong_surface() {
    let [random, rest] = asked(&MAPS);
    for (part, a) in [random, rest].into_iter().enumerate() {
        assert_eq!(
            [
                a.faults[Fault::Missed],
                a.faults[Fault::MissedFromTouch],
                a.faults[Fault::TooDeep]
            ],
            [0; 3],
            "{a:?}"
        );
        assert_eq!(a.rules[Rule::Bevel], BY_BEVEL_RULE[part], "{a:?}");
        assert_eq!(a.rules[Rule::Patch], BY_PATCH_RULE[part], "{a:?}");
        assert_eq!(a.faults[Fault::WrongNormal], 0, "{a:?}");
        assert_eq!(
            a.faults[Fault::Phantom],
            a.causes[Cause::PhantomOffBevel] + a.causes[Cause::PhantomNoBevel],
            "{a:?}"
        );
    }
    assert!(
        random.causes[Cause::PhantomOffBevel] > 0 && random.causes[Cause::PhantomNoBevel] > 0,
        "{random:?}"
    );
    assert!(rest.faults[Fault::StoppedAlong] > 0, "{rest:?}");
}

/// Maps with most of what is laid to the planes that they give their brushes, and the two whose trees leave brushes out most.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn what_bsp_does_wrongly_on_the_worst_maps_is_laid_to_their_planes_or_trees() {
    let given = asked(&["wrackdm17", "oa_koth1", "oacmpdm8"]);
    for a in given {
        assert_eq!(
            a.faults[Fault::WrongNormal],
            a.causes[Cause::NormalAtGiven],
            "{a:?}"
        );
        assert_eq!(
            a.faults[Fault::WrongContents],
            a.causes[Cause::ContentsAtGiven],
            "{a:?}"
        );
        assert_eq!(
            a.faults[Fault::WrongStart],
            a.causes[Cause::StartAtGiven],
            "{a:?}"
        );
        assert_eq!(
            a.faults[Fault::Phantom],
            a.causes[Cause::PhantomOffBevel] + a.causes[Cause::PhantomNoBevel],
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
        random.faults[Fault::Missed] - random.causes[Cause::MissedFromSkin],
        random.faults[Fault::TooDeep] - random.causes[Cause::DeepAtCorner],
        random.faults[Fault::WrongPlace],
    ];
    assert!(
        by_tree.iter().all(|n| *n <= random.causes[Cause::ByTree]) && random.causes[Cause::ByTree] > 0,
        "{random:?}"
    );
}
