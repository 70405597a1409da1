//! `compare bench`: each axis on a small scene or town, its files, who is not ranked or left out, and bad input.

use crate::support::{compare_line, refused, scenes};
use clipmark_rows::{Axis, Case, Check, Results};
use std::fs;
use std::path::Path;

const BLOCKS: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0)), Box(min: (64, 64, 0), max: (128, 128, 96))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    sweeps: 50,
)"#;

/// The results of a line that ends with this code, and what it printed.
fn bench(dir: &Path, line: &str, ends: i32) -> (Vec<Case>, String) {
    fs::write(dir.join("s.ron"), BLOCKS).unwrap();
    let (code, out, errors) = compare_line(dir, &format!("bench {line} --out o"));
    assert_eq!(code, Some(ends), "{line}: {out}{errors}");
    let results = Results::read(&dir.join("o/results.jsonl")).unwrap();
    assert!(results.is_whole);
    (results.cases, out)
}

/// The cases with an axis, and its value of each.
fn varied(cases: &[Case], axis: Axis) -> Vec<(&Case, &str)> {
    let all = cases.iter().map(|case| (case, case.axes.get(axis)));
    all.filter(|(_, value)| !value.is_empty()).collect()
}

fn value(case: &Case, check: Check) -> f64 {
    case.row(check).and_then(|row| row.value).unwrap()
}

#[test]
fn sweeps_are_timed_by_class_of_length() {
    let dir = tempfile::tempdir().unwrap();
    let fixed = "s.ron --contestants bsp,bvh --rounds 3";
    let line = format!("{fixed} --count 40 --lengths 1-16,16-256 --export-questions q");
    let (cases, out) = bench(dir.path(), &line, 0);
    let timed = varied(&cases, Axis::Lengths);
    assert_eq!(
        timed.iter().map(|(_, lengths)| *lengths).collect::<Vec<_>>(),
        ["1-16", "16-256", "1-16", "16-256"]
    );
    for (case, _) in &timed {
        assert!(value(case, Check::NsSweep) > 0.0 && value(case, Check::TimesSweep) >= 1.0);
        assert_eq!(case.samples[&Check::NsSweep].len(), 3);
        // Each round asks fresh sweeps, and all of so few are refereed.
        assert!(case.row(Check::WrongAnswer).unwrap().asked > 3 * 40);
    }
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    assert!(out.trim_end().ends_with("o/index.html"), "{out}");
    for file in ["index.html", "bench.csv", "table.md"] {
        assert!(dir.path().join("o").join(file).is_file(), "{file}");
    }
    // A written file reads back, as one class or by length.
    let (given, _) = bench(dir.path(), &format!("{fixed} --sweeps q/16-256.txt"), 0);
    assert_eq!(
        given
            .iter()
            .filter(|case| case.samples.contains_key(&Check::NsSweep))
            .count(),
        2
    );
    let lines = "0 0 60 0 0 60\n0 0 60 8 0 60\n0 0 60 0 0 44\n0 0 60 300 0 60\n0 0 60 0 90 60\n";
    fs::write(dir.path().join("t.txt"), lines).unwrap();
    let line = format!("{fixed} --sweeps t.txt --lengths 1-16,16-256,1000-2000 --hull player");
    let (given, _) = bench(dir.path(), &line, 0);
    // A length of 16 belongs to the second class; nobody is asked a class without a sweep.
    let asked = |lengths: &str| {
        let of = varied(&given, Axis::Lengths)
            .into_iter()
            .find(|(_, value)| *value == lengths);
        of.map(|(case, _)| case.row(Check::WrongAnswer).unwrap().asked)
    };
    assert_eq!(asked("16-256").unwrap(), 2 * asked("1-16").unwrap());
    assert_eq!(asked("1000-2000"), None);
}

#[test]
fn counted_work_stands_beside_the_least() {
    let dir = tempfile::tempdir().unwrap();
    // Down on the floor: its six planes, a four and two; and past everything.
    fs::write(dir.path().join("t.txt"), "0 0 60 0 0 20\n0 0 60 0 8 60\n").unwrap();
    let line = "s.ron --contestants bsp --rounds 1 --sweeps t.txt --work";
    let (cases, _) = bench(dir.path(), line, 0);
    let counted = cases
        .iter()
        .find(|case| case.row(Check::LeastPlanes).is_some())
        .unwrap();
    let of = |check| value(counted, check);
    assert_eq!(
        [
            of(Check::LeastSolids),
            of(Check::LeastPlanes),
            of(Check::LeastPlanesInFours)
        ],
        [0.5, 3.0, 3.0]
    );
    assert!(of(Check::Planes) >= of(Check::LeastPlanes));
}

