//! `compare load`: the same players on one thread and on more by every kind of input. Then a planted fault that only shows in
//! company, left-out contestants, cache misses, and bad input.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

const STAIRS: &str = "../../scenes/stairs.ron";

fn compare(args: &[&str]) -> (i32, Vec<u8>, String) {
    let done = Command::cargo_bin("compare")
        .unwrap()
        .args(args)
        .output()
        .unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    (done.status.code().unwrap(), done.stdout, errors)
}

fn load(args: &[&str]) -> (i32, Vec<u8>, String) {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("load").display().to_string();
    compare(&[&["load", STAIRS, "--export-json", "-", "--out", &out], args].concat())
}

fn book(args: &[&str]) -> Value {
    let (code, json, errors) = load(args);
    assert_eq!(code, 0, "{errors}");
    serde_json::from_slice(&json).unwrap()
}

const FEW: [&str; 8] = [
    "--players",
    "1,12",
    "--threads",
    "1,3",
    "--rates",
    "125",
    "--seconds",
    "0.4",
];
/// The same where a file says the rate.
const OF_FILE: [&str; 6] = ["--players", "1,12", "--threads", "1,3", "--seconds", "0.4"];

/// Hashes of the last states of 1 player, and of 12 on 1 and on 3 threads.
fn hashes(book: &Value) -> Vec<[String; 2]> {
    let is_one_run = book["input"] != "random";
    let rows = book["rows"].as_array().unwrap();
    // One player has no use for three threads.
    assert_eq!(rows.len(), 2 * 3);
    let of = |row: &Value| row["state_hash"].as_str().unwrap().to_owned();
    let of_one = |rows: &[Value]| {
        assert!(rows.iter().all(|row| row["unlike_alone"] == false), "{rows:?}");
        // The first of 50 frames fills the caches.
        assert_eq!(rows[1]["frames"], 49);
        // Random commands are new in each pass.
        assert_eq!(rows[1]["state_hash"] == rows[2]["state_hash"], is_one_run);
        assert_ne!(rows[0]["state_hash"], rows[1]["state_hash"]);
        [of(&rows[0]), of(&rows[1])]
    };
    rows.chunks(3).map(of_one).collect()
}

#[test]
fn players_end_alike_on_one_thread_and_on_three_by_every_input() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("run.txt").display().to_string();
    let (code, _, errors) = compare(&["export-commands", STAIRS, "-o", &file]);
    assert_eq!(code, 0, "{errors}");
    let who = ["--contestants", "bsp,bvh"];
    let random = hashes(&book(&[&FEW[..], &who].concat()));
    let scene = book(&[&FEW[..], &who, &["--input", "scene"]].concat());
    let recorded = book(&[&OF_FILE[..], &who, &["--input", &file]].concat());
    assert_eq!(recorded["rows"][0]["hertz"], 125.0, "as the file has it");
    assert_eq!([&scene["input"], &recorded["input"]], ["scene", file.as_str()]);
    let (scene, recorded) = (hashes(&scene), hashes(&recorded));
    assert_ne!(random, scene);
    // The exported run is the first contestant's, whose script it is.
    assert_eq!(scene[0], recorded[0]);
}

#[test]
fn answers_that_depend_on_what_was_asked_before_are_not_timed() {
    for input in ["random", "scene"] {
        let (code, json, errors) =
            load(&[&FEW[..], &["--contestants", "bsp~stale-state", "--input", input]].concat());
        assert_eq!(code, 1, "{errors}");
        let book: Value = serde_json::from_slice(&json).unwrap();
        let of_twelve = &book["rows"][1];
        assert_eq!(of_twelve["unlike_alone"], true, "{input}");
        assert_eq!(of_twelve["ticks_per_second"], 0.0);
        assert!(of_twelve["relative"].is_null());
    }
}

#[test]
fn wrong_answers_are_said_first_and_fail() {
    for (contestant, is_right) in [("bvh", true), ("bvh~end-too-deep", false)] {
        let (code, json, errors) = load(&[&FEW[..], &["--contestants", contestant]].concat());
        assert_eq!(code, if is_right { 0 } else { 1 }, "{errors}");
        let book: Value = serde_json::from_slice(&json).unwrap();
        let wrong = book["wrong"].as_array().unwrap();
        assert_eq!(wrong.is_empty(), is_right, "{wrong:?}");
    }
}

