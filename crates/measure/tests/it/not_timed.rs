//! Timed answers must be the judged ones: a fault that shows only under the clock is a verdict on the contestant.

use clipmark_bsp::BspBackend;
use clipmark_collision::{Altered, CollisionBackend, TraceRules};
use clipmark_geometry::Vec3;
use clipmark_measure::{BuiltContestant, Options, compare_altered};
use clipmark_rows::drawn::Comparison;
use clipmark_rows::{Axis, Case, Check, End};
use clipmark_scene::Scene;
use std::sync::atomic::{AtomicUsize, Ordering};

const SCENE: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (64, 64, 0), max: (128, 128, 96)),
        Box(min: (-200, -100, 0), max: (-60, 100, 64)),
    ]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.4)],
    contestants: ["bsp", "bvh"],
    sweeps: 400,
)"#;

/// Whether a question is spoilt: of how many, asked with counting or without.
type When = fn(calls: usize, counting: bool) -> bool;

/// A backend that sometimes turns its normal by 0.01 degrees: far below the limit of a judge of normals.
fn turned(sound: BspBackend, when: When) -> impl CollisionBackend {
    let asked = AtomicUsize::new(0);
    Altered::with_trace(sound, move |sweep, work, ask| {
        let is_spoilt = when(asked.fetch_add(1, Ordering::Relaxed), work.is_counting());
        let mut answer = ask(sweep, work);
        if let Some(plane) = answer.plane.as_mut().filter(|_| is_spoilt) {
            plane.normal = (plane.normal + Vec3::new(1e-4, 1e-4, 0.0)).normalize();
        }
        answer
    })
}

/// The comparison with that fault in `bsp`.
fn comparison(when: When) -> Comparison {
    let scene = Scene::parse(SCENE, "blocks.ron").unwrap();
    let world = scene.world().unwrap();
    let options = Options {
        quick: true,
        ..Options::default()
    };
    let plant = |mut built: BuiltContestant| {
        if built.contestant.to_string() == "bsp" {
            let sound = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
            built.backend = Box::new(turned(sound, when));
        }
        built
    };
    compare_altered(&scene, &options, &mut |_, _, _| (), &plant).unwrap()
}

/// How often answers to these questions differ under the clock.
fn otherwise(case: &Case, of: &str) -> u64 {
    let mut rows = case.rows.iter().filter(|row| row.check == Check::OtherAnswer);
    let row = rows.find(|row| row.axes.get(Axis::Questions) == of);
    row.map_or(0, |row| row.failed)
}

#[test]
fn a_fault_in_silent_code_alone_voids_the_time_and_not_the_comparison() {
    let found = comparison(|_, counting| !counting);
    let [bsp, bvh] = &found.results.cases[..] else {
        panic!("two contestants")
    };
    let row = bsp
        .row(Check::OtherAnswer)
        .expect("the timed answers are not the judged ones");
    assert!(row.asked == 100 && row.failed > 10 && bsp.is_failed(), "{row:?}");
    assert!(!bsp.samples.contains_key(&Check::NsSweep) && bsp.row(Check::NsSweep).is_none());
    let drawn = &found.contestants[0];
    assert!(drawn.sweep_times.is_empty() && drawn.work_times.is_empty());
    // The run was played in silence too, so its ticks are the judged ones.
    assert!(otherwise(bsp, "ticks") == 0 && !bsp.samples[&Check::NsTick].is_empty());
    assert!(bvh.is_passed(), "{}", bvh.describe());
    // Nobody is left to compare with.
    assert_eq!(bvh.row(Check::TimesSweep).unwrap().value, Some(1.0));
}

#[test]
fn a_fault_after_many_questions_voids_the_ticks_too() {
    let judged = comparison(|_, _| false).results;
    assert!(judged.cases.iter().all(Case::is_passed), "{:?}", judged.cases);
    let found = comparison(|calls, _| calls > 800).results;
    let [bsp, bvh] = [0, 1].map(|i| ["sweeps", "ticks"].map(|of| otherwise(&found.cases[i], of)));
    assert!(bsp.iter().all(|n| *n > 0) && bvh == [0, 0], "{bsp:?} {bvh:?}");
}

#[test]
fn a_panic_is_the_end_of_its_contestant_alone() {
    let found = comparison(|calls, _| {
        assert!(calls < 100, "no memory");
        false
    });
    let [bvh, bsp] = &found.results.cases[..] else {
        panic!("two contestants")
    };
    assert_eq!((bvh.contestant.as_str(), bvh.is_failed()), ("bvh", false));
    assert_eq!((bsp.contestant.as_str(), bsp.is_failed()), ("bsp", true));
    assert_eq!(bsp.end, End::Stopped("it panicked: no memory".into()));
    assert_eq!(found.contestants.len(), 1);
}

/// After the run it may be the judge who panics: no verdict, and the rest is measured once.
#[test]
fn a_panic_after_the_run_is_no_verdict() {
    for is_counting in [true, false] {
        let when: When = match is_counting {
            true => |_, counting| {
                assert!(!counting, "no memory");
                false
            },
            false => |calls, counting| {
                assert!(counting || calls < 800, "no memory");
                false
            },
        };
        let found = comparison(when);
        let [bvh, bsp] = &found.results.cases[..] else {
            panic!("two contestants")
        };
        assert_eq!((bvh.contestant.as_str(), bvh.is_failed()), ("bvh", false));
        assert_eq!((bsp.contestant.as_str(), bsp.is_failed()), ("bsp", true));
        assert_eq!(bsp.end, End::NotJudged("no memory".into()), "{is_counting}");
        assert!(bvh.samples.contains_key(&Check::NsSweep) && found.contestants.len() == 1);
    }
}

#[test]
fn what_is_put_off_until_the_first_question_is_build_time() {
    let found = comparison(|calls, _| {
        if calls == 0 {
            std::thread::sleep(std::time::Duration::from_millis(60));
        }
        false
    });
    let built = found.results.cases[0]
        .row(Check::BuildTime)
        .and_then(|row| row.value);
    assert!(built > Some(0.06), "{built:?} s");
}
