//! Classes of fault that only questions beside a first sweep show: an answer that changes when asked again, and depth and
//! contacts in a solid. The bar and the scene verdict count them with the fault planted, and none without.
use crate::bar::{cases, count, failed};
use clipmark_measure::bar::Sizes;
use clipmark_measure::{Options, compare};
use clipmark_rows::{Case, Check};
use clipmark_scene::Scene;
use std::path::Path;

pub(crate) fn scene() -> Scene {
    Scene::load(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/judges.ron")).unwrap()
}

/// The bar's case of a contestant on the judges' scene.
fn bar(contestant: &str) -> Case {
    let scene = scene();
    let sizes = Sizes {
        sweeps: 12_000,
        rest: 2_400,
        hulls: 0,
        walkers: 1,
        ticks: 1,
    };
    cases(&scene.name, scene.world().unwrap(), &[contestant], sizes).remove(0)
}

#[test]
fn sound_contestants_answer_alike_and_know_how_deep_they_are() {
    for contestant in ["bvh", "bsp"] {
        let rows = bar(contestant).rows;
        let found = [Check::Changed, Check::WrongPlace].map(|check| count(&rows, check));
        assert_eq!(found, [0, 0], "{contestant}");
    }
}

#[test]
fn an_answer_that_changes_when_asked_again_is_counted() {
    let rows = bar("bvh~nondeterministic").rows;
    let changed = count(&rows, Check::Changed);
    assert!(changed > 0 && changed < 30, "{rows:?}");
    assert_eq!(failed(&rows), [Check::Changed]);
}

#[test]
fn a_depth_or_a_contact_that_is_short_is_counted() {
    for (contestant, least) in [("bvh~half-depth", 100), ("bvh~corner-contact", 0)] {
        let rows = bar(contestant).rows;
        assert!(count(&rows, Check::WrongPlace) > least, "{contestant}: {rows:?}");
        assert_eq!(failed(&rows), [Check::WrongPlace], "{contestant}");
    }
}

#[test]
fn the_scene_verdict_counts_the_same_classes() {
    for (contestant, check) in [
        ("bvh~nondeterministic", Check::Changed),
        ("bvh~silent-code", Check::Changed),
        ("bvh~half-depth", Check::WrongPlace),
    ] {
        let options = Options {
            contestants: Some(vec![contestant.to_owned()]),
            quick: true,
            ..Options::default()
        };
        let comparison = compare(&scene(), &options, &mut |_, _, _| ()).unwrap();
        let case = &comparison.results.cases[0];
        let mut found = case.failures().into_iter();
        assert!(found.any(|row| row.check == check), "{}", case.describe());
    }
}
