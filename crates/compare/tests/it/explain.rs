//! `compare explain` asks a kept question again, and refuses a file that is none.

use crate::support::compare;
use std::fs;
use std::path::Path;

/// A fall on the floor of `scenes/flat.ron`, whose top is z = 0: the player's feet are 24 below its position.
const FALL: &str = r#"{
  "format": "clipmark case 1", "kind": "gap", "size": 0.0, "world": "scenes/flat.ron", "patches": false,
  "triangles": false, "backend": "bsp", "rules": "quake3", "skin": 0.125, "hull": "box",
  "mins": [-15, -15, -24], "maxs": [15, 15, 32], "mask": 33619969,
  "start": [0, 0, 88], "end": [0, 0, -40], "fraction": 0.4990234375
}"#;

fn explain(text: &str, more: &[&str]) -> (Option<i32>, String, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.json");
    fs::write(&file, text).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut args = vec!["explain", file.to_str().unwrap()];
    args.extend(more);
    let (code, out, err) = compare(&root, &args);
    (code, out, err, folder)
}

#[test]
fn a_case_is_answered_judged_and_drawn() {
    let (code, out, err, folder) = explain(FALL, &[]);
    assert_eq!(code, Some(0), "{err}");
    for part in [
        "fraction 0.49902344 at (0 0 24.125), normal (0 0 1)",
        "truth      fraction 0.500000000000, certain to",
        "at a face; normals (0.000000 0.000000 1.000000)",
        "verdict    conforms",
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&out).contains(&words(part)), "{out}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    assert!(!out.contains("has changed"), "{out}");
    for view in ["case-plan.svg", "case-side.svg"] {
        let svg = fs::read_to_string(folder.path().join(view)).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("<poly"), "{view}");
    }
}

#[test]
fn the_steps_of_gjk_and_epa_are_shown_for_bvh() {
    let (code, out, err, folder) = explain(&FALL.replace("\"bsp\"", "\"bvh\""), &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("case-solver.html"), "{out}");
    let page = fs::read_to_string(folder.path().join("case-solver.html")).unwrap();
    assert!(page.contains("GJK as a ray cast") && page.contains("EPA: deep in the solid"));
    // A fall on a floor: at once against the path, then met half way, as the truth has it.
    assert!(page.contains("at fraction 0.500000"), "{page}");
    assert!(page.matches("<svg").count() >= 2 && !page.contains("NaN"));
}

#[test]
fn a_sweep_that_cannot_be_explained_is_refused_and_others_are_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = tempfile::tempdir().unwrap();
    let to = out.path().join("x");
    let run = |n: &str| {
        compare(
            &root,
            &[
                "scenes/corners.ron",
                "--quick",
                "--explain",
                n,
                "--out",
                to.to_str().unwrap(),
            ],
        )
    };
    let (code, _, err) = run("1000000");
    assert!(
        code == Some(2) && err.contains("--explain 1000000: it is not one of the"),
        "{err}"
    );
    let named = err.trim().rsplit(' ').next().unwrap().to_owned();
    let (code, _, err) = run(&named);
    assert_eq!(code, Some(0), "{named}: {err}");
    let page = fs::read_to_string(to.join("index.html")).unwrap();
    assert!(page.contains(&format!("Refereed sweep {named}:")));
}

#[test]
fn an_answer_that_has_changed_is_said_to_have() {
    let (code, out, ..) = explain(&FALL.replace("0.4990234375", "0.75"), &[]);
    assert!(code == Some(0) && out.contains("the file says 0.75"), "{out}");
}

#[test]
fn what_is_no_case_is_refused_with_a_remedy() {
    for (from, to, wanted) in [
        ("clipmark case 1", "clipmark case 9", "reads \"clipmark case 1\""),
        ("\"gap\"", "\"gapp\"", "`cases` folder"),
        ("\"size\"", "\"sise\"", "`cases` folder"),
        ("\"bsp\"", "\"bspp\"", "bsp"),
        ("\"quake3\"", "\"quake9\"", "no rule set `quake9`"),
        ("\"box\"", "\"ball\"", "no hull `ball`"),
        ("[-15, -15, -24]", "[15, -15, 99]", "inside out"),
        ("[0, 0, 88]", "[0, 0, 1e30]", "start and end"),
        ("0.125", "-1", "no distance"),
        ("scenes/flat.ron", "scenes/missing.ron", "give --world"),
    ] {
        let (code, _, err, _) = explain(&FALL.replacen(from, to, 1), &[]);
        assert!(
            code == Some(2) && err.contains(wanted) && err.contains("case.json"),
            "{to}: {err}"
        );
    }
    let (code, _, err, _) = explain("", &[]);
    assert!(code == Some(2) && err.contains("no case"), "{err}");
    let (code, _, err, _) = explain(FALL, &["--out", "/no/such/folder/x"]);
    assert!(code == Some(2) && err.contains("cannot write"), "{err}");
}

/// A map that is run without a scene: its cases name the map, and the command that the page prints beside one runs as it is printed.
#[test]
fn the_printed_command_asks_a_case_of_a_map_again() {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recordings/cm_steps.map");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(map, folder.path().join("steps.map")).unwrap();
    let (code, _, err) = compare(folder.path(), &["steps.map", "--quick", "--contestants", "bvh"]);
    assert!(matches!(code, Some(0 | 1)), "{err}");
    let page = fs::read_to_string(folder.path().join("reports/latest/steps/index.html")).unwrap();
    let printed = page.split("explain it: <code>compare ").skip(1);
    let printed: Vec<&str> = printed
        .map(|rest| rest.split_once("</code>").unwrap().0)
        .collect();
    assert!(!printed.is_empty(), "no case is kept: {page}");
    for command in printed {
        let (code, said, err) = compare(folder.path(), &command.split(' ').collect::<Vec<_>>());
        assert_eq!(code, Some(0), "{command}: {err}");
        assert!(
            said.contains("steps.map") && !said.contains("the file says"),
            "{command}: {said}"
        );
    }
}

/// Where all contestants take curved patches as triangles, a case is asked again so. It was asked in a world without them, where
/// a map's worst misses were a free path that conforms.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn a_case_of_patches_as_triangles_is_asked_again_in_the_same_world() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let small = "--sweeps 10000 --rest 1600 --walkers 2 --ticks 250";
    let mut args = vec![
        "bar",
        "--worlds",
        "scenes/maps/slimefac.bsp",
        "--contestants",
        "bvh",
        "--out",
    ];
    args.push(out.to_str().unwrap());
    args.extend(small.split(' '));
    let (code, _, err) = compare(&root, &args);
    assert_eq!(code, Some(0), "{err}");
    let cases: Vec<_> = fs::read_dir(out.join("cases"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    let cases = || {
        cases
            .iter()
            .filter(|path| path.extension().is_some_and(|e| e == "json"))
    };
    assert!(cases().count() > 0);
    for case in cases() {
        let (code, said, err) = compare(&root, &["explain", case.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{err}");
        assert!(!said.contains("the file says"), "{}: {said}", case.display());
    }
}
