//! `compare explain` writes the question of a failure for the library's own program. `contrib/ask.sh` builds these programs and
//! asks them.

use crate::explain::FALL;
use crate::support::{Ended, compare, root};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn explain(args: &str) -> (Ended, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("explain {args} --out {}", folder.path().join("it").display());
    (compare(&root(), &line), folder)
}

fn question(folder: &tempfile::TempDir) -> Value {
    let text = fs::read_to_string(folder.path().join("it-question.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Numbers are read from their bits.
fn numbers(value: &Value) -> Vec<f32> {
    let words = value["bits"]
        .as_str()
        .unwrap()
        .split(' ')
        .filter(|word| !word.is_empty());
    words
        .map(|word| f32::from_bits(u32::from_str_radix(word, 16).unwrap()))
        .collect()
}

#[test]
fn a_sweep_is_asked_of_parry_or_rapier_and_a_right_answer_is_the_adapters() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.json");
    let case = FALL
        .replace("\"bsp\"", "\"bvh:stock\"")
        .replace("\"size\": 0.0", "\"size\": 1.0");
    fs::write(&file, case).unwrap();
    for (library, package, operation, unit) in [
        ("parry", "parry3d ", "cast_shapes", 1.0),
        ("rapier:tuned", "rapier3d ", "cast_shape", 1.0 / 32.0),
    ] {
        let ((code, said, errors), folder) = explain(&format!("{} --for {library}", file.display()));
        assert_eq!(code, Some(0), "{errors}");
        assert!(said.contains("\nfault of: adapter"), "{said}");
        let question = question(&folder);
        assert!(question["library"].as_str().unwrap().starts_with(package));
        assert_eq!(numbers(&question["unit"]), [unit]);
        let [call] = question["calls"].as_array().unwrap().as_slice() else {
            panic!("{question}");
        };
        assert_eq!(call["operation"], operation);
        // The floor's top is 64 u below the feet.
        let result = numbers(&call["result"]);
        assert!((result[0] - 64.0 * unit).abs() < 1e-3 * unit, "{result:?}");
        assert_eq!(result[3..], [1.0, 0.0]);
        assert_eq!(call["contradicted"], Value::Null);
        let exact = call["exact"].as_str().unwrap();
        assert!(exact.contains("free for 64.000000 u of 128.000000 u"), "{exact}");
        // The floor alone is near.
        let bodies = question["bodies"].as_array().unwrap();
        assert_eq!(bodies.len(), 1, "{bodies:?}");
        let points = bodies[0]["shapes"][0]["points"].as_array().unwrap();
        let top = points
            .iter()
            .map(|point| numbers(point)[2])
            .fold(f32::MIN, f32::max);
        assert!(points.len() == 8 && top == 0.0, "{points:?}");
    }
}

#[test]
fn the_calls_of_a_tick_are_those_of_the_controller_and_each_is_judged() {
    let ((code, said, errors), folder) =
        explain("scenes/controllers/stairs-16-deep.ron --for rapier --hz 60");
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        said.starts_with("rapier · stairs-16-deep · 60 Hz · tick "),
        "{said}"
    );
    let question = question(&folder);
    let calls = question["calls"].as_array().unwrap();
    let moved = calls
        .iter()
        .find(|call| call["operation"] == "move_shape")
        .unwrap();
    assert_eq!(numbers(&moved["result"]).len(), 4);
    let nudge = &moved["arguments"]["controller"]["normal_nudge_factor"];
    assert_eq!(numbers(nudge), [1e-4]);
    assert!(!question["settings"].as_array().unwrap().is_empty());
    let wrong = calls
        .iter()
        .filter(|call| !call["contradicted"].is_null())
        .count();
    assert_eq!(said.contains("\nfault of: library"), wrong > 0, "{said}");
    assert_eq!(said.matches("\ncall ").count(), wrong, "{said}");
}

/// Parts that move are moved by a call of their own before each tick.
#[test]
fn parts_that_move_are_in_the_file_with_their_poses() {
    let ((code, _, errors), folder) = explain("scenes/moving/crush.ron --for rapier --hz 125");
    assert_eq!(code, Some(0), "{errors}");
    let question = question(&folder);
    let moving = question["bodies"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|body| !body["part"].is_null());
    let calls = question["calls"].as_array().unwrap();
    assert_eq!(calls[0]["operation"], "move_parts");
    let parts = calls[0]["arguments"]["parts"].as_array().unwrap();
    assert!(!parts.is_empty() && parts.len() == moving.count());
    assert_eq!(numbers(&parts[0]["rotation"]).len(), 4);
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
        let ((code, said, errors), out) = explain(&file.display().to_string());
        assert_eq!(code, Some(0), "{errors}");
        let first = format!("{contestant} · fails · 60 Hz · tick ");
        assert!(said.starts_with(&first), "{said}");
        // Only a library has a question.
        let is_labelled = said.contains("\nfault of: ");
        assert_eq!(is_labelled, contestant == "rapier", "{said}");
        assert_eq!(
            out.path().join("it-question.json").exists(),
            contestant == "rapier"
        );
    }
}

/// A run that leaves a bound is shown by a tick until then, not by a later one that goes deeper.
#[test]
fn a_bound_is_shown_by_a_tick_that_leads_out_of_it() {
    let ((_, said, errors), _) = explain("scenes/controllers/wall-45.ron --for rapier:tuned --hz 60");
    let number = |after: &str| -> f64 {
        let (_, rest) = said.split_once(after).expect(&errors);
        rest.split([' ', ')']).next().unwrap().parse().unwrap()
    };
    let (left, tick) = (number("left its bounds at "), number("tick "));
    // Of the ticks until then that which goes out farthest: the last few.
    let late = tick / 60.0 - left;
    assert!((-0.2..1.0 / 60.0 + 0.005).contains(&late), "{said}");
}

/// The libraries' own programs ask the versions that the adapters are built with, and link nothing of ours.
#[test]
fn each_program_pins_the_version_of_the_lock() {
    let versions = |lock: &Path, package: &str| -> Vec<String> {
        let text = fs::read_to_string(lock).unwrap();
        let name = format!("name = \"{package}\"\nversion = \"");
        let found = text.split(&name).skip(1);
        found
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect()
    };
    for library in ["parry", "rapier", "jolt", "box3d", "physx"] {
        let folder = root().join(format!("peers/{library}/ask"));
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let (_, rest) = manifest.split_once("[dependencies]\n").unwrap();
        let (dependencies, _) = rest.split_once("\n[").unwrap();
        let names: Vec<&str> = dependencies
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        let [package, "serde_json", ..] = names[..] else {
            panic!("{library}: {names:?}");
        };
        assert!(names[2..].iter().all(|name| name.is_empty()), "{names:?}");
        let (_, pinned) = dependencies.split_once("\"=").unwrap();
        let pinned = pinned.split('"').next().unwrap();
        for lock in [root().join("Cargo.lock"), folder.join("Cargo.lock")] {
            let locked = versions(&lock, package);
            let is_pinned = |version: &String| version.split('+').next() == Some(pinned);
            assert!(
                locked.iter().any(is_pinned),
                "{library}: {pinned}, {lock:?} has {locked:?}"
            );
        }
    }
}
