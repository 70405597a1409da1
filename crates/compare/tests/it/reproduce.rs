//! `compare reproduce` writes programs that know nothing of ours. They are built and run by `contrib/alone.sh`.

use crate::explain::FALL;
use crate::support::{Ended, compare_line, root};
use std::fs;

fn reproduce(args: &str) -> (Ended, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("reproduce {args} --out {}", folder.path().join("alone").display());
    (compare_line(&root(), &line), folder)
}

fn program(folder: &tempfile::TempDir) -> (String, String) {
    let read = |name: &str| fs::read_to_string(folder.path().join("alone").join(name)).unwrap();
    (read("Cargo.toml"), read("src/main.rs"))
}

#[test]
fn a_sweep_is_asked_of_parry_or_rapier_alone_and_a_right_answer_is_the_adapters() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.json");
    let case = FALL
        .replace("\"bsp\"", "\"bvh:stock\"")
        .replace("\"size\": 0.0", "\"size\": 1.0");
    fs::write(&file, case).unwrap();
    for (library, dependency, call) in [
        ("parry", "parry3d = \"=0.31.1\"", "query::cast_shapes("),
        ("rapier:tuned", "rapier3d = \"=0.36.1\"", "queries.cast_shape("),
    ] {
        let ((code, said, errors), folder) = reproduce(&format!("{} --for {library}", file.display()));
        assert_eq!(code, Some(0), "{errors}");
        assert!(said.contains("\nadapter\n"), "{said}");
        let (manifest, main) = program(&folder);
        assert!(
            manifest.contains(dependency) && !manifest.contains("clipmark"),
            "{manifest}"
        );
        assert!(main.contains(call) && !main.contains("clipmark"), "{main}");
        assert!(main.contains("free for 64.000000 u of 128.000000 u"), "{main}");
    }
}

#[test]
fn the_tick_of_a_run_that_fails_is_found_and_its_calls_are_judged() {
    // `a_riser_whose_normal_leans_down_by_rounding_is_not_stepped_on` in the tests of clipmark-rapier is the same with Rapier
    // alone.
    let ((code, said, errors), folder) =
        reproduce("scenes/controllers/stairs-16-deep.ron --for rapier --hz 60");
    assert_eq!(code, Some(0), "{errors}");
    let (_, main) = program(&folder);
    assert!(said.contains("by rapier at 60 Hz, tick "), "{said}");
    assert!(
        main.contains(".move_shape(") && main.contains("normal_nudge_factor: 0.0001"),
        "{main}"
    );
    let labels = ["\nrepeats\n", "\nadapter\n"].map(|label| said.matches(label).count());
    assert_eq!(labels.iter().sum::<usize>(), 1, "{said}");
}

#[test]
fn what_cannot_be_said_alone_is_refused() {
    for args in [
        "scenes/controllers/stairs-16.ron --for bsp",
        "scenes/controllers/stairs-16.ron --for avian",
        "scenes/controllers/stairs-16.ron",
        "scenes/controllers/stairs-16.ron --for rapier --hz 0",
        "scenes/controllers/corner-30.ron --for rapier:tuned --hz 60",
        "scenes/none.ron --for rapier",
    ] {
        let ((code, said, _), _) = reproduce(args);
        assert_eq!(code, Some(2), "{args}: {said}");
    }
}

#[test]
fn explain_tells_the_tick_of_a_scene_that_fails_and_whose_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fails.ron");
    // Ours, as printed in 2006, climbs forbidden slopes.
    for (course, contestant) in [("step-19", "cylinder:literal"), ("stairs-16-deep", "rapier")] {
        let text = fs::read_to_string(root().join(format!("scenes/controllers/{course}.ron"))).unwrap();
        let named = format!("tick: Hz(60), contestants: [\"{contestant}\"], expect:");
        fs::write(&file, text.replacen("expect:", &named, 1)).unwrap();
        let (code, said, errors) = compare_line(&root(), &format!("explain {}", file.display()));
        assert_eq!(code, Some(0), "{errors}");
        assert!(
            said.contains(&format!("by {contestant} at 60 Hz, tick ")),
            "{said}"
        );
        // Only a library can be asked alone.
        let is_labelled = said.contains("\nrepeats: ") || said.contains("\nadapter: ");
        assert_eq!(is_labelled, contestant == "rapier", "{said}");
    }
}

/// A run that leaves a bound is shown by a tick until then, not by a later one that goes deeper.
#[test]
fn a_bound_is_shown_by_a_tick_that_leads_out_of_it() {
    let ((_, said, errors), _) = reproduce("scenes/controllers/wall-45.ron --for rapier:tuned --hz 60");
    let number = |after: &str| -> f64 {
        let (_, rest) = said.split_once(after).expect(&errors);
        rest.split([' ', ')']).next().unwrap().parse().unwrap()
    };
    let (left, tick) = (number("left its bounds at "), number("tick "));
    // Of the ticks until then that which goes out farthest: the last few.
    let late = tick / 60.0 - left;
    assert!((-0.2..1.0 / 60.0 + 0.005).contains(&late), "{said}");
}
