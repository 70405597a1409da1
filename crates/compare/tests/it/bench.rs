//! `compare bench`: each axis on a small scene or town, its files, who is not ranked or left out, and bad input.

use crate::support::{BLOCKS, FLAT, FLOOR, compare, ends, folder, scenes};
use clipmark_rows::{ALL_LENGTHS, Axis, Case, Check, Results};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn with_blocks() -> TempDir {
    folder(&[("s.ron", &FLAT.replace(FLOOR, BLOCKS))])
}

/// The results of a line that ends with this code, and what it printed.
fn bench(dir: &Path, line: &str, code: i32) -> (Vec<Case>, String) {
    let (_, out, _) = ends(dir, &format!("bench {line} --out o"), code);
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
    let dir = with_blocks();
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
    for file in ["index.html", "table.csv", "table.md"] {
        assert!(dir.path().join("o").join(file).is_file(), "{file}");
    }
    // A written file reads back, as one class or by length.
    let (given, _) = bench(dir.path(), &format!("{fixed} --sweeps q/16-256.txt"), 0);
    let timed = given
        .iter()
        .filter(|case| case.samples.contains_key(&Check::NsSweep));
    let lengths: Vec<&str> = timed.map(|case| case.axes.get(Axis::Lengths)).collect();
    assert_eq!(lengths, [ALL_LENGTHS; 2]);
    let lines = "0 0 60 0 0 60\n0 0 60 8 0 60\n0 0 60 0 0 44\n0 0 60 300 0 60\n0 0 60 0 90 60\n";
    fs::write(dir.path().join("t.txt"), lines).unwrap();
    let line = format!("{fixed} --sweeps t.txt --lengths 1-16,16-256 --hull player");
    let (given, _) = bench(dir.path(), &line, 0);
    // A length of 16 belongs to the second class. All sweeps of so few are refereed: those of three rounds and the warm-up's.
    let asked = |lengths: &str| {
        let of_class = varied(&given, Axis::Lengths)
            .into_iter()
            .find(|(_, value)| *value == lengths);
        of_class.unwrap().0.row(Check::WrongAnswer).unwrap().asked
    };
    assert_eq!([asked("1-16"), asked("16-256")], [SETS, 2 * SETS]);
    let run = Results::read(&dir.path().join("o/results.jsonl")).unwrap().run;
    assert_eq!(run.options["sweeps"], "t.txt, 2 of no class left out");
}

/// Sets of sweeps of three rounds: each asks one of its own, and so do those that warm up.
const SETS: u64 = 5;

#[test]
fn a_value_given_twice_is_asked_once_and_a_part_has_a_folder_of_its_own() {
    let dir = with_blocks();
    let line = "bench s.ron --contestants bsp --rounds 1 --count 20 --lengths 1-16,1-16 --players 2,2 --threads 1,1 \
                --rates 60,60 --seconds 0.1";
    ends(dir.path(), line, 0);
    let latest = dir.path().join("reports/latest");
    let folders: Vec<_> = fs::read_dir(&latest)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    let folder = folders
        .iter()
        .find(|name| name.to_string_lossy().starts_with("bench-"));
    let folder = folder.unwrap().to_string_lossy().into_owned();
    assert!(folder.ends_with("-part"), "{folder}");
    let results = Results::read(&latest.join(folder).join("results.jsonl")).unwrap();
    let keys: BTreeSet<_> = results.cases.iter().map(Case::key).collect();
    assert_eq!(keys.len(), results.cases.len());
    // The build, the class of sweeps, and the players.
    assert_eq!((results.cases.len(), results.run.groups), (3, 3));
    // An axis that was not varied is in the heading.
    assert_eq!(results.run.options["threads"], "1");
    let checks = |case: &Case| results.run.checklists[&case.checklist].len();
    assert_eq!(results.cases.iter().map(checks).collect::<Vec<_>>(), [1, 2, 1]);
}

/// Sweeps of later rounds are unknown before a run, those of the first are of the seed.
#[test]
fn later_rounds_ask_what_no_earlier_process_knew() {
    let dir = with_blocks();
    let line = "s.ron --contestants bsp --rounds 3 --count 40 --lengths 1-16 --work --export-questions";
    let seed = |more: &str| {
        let (cases, _) = bench(dir.path(), &format!("{line} {more}"), 0);
        let (timed, _) = varied(&cases, Axis::Lengths)[0];
        let planes = [Check::Planes, Check::LeastPlanes].map(|check| value(timed, check));
        (timed.facts["timing_seed"].clone(), planes)
    };
    let [(a, _), (b, _)] = ["a", "b"].map(seed);
    assert_ne!(a, b);
    let [a, b] = ["a", "b"].map(|name| fs::read(dir.path().join(name).join("1-16.txt")).unwrap());
    assert_eq!(a, b);
    // The same seed asks the same again.
    let [first, again, other] = ["7", "7", "8"].map(|n| seed(&format!("c --timing-seed {n}")));
    assert_eq!(first, again);
    assert!(
        first.1[0] != other.1[0] && first.1[1] == other.1[1],
        "{first:?} {other:?}"
    );
}