#[test]
fn towns_are_measured_from_small_to_large_and_seeds_repeat_to_the_bit() {
    let dir = tempfile::tempdir().unwrap();
    let fixed = "towns --contestants bsp,bvh --count 20 --rounds 3";
    let (cases, _) = bench(
        dir.path(),
        &format!("{fixed} --brushes 300,30 --seed 5 --export-questions a"),
        0,
    );
    let timed: Vec<&Case> = cases
        .iter()
        .filter(|case| case.samples.contains_key(&Check::NsSweep))
        .collect();
    assert_eq!(timed.len(), 4);
    for case in timed {
        let is_larger = case.axes.get(Axis::Brushes) == "300";
        assert_eq!(case.row(Check::GrowthSweep).is_some(), is_larger);
        assert_eq!(case.row(Check::WrongAnswer).unwrap().failed, 0);
    }
    let built = cases.iter().filter(|case| case.row(Check::BuildTime).is_some());
    assert!(built.clone().count() == 4 && built.clone().all(|case| value(case, Check::Bytes) > 0.0));
    assert!(dir.path().join("o/plots/bytes.svg").is_file());
    for (name, seed) in [("b", "5"), ("c", "6")] {
        bench(
            dir.path(),
            &format!("{fixed} --brushes 30 --seed {seed} --export-questions {name}"),
            0,
        );
    }
    let [a, b, c] = ["a", "b", "c"].map(|name| fs::read(dir.path().join(name).join("town-30.map")).unwrap());
    assert!(a == b && a != c);
}

/// Last states of 1 player, and of 12 on 1 and on 3 threads.
fn states(cases: &[Case]) -> Vec<&str> {
    let served = varied(cases, Axis::Players);
    // One player has no use for three threads.
    assert_eq!(served.len(), 3);
    for (case, players) in &served {
        let frame = value(case, Check::FrameTime);
        assert!(case.is_passed() && frame > 0.0 && frame <= value(case, Check::FrameP99));
        // The first frame of each turn fills the caches.
        assert!(case.samples[&Check::FrameTime].len() < 50, "{players}");
    }
    served
        .iter()
        .map(|(case, _)| case.facts["states"].as_str())
        .collect()
}

#[test]
fn players_end_alike_on_one_thread_and_on_three_by_every_input() {
    let dir = tempfile::tempdir().unwrap();
    let stairs = scenes("stairs.ron");
    let (code, _, errors) = compare_line(dir.path(), &format!("export {stairs} -o run.txt"));
    assert_eq!(code, Some(0), "{errors}");
    let fixed = format!("{stairs} --contestants bsp --players 1,12 --threads 1,3 --seconds 0.4");
    let [random, scene, file] = ["random --rates 125", "scene --rates 125", "run.txt"]
        .map(|input| bench(dir.path(), &format!("{fixed} --input {input}"), 0).0);
    let [random, scene, recorded] = [&random, &scene, &file].map(|cases| states(cases));
    // Random commands are new in each pass.
    assert_ne!(random[1], random[2]);
    assert_eq!(scene[1], scene[2]);
    // The exported run is the first contestant's, whose script it is.
    assert_eq!(scene, recorded);
    assert_eq!(varied(&file, Axis::Hz)[0].1, "125", "as the file has it");
}