#[test]
fn ratios_have_intervals_that_hold_them() {
    let book = book(&[&FEW[..], &["--contestants", "bsp,bvh"]].concat());
    let rows = book["rows"].as_array().unwrap();
    let of = |row: &Value, name: &str| -> [f64; 3] {
        let ratio = &row[name];
        let end = |i: usize| ratio["interval"][i].as_f64().unwrap();
        [end(0), ratio["value"].as_f64().unwrap(), end(1)]
    };
    for pair in [[0, 3], [1, 4], [2, 5]] {
        let [a, b] = pair.map(|i| of(&rows[i], "relative"));
        let (quickest, other) = if a == [1.0; 3] { (a, b) } else { (b, a) };
        assert_eq!(quickest, [1.0; 3]);
        assert!(
            other[1] >= 1.0 && other[0] <= other[1] && other[1] <= other[2],
            "{other:?}"
        );
    }
    for (i, row) in rows.iter().enumerate() {
        if row["threads"] == 1 {
            assert!(row["scaling"].is_null(), "row {i}");
        } else {
            let [low, value, high] = of(row, "scaling");
            assert!(low > 0.0 && low <= value && value <= high, "row {i}");
        }
    }
    let said = book["speeds"].as_array().unwrap();
    assert!(
        !said.is_empty(),
        "one contestant is the quicker, or they are not told apart"
    );
    for sentence in said {
        let sentence = sentence.as_str().unwrap();
        assert!(
            sentence.starts_with("12 players at 125 Hz on 3 threads: "),
            "{sentence}"
        );
        assert!(sentence.contains('[') || sentence.contains("x to "), "{sentence}");
    }
}

#[test]
fn who_would_take_too_long_is_left_out_and_named() {
    let book = book(&[&FEW[..], &["--contestants", "bsp,bvh", "--most-seconds", "1e-6"]].concat());
    assert_eq!(book["rows"].as_array().unwrap().len(), 0);
    let left_out = book["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 2 * 2);
    assert!(
        left_out[0]["why"]
            .as_str()
            .unwrap()
            .contains("the budget is 0.000001 s"),
        "{book}"
    );
}

#[test]
fn all_are_those_that_the_build_lists() {
    let (_, list, _) = compare(&["list", "contestants"]);
    let list = String::from_utf8(list).unwrap();
    let names: Vec<&str> = list
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(
        names.contains(&"bsp") && names.contains(&"rapier:tuned"),
        "{list}"
    );
    let few = [
        "--players",
        "2",
        "--threads",
        "1",
        "--rates",
        "60",
        "--seconds",
        "0.1",
    ];
    let (code, json, errors) = load(&[&few[..], &["--contestants", "all"]].concat());
    // Some libraries answer wrong.
    assert!(matches!(code, 0 | 1), "{errors}");
    let book: Value = serde_json::from_slice(&json).unwrap();
    let measured: Vec<&str> = book["rows"]
        .as_array()
        .unwrap()
        .iter()
        .chain(book["left_out"].as_array().unwrap())
        .map(|row| row["contestant"].as_str().unwrap())
        .collect();
    for name in &names {
        assert!(measured.contains(name), "{name}: {measured:?}");
    }
    assert_eq!(measured.len(), names.len());
}

const SOLID: [&str; 7] = ["--solid", "--players", "12", "--rates", "60", "--seconds", "0.5"];

/// The same lift under players that meet each other, and left out for those that do not.
#[test]
fn solid_players_and_movers_play_if_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("load").display().to_string();
    let on = |args: &[&str]| {
        let lift = [
            "load",
            "../../scenes/lift.ron",
            "--export-json",
            "-",
            "--out",
            &out,
        ];
        compare(&[&lift[..], args].concat())
    };
    let (code, json, errors) = on(&[&SOLID[..], &["--contestants", "bsp,rapier"]].concat());
    assert_eq!(code, 0, "{errors}");
    let book: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&book["solid"], &book["movers"]), (&true.into(), &1.into()));
    let rows = book["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1, "{book}");
    assert_eq!(
        (&rows[0]["contestant"], &rows[0]["threads"]),
        (&"bsp".into(), &1.into())
    );
    // Two passes of 30 frames, and no time without a judge.
    assert_eq!(book["judged"][0]["turns"], 12 * 30 * 2);
    assert_eq!(book["judged"][0]["entered"], 0);
    let left = &book["left_out"][0];
    assert_eq!(left["contestant"], "rapier");
    let csv = std::fs::read_to_string(dir.path().join("load/load.csv")).unwrap();
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (heads, row) = (lines.next().unwrap(), lines.next().unwrap());
    let of = |name: &str| row[heads.iter().position(|head| *head == name).unwrap()];
    assert_eq!((of("solid"), of("movers")), ("true", "1"));

    let (code, json, errors) = on(&[&SOLID[..], &["--contestants", "bsp~players-pass"]].concat());
    assert_eq!(code, 1, "{errors}");
    let book: Value = serde_json::from_slice(&json).unwrap();
    assert_ne!(book["judged"][0]["entered"], 0, "{book}");

    let (code, json, errors) = on(&[&SOLID[1..], &["--contestants", "bsp", "--threads", "1"]].concat());
    assert_eq!(code, 0, "{errors}");
    let book: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&book["solid"], &book["movers"]), (&false.into(), &1.into()));
}

