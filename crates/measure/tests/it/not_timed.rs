//! Timed answers must be the judged ones: a fault that shows only under the clock is a verdict on the contestant.

use clipmark_bsp::BspBackend;
use clipmark_collision::{Altered, CollisionBackend, TraceRules};
use clipmark_geometry::Vec3;
use clipmark_measure::{BuiltContestant, Options, compare_altered};
use clipmark_record::{Comparison, Entry};
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
        let (calls, counting) = (asked.fetch_add(1, Ordering::Relaxed), work.is_counting());
        let mut answer = ask(sweep, work);
        if let Some(plane) = answer.plane.as_mut().filter(|_| when(calls, counting)) {
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

fn verdict(found: &Comparison) -> String {
    found.verdict.join("\n")
}

#[test]
fn a_fault_in_silent_code_alone_voids_the_time_and_not_the_comparison() {
    let found = comparison(|_, counting| !counting);
    let [bsp, bvh] = &found.contestants[..] else {
        panic!("two contestants")
    };
    assert!(!found.contestants.iter().all(Entry::is_timed));
    let differ = bsp
        .trace_time
        .not_timed
        .expect("the timed answers are not the judged ones");
    assert_eq!(differ.of, 100);
    assert!(differ.differ > 10 && differ.first.is_some(), "{differ:?}");
    assert!(bsp.trace_time.samples_ns.is_empty() && bsp.sweep_times.is_empty() && bsp.work_times.is_empty());
    // The run was played in silence too, so its ticks are the judged ones.
    assert!(bsp.tick_time.not_timed.is_none() && !bsp.tick_time.samples_ns.is_empty());
    assert!(bvh.trace_time.not_timed.is_none() && bvh.trace_time.relative == 1.0);
    let said = verdict(&found);
    let share = format!("{} of 100 sweeps", differ.differ);
    let sentence = found.verdict.iter().find(|s| s.contains(&share));
    assert!(sentence.is_some_and(|s| s.starts_with("bsp ")), "{said}");
    assert!(
        !said.contains("bsp: no failure") && !said.contains("bsp and bvh: no failure"),
        "{said}"
    );
    assert!(
        !said.contains(" as fast as "),
        "nobody is left to compare with: {said}"
    );
}

#[test]
fn a_fault_after_many_questions_voids_the_ticks_too() {
    let judged = comparison(|_, _| false);
    assert!(
        judged.contestants.iter().all(Entry::is_timed),
        "{}",
        verdict(&judged)
    );
    let found = comparison(|calls, _| calls > 800);
    let bsp = &found.contestants[0];
    assert!(bsp.trace_time.not_timed.is_some() && bsp.tick_time.not_timed.is_some());
    assert!(found.contestants[1].trace_time.not_timed.is_none());
}
