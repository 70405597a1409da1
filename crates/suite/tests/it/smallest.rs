//! The scene that shows a failure is as small as it can be, and still shows it.
use clipmark_measure::Contestant;
use clipmark_rows::Case;
use clipmark_scene::{Scene, Shape, Step, WorldSource};
use clipmark_suite::controllers::{at, measure, smallest};

/// Fails on a step of 19 u, which it may not climb: the walker as it was printed in 2006.
const FAILS: &str = "cylinder:literal";
const WITNESS: &str = "bsp";

fn course() -> Scene {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scenes/controllers/step-19.ron"
    );
    at(&Scene::load(file).unwrap(), 60.0)
}

fn shapes(scene: &Scene) -> &[Shape] {
    match &scene.world {
        WorldSource::Shapes(shapes) => shapes,
        _ => &[],
    }
}

fn named(name: &str) -> Contestant {
    name.parse().unwrap()
}

fn cells(scene: &Scene) -> Vec<Case> {
    let both = [named(FAILS), named(WITNESS)];
    let scenes = std::slice::from_ref(scene);
    measure(scenes, &both, &[60.0], &mut |_, _, _| ()).unwrap().cases
}

#[test]
fn what_does_not_matter_is_left_out_and_what_does_stays() {
    let mut course = course();
    let far = Shape::Box {
        min: [300.0, 200.0, 100.0],
        max: [320.0, 220.0, 120.0],
    };
    let WorldSource::Shapes(all) = &mut course.world else {
        panic!("a course of shapes")
    };
    all.push(far.clone());
    let before = cells(&course);
    let check = before[0].failures()[0].check;
    assert!(before[1].is_passed(), "the witness passes");
    let small = smallest(&course, named(FAILS), named(WITNESS));
    assert!(!shapes(&small).contains(&far));
    assert!(small.input.len() < course.input.len(), "{:?}", small.input);
    let after = cells(&small);
    assert_eq!(after[0].failures()[0].check, check);
    assert!(after[1].is_passed());
    let is_step = |s: &Shape| matches!(s, Shape::Box { max, .. } if max[2] == 19.0);
    assert!(
        shapes(&small).iter().any(is_step),
        "without its step there is no failure"
    );
}

#[test]
fn of_a_repetition_only_the_turns_that_matter_stay() {
    let once = smallest(&course(), named(FAILS), named(WITNESS));
    let mut again = course();
    again.input = vec![Step::Repeat {
        times: 3,
        steps: again.input,
    }];
    let small = smallest(&again, named(FAILS), named(WITNESS));
    assert_eq!(small.input, once.input);
}

#[test]
fn who_fails_nothing_keeps_the_whole_course() {
    let course = course();
    assert_eq!(smallest(&course, named(WITNESS), named(WITNESS)), course);
}