/// Two hundred players do not fit a first cache of 32 kB. So every tick finds some of its player elsewhere.
#[test]
fn cache_misses_are_counted_or_the_message_says_what_to_install() {
    let few = [
        "--players",
        "2",
        "--threads",
        "1",
        "--rates",
        "6",
        "--seconds",
        "0.5",
    ];
    let (code, json, errors) = load(&[&few[..], &["--contestants", "bsp", "--cache-misses=200"]].concat());
    if code == 2 {
        return;
    }
    assert_eq!(code, 0, "{errors}");
    let book: Value = serde_json::from_slice(&json).unwrap();
    let found = &book["misses"];
    assert_eq!([&found["players"], &found["ticks"]], [200, 3]);
    assert_eq!(found["simulated"], found["counter"] == "cachegrind");
    let [first, last] = [0, 1].map(|i| found["rows"][0]["misses"][i].as_f64().unwrap());
    assert!(first >= 1.0 && last <= first, "{found}");
}

#[test]
fn bad_input_is_refused_before_anything_is_built() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| -> String {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = "0 0 25 0\n8 127 0 0 0 0\n";
    let [empty, start, words, buried, far, good] = [
        file("empty.txt", ""),
        file("start.txt", "0 0 25 0\n"),
        file("words.txt", "0 0 25 0\n8 forward 0 0 0 0\n"),
        file("buried.txt", &good.replace("0 0 25", "0 0 -30")),
        file("far.txt", &good.replace("0 0 25", "90000 0 25")),
        file("good.txt", good),
    ];
    let nowhere = dir.path().join("nowhere.txt").display().to_string();
    for (bad, says) in [
        (
            &["--players", "1000000", "--seconds", "60", "--rates", "1000"][..],
            "at most 50000000",
        ),
        (&["--players", "0"], "--players"),
        (
            &["--players", "1000000", "--seconds", "0.1", "--contestants", "all"],
            "at a time",
        ),
        (&["--threads", "1024", "--contestants", "all"], "fewer --threads"),
        (&["--contestants", "all,bsp"], "not both"),
        (&["--most-seconds", "0"], "more than 0"),
        (&["--input", ""], "random, scene or a file"),
        (&["--input", &nowhere], "No such file"),
        (&["--input", &empty], "the file is empty"),
        (&["--input", &start], "it holds no command"),
        (&["--input", &words], "line 2"),
        (&["--input", &buried], "inside a solid of"),
        (&["--input", &far], "outside"),
        (&["--input", &good, "--rates", "60"], "leave --rates out"),
        (&["--cache-misses", "--shard", "1/2"], "cannot be used with"),
        (&["--solid", "--input", "scene"], "begin inside each other"),
        (&["--solid", "--threads", "2"], "leave --threads out"),
        (&["--solid", "--cache-misses"], "cannot be used with"),
    ] {
        let (code, _, errors) = load(
            &[
                bad,
                &["--contestants", "bsp"][..if bad.contains(&"--contestants") { 0 } else { 2 }],
            ]
            .concat(),
        );
        assert_eq!(code, 2, "{bad:?}: {errors}");
        assert!(errors.contains(says), "{bad:?}: {errors}");
        let own = errors
            .lines()
            .filter(|line| line.starts_with("compare: "))
            .count();
        assert!(own <= 1, "one message: {errors}");
    }
    assert!(Path::new(&good).is_file());
}

#[test]
fn many_rows_are_shown_by_details_and_the_fullest_without() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("load").display().to_string();
    let asked = "--players 1,2,3,4,5 --rates 60,125,333 --threads 1 --seconds 0.1 --contestants bsp,bvh";
    let asked: Vec<&str> = asked.split(' ').collect();
    let rows = |more: &[&str]| {
        let (code, said, errors) = compare(&[&["load", STAIRS, "--out", &out], &asked[..], more].concat());
        assert_eq!(code, 0, "{errors}");
        let said = String::from_utf8(said).unwrap();
        let row = |line: &&str| {
            let mut words = line.split_whitespace();
            ["bsp", "bvh"].contains(&words.next().unwrap_or(""))
                && words.next().is_some_and(|n| n.parse::<u32>().is_ok())
        };
        (
            said.lines().filter(row).count(),
            said.contains("every figure: --details"),
        )
    };
    assert_eq!(rows(&[]), (2 * 3, true));
    assert_eq!(rows(&["--details"]), (2 * 3 * 5, false));
}
