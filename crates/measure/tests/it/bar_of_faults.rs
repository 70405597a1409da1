//! Classes of fault that only questions beside a first sweep show: an answer that changes when asked again, and depth and
//! contacts in a solid. The bar and the scene verdict count them with the fault planted, and none without.
use clipmark_measure::bar::{BarOptions, measure};
use clipmark_measure::{Contestant, Options, compare};
use clipmark_movement::profile_named;
use clipmark_record::bar::{Answers, Sizes};
use clipmark_record::faults::Fault;
use clipmark_scene::Scene;
use std::path::Path;

fn scene() -> Scene {
    Scene::load(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/judges.ron")).unwrap()
}

/// The bar's counts of a contestant on the judges' scene.
fn bar(contestant: &str) -> Answers {
    let scene = scene();
    let options = BarOptions {
        contestants: &[contestant.parse::<Contestant>().unwrap()],
        profile: *profile_named("quake3").unwrap(),
        hull: None,
        sizes: Sizes {
            sweeps: 12_000,
            rest: 2_400,
            hulls: 0,
            walkers: 1,
            ticks: 1,
        },
        seed: 1,
    };
    let maps = vec![(scene.name.clone(), scene.world().unwrap())];
    let row = measure(maps, &options, &mut |_, _, _| ()).unwrap().rows.remove(0);
    row.random.and(&row.resting())
}

#[test]
fn sound_contestants_answer_alike_and_know_how_deep_they_are() {
    for contestant in ["bvh", "bsp"] {
        let answers = bar(contestant);
        assert_eq!(
            (answers.faults[Fault::Changed], answers.faults[Fault::WrongPlace]),
            (0, 0),
            "{contestant}"
        );
    }
}

#[test]
fn an_answer_that_changes_when_asked_again_is_counted() {
    let answers = bar("bvh~nondeterministic");
    assert!(
        answers.faults[Fault::Changed] > 0 && answers.faults[Fault::Changed] < 30,
        "{answers:?}"
    );
    assert_eq!(answers.broken(), ["another answer when asked again"]);
}

#[test]
fn a_depth_or_a_contact_that_is_short_is_counted() {
    for (contestant, least) in [("bvh~half-depth", 100), ("bvh~corner-contact", 0)] {
        let answers = bar(contestant);
        assert!(
            answers.faults[Fault::WrongPlace] > least,
            "{contestant}: {answers:?}"
        );
        assert_eq!(answers.broken(), ["depth or contacts"], "{contestant}");
    }
}

#[test]
fn the_scene_verdict_counts_the_same_classes() {
    for (contestant, class) in [
        ("bvh~nondeterministic", "changed"),
        ("bvh~silent-code", "changed"),
        ("bvh~half-depth", "wrong_place"),
    ] {
        let options = Options {
            contestants: Some(vec![contestant.to_owned()]),
            quick: true,
            ..Options::default()
        };
        let comparison = compare(&scene(), &options, &mut |_, _, _| ()).unwrap();
        let entry = &comparison.contestants[0];
        let found: Vec<&str> = entry.faults().map(|(class, _)| class.key).collect();
        assert!(found.contains(&class), "{contestant}: {found:?}");
    }
}
