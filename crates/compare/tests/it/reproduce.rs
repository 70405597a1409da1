//! `compare reproduce` writes programs that know nothing of ours. They are built and run by `contrib/alone.sh`.

use crate::support::compare;
use std::fs;
use std::path::Path;

fn reproduce(args: &[&str]) -> (Option<i32>, String, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = folder.path().join("alone").display().to_string();
    let mut all = vec!["reproduce"];
    all.extend(args);
    all.extend(["--out", &out]);
    let (code, said, errors) = compare(&root, &all);
    (code, said, errors, folder)
}

fn program(folder: &tempfile::TempDir) -> (String, String) {
    let read = |name: &str| fs::read_to_string(folder.path().join("alone").join(name)).unwrap();
    (read("Cargo.toml"), read("src/main.rs"))
}

/// A fall on the floor of `scenes/flat.ron`, whose top is z = 0: the player's feet are 24 below its position.
const FALL: &str = r#"{
  "format": "clipmark case 1", "kind": "gap", "size": 1.0, "world": "scenes/flat.ron", "patches": false,
  "triangles": false, "backend": "bvh:stock", "rules": "quake3", "skin": 0.125, "hull": "box",
  "mins": [-15, -15, -24], "maxs": [15, 15, 32], "mask": 33619969,
  "start": [0, 0, 88], "end": [0, 0, -40], "fraction": 0.4990234375
}"#;

#[test]
fn a_sweep_is_asked_of_parry_or_rapier_alone_and_a_right_answer_is_the_adapters() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.json");
    fs::write(&file, FALL).unwrap();
    for (library, dependency, call) in [
        ("parry", "parry3d = \"=0.31.1\"", "query::cast_shapes("),
        ("rapier:tuned", "rapier3d = \"=0.36.1\"", "queries.cast_shape("),
    ] {
        let (code, said, errors, folder) = reproduce(&[file.to_str().unwrap(), "--for", library]);
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
    let course = "scenes/controllers/stairs-16-deep.ron";
    let (code, said, errors, folder) = reproduce(&[course, "--for", "rapier", "--hz", "60"]);
    assert_eq!(code, Some(0), "{errors}");
    let (_, main) = program(&folder);
    assert!(said.contains("by rapier at 60 Hz, tick "), "{said}");
    assert!(
        main.contains(".move_shape(") && main.contains("normal_nudge_factor: 0.0001"),
        "{main}"
    );
    assert_eq!(
        said.matches("\nrepeats\n").count() + said.matches("\nadapter\n").count(),
        1,
        "{said}"
    );
}

#[test]
fn what_cannot_be_said_alone_is_refused() {
    for (args, says) in [
        (
            vec!["scenes/controllers/stairs-16.ron", "--for", "bsp"],
            "by our own code",
        ),
        (
            vec!["scenes/controllers/stairs-16.ron", "--for", "avian"],
            "--bin compare-avian",
        ),
        (
            vec!["scenes/controllers/stairs-16.ron", "--for", "ahoy"],
            "ahoy is in a program of its own",
        ),
        (
            vec!["scenes/controllers/stairs-16.ron"],
            "it moves by our own code",
        ),
        (
            vec!["scenes/controllers/stairs-16.ron", "--for", "rapier", "--hz", "0"],
            "--hz 0",
        ),
        (
            vec![
                "scenes/controllers/corner-30.ron",
                "--for",
                "rapier:tuned",
                "--hz",
                "60",
            ],
            "breaks no promise",
        ),
        (vec!["scenes/none.ron", "--for", "rapier"], "none.ron"),
    ] {
        let (code, said, errors, _) = reproduce(&args);
        assert_eq!(code, Some(2), "{args:?}: {said}");
        assert!(errors.contains(says), "{args:?}: {errors}");
    }
}

#[test]
fn explain_tells_the_tick_of_a_scene_that_fails_and_whose_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fails.ron");
    // Ours, as printed in 2006, climbs forbidden slopes.
    for (course, contestant) in [("step-19", "cylinder:literal"), ("stairs-16-deep", "rapier")] {
        let course = root.join("scenes/controllers").join(course).with_extension("ron");
        let text = fs::read_to_string(course).unwrap();
        let named = format!("tick: Hz(60), contestants: [\"{contestant}\"], expect:");
        fs::write(&file, text.replacen("expect:", &named, 1)).unwrap();
        let (code, said, errors) = compare(&root, &["explain", file.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{errors}");
        assert!(
            said.contains(&format!("by {contestant} at 60 Hz, tick ")),
            "{said}"
        );
        assert!(said.contains("\nexactly "), "{said}");
        let labelled = said.contains("\nrepeats: ") || said.contains("\nadapter: ");
        assert_eq!(
            labelled,
            contestant == "rapier",
            "only a library can be asked alone: {said}"
        );
    }
}

/// A run that leaves a bound is shown by a tick until then, not by a later one that goes deeper.
#[test]
fn a_bound_is_shown_by_a_tick_that_leads_out_of_it() {
    let args = [
        "scenes/controllers/wall-45.ron",
        "--for",
        "rapier:tuned",
        "--hz",
        "60",
    ];
    let (code, said, errors, _) = reproduce(&args);
    assert_eq!(code, Some(0), "{errors}");
    let number = |after: &str| -> f64 {
        let rest = said
            .split(after)
            .nth(1)
            .unwrap_or_else(|| panic!("{after}: {said}"));
        let number = rest.split([' ', ')']).next().unwrap_or_default();
        number.parse().unwrap_or_else(|_| panic!("{after}: {said}"))
    };
    let (left, tick) = (number("left its bounds at "), number("tick "));
    // Of the ticks until then that which goes out farthest: the last few.
    let late = tick / 60.0 - left;
    assert!((-0.2..1.0 / 60.0 + 0.005).contains(&late), "{said}");
}