#[test]
fn what_is_left_out_for_all_is_named() {
    let dir = with_blocks();
    let part = "--contestants bvh,hull --rounds 1 --count 20 --lengths 1-16";
    let (_, out) = bench(dir.path(), &format!("{} {part}", scenes("lift.ron")), 0);
    assert!(out.contains("left out for all: 1 mover"), "{out}");
    let (_, out) = bench(dir.path(), &format!("s.ron {part}"), 0);
    assert!(!out.contains("left out"), "{out}");
}

#[test]
fn counted_work_stands_beside_the_least() {
    let dir = with_blocks();
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
    let dir = with_blocks();
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
    let dir = with_blocks();
    let stairs = scenes("stairs.ron");
    ends(dir.path(), &format!("export {stairs} -o run.txt"), 0);
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
    let dir = with_blocks();
    let stairs = scenes("stairs.ron");
    let players = "--players 1,12 --threads 1,3 --seconds 0.2";
    for input in ["random", "scene"] {
        let line = format!("{stairs} {players} --input {input} --contestants bsp~stale-state");
        let (cases, _) = bench(dir.path(), &line, 1);
        let (of_twelve, _) = varied(&cases, Axis::Players)[1];
        assert!(of_twelve.row(Check::Company).is_some_and(|row| row.failed > 0));
        assert!(of_twelve.samples.is_empty());
    }
    // Its players end alike in company and alone; the referee alone sees that it is wrong.
    let line = format!("{stairs} --players 1 --seconds 0.1 --contestants bvh~end-too-deep");
    let (cases, _) = bench(dir.path(), &line, 1);
    let failed: Vec<Check> = cases
        .iter()
        .flat_map(Case::failures)
        .map(|row| row.check)
        .collect();
    assert_eq!(failed, [Check::WrongAnswer]);
    let line = format!("{stairs} --count 200 --rounds 3 --contestants bvh,bvh~skipped-brush");
    let (cases, _) = bench(dir.path(), &line, 1);
    let times = |name: &str| {
        let own = cases.iter().filter(|case| case.contestant == name);
        own.filter_map(|case| case.row(Check::TimesSweep)?.value)
            .collect::<Vec<_>>()
    };
    assert_eq!(times("bvh"), [1.0; 3], "the fastest of those that are right");
    assert_eq!(times("bvh~skipped-brush").len(), 3, "shown all the same");
}

/// Players of two contestants: the fastest has exactly one, the other the median of the ratios of frames.
#[test]
fn frames_are_ranked_by_pairs_with_an_interval() {
    let dir = with_blocks();
    let stairs = scenes("stairs.ron");
    let line = format!("{stairs} --players 8 --seconds 0.4 --contestants bsp,bvh,cylinder");
    let (cases, _) = bench(dir.path(), &line, 0);
    let served: Vec<&Case> = varied(&cases, Axis::Players)
        .into_iter()
        .map(|(case, _)| case)
        .collect();
    let times: Vec<f64> = served.iter().map(|case| value(case, Check::TimesFrame)).collect();
    let fastest = times.iter().position(|times| *times == 1.0).unwrap();
    for (case, times) in served.iter().zip(&times) {
        let [own, base] = [*case, served[fastest]].map(|case| &case.samples[&Check::FrameTime]);
        let mut pairs: Vec<f64> = own.iter().zip(base).map(|(a, b)| a / b).collect();
        pairs.sort_by(f64::total_cmp);
        let [below, above] = [pairs[(pairs.len() - 1) / 2], pairs[pairs.len() / 2]];
        // The median is taken of logarithms.
        let is_median = (below * (1.0 - 1e-12)..=above * (1.0 + 1e-12)).contains(times);
        assert!(is_median, "{below} {times} {above}");
        let [low, high] = case.row(Check::TimesFrame).unwrap().interval.unwrap();
        assert!(low <= *times && *times <= high && (low < high) == (*times != 1.0));
    }
}

/// Everyone is left out by a budget of a microsecond, and named: all are those that the build lists.
#[test]
fn who_would_take_too_long_or_hold_too_much_is_left_out_and_named() {
    let dir = with_blocks();
    let (_, list, _) = compare(dir.path(), "list contestants");
    let names = list.lines().skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = names
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(
        names.contains(&"bsp") && names.contains(&"rapier:tuned"),
        "{list}"
    );
    let left = |line: &str| -> Vec<String> {
        compare(dir.path(), &format!("bench {line} --out o"));
        let cases = Results::read(&dir.path().join("o/results.jsonl")).unwrap().cases;
        let left = cases
            .iter()
            .filter(|case| case.reason().is_some() && !case.is_failed());
        left.map(|case| case.contestant.clone()).collect()
    };
    let soon = "s.ron --players 2 --seconds 0.1 --most-seconds 1e-6 --contestants";
    assert_eq!(left(&format!("{soon} all")), names);
    // No run was asked, so none passed.
    ends(dir.path(), &format!("bench {soon} bvh --out o"), 1);
    let line = "towns --brushes 24,2400 --count 20 --rounds 1 --contestants bsp,bvh --most-megabytes 0.05";
    assert_eq!(left(line), ["bsp", "bvh"]);
}