#[test]
fn who_answers_wrong_or_otherwise_in_company_fails_and_is_not_ranked() {
    let dir = tempfile::tempdir().unwrap();
    let players = "--players 1,12 --threads 1,3 --seconds 0.2";
    let line = format!("{} {players} --contestants bsp~stale-state", scenes("stairs.ron"));
    let (cases, _) = bench(dir.path(), &line, 1);
    let (of_twelve, _) = varied(&cases, Axis::Players)[1];
    assert!(of_twelve.severity().is_some() && of_twelve.samples.is_empty());
    let line = format!(
        "{} --count 200 --rounds 3 --contestants bvh,bvh~skipped-brush",
        scenes("stairs.ron")
    );
    let (cases, out) = bench(dir.path(), &line, 1);
    let times = |name: &str| {
        let own = cases.iter().filter(|case| case.contestant == name);
        own.filter_map(|case| case.row(Check::TimesSweep)?.value)
            .collect::<Vec<_>>()
    };
    assert_eq!(times("bvh"), [1.0; 3], "the fastest of those that are right");
    assert_eq!(times("bvh~skipped-brush").len(), 3, "shown all the same");
    assert!(out.contains("failed: 1 of 2 · exit 1"), "{out}");
}

/// Everyone is left out by a budget of a microsecond, and named: all are those that the build lists.
#[test]
fn who_would_take_too_long_or_hold_too_much_is_left_out_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let (_, list, _) = compare_line(dir.path(), "list contestants");
    let names = list.lines().skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = names
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(
        names.contains(&"bsp") && names.contains(&"rapier:tuned"),
        "{list}"
    );
    let line = "s.ron --players 2 --seconds 0.1 --most-seconds 1e-6 --contestants all";
    let (code, _, _) = compare_line(dir.path(), "list");
    assert_eq!(code, Some(0));
    fs::write(dir.path().join("s.ron"), BLOCKS).unwrap();
    compare_line(dir.path(), &format!("bench {line} --out o"));
    let cases = Results::read(&dir.path().join("o/results.jsonl")).unwrap().cases;
    let left = |cases: &[Case]| -> Vec<String> {
        let left = cases.iter().filter(|case| case.reason().is_some());
        left.map(|case| case.contestant.clone()).collect()
    };
    assert_eq!(left(&cases), names);
    let line = "towns --brushes 24,2400 --count 20 --rounds 1 --contestants bsp,bvh --most-megabytes 0.05";
    assert_eq!(left(&bench(dir.path(), line, 0).0), ["bsp", "bvh"]);
}

#[test]
fn bad_input_is_refused_before_anything_is_built() {
    let dir = tempfile::tempdir().unwrap();
    let good = "0 0 25 0\n8 127 0 0 0 0\n";
    for (file, text) in [
        ("empty.txt", String::new()),
        ("start.txt", "0 0 25 0\n".into()),
        ("words.txt", "0 0 25 0\n8 forward 0 0 0 0\n".into()),
        ("buried.txt", good.replace("0 0 25", "0 0 -30")),
        ("far.txt", good.replace("0 0 25", "90000 0 25")),
        ("good.txt", good.into()),
    ] {
        fs::write(dir.path().join(file), text).unwrap();
    }
    let stairs = scenes("stairs.ron");
    for (bad, says) in [
        ("--players 1000000 --seconds 60 --rates 1000", "50000000"),
        ("--players 0", "--players"),
        ("--contestants all --players 1000000 --seconds 0.1", "at a time"),
        ("--contestants all --players 2 --threads 1024", "--threads"),
        ("--contestants all,bsp", "all"),
        ("--most-seconds 0", "more than 0"),
        ("--players 1 --input nowhere.txt", "nowhere.txt"),
        ("--players 1 --input empty.txt", "empty.txt"),
        ("--players 1 --input start.txt", "start.txt"),
        ("--players 1 --input words.txt", "line 2"),
        ("--players 1 --input buried.txt", "inside a solid"),
        ("--players 1 --input far.txt", "outside"),
        ("--players 1 --input good.txt --rates 60", "--rates"),
        ("--brushes 100", "--brushes"),
        ("--threads 2", "--players"),
        ("--lengths 16-1", "--lengths"),
        ("--lengths all", "--lengths"),
        ("--sweeps empty.txt", "empty.txt"),
        ("--hull plaier", "--hull"),
    ] {
        let (code, _, errors) = compare_line(dir.path(), &format!("bench {stairs} {bad}"));
        assert_eq!(code, Some(2), "{bad}: {errors}");
        assert!(errors.contains(says), "{bad}: {errors}");
    }
    for bad in [
        "--brushes 0",
        "--brushes 100000000",
        "--most-megabytes nan",
        "--contestants bsq",
        "--players 1 --input scene",
    ] {
        refused(dir.path(), &format!("bench towns {bad}"), "");
    }
}
