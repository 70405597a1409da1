//! `compare load`: the same players on one thread and on more by every kind of input. Then a planted fault that only shows in
//! company, left-out contestants, and bad input.

use crate::support::{compare_line, scenes};
use serde_json::Value;

const FEW: &str = "--players 1,12 --threads 1,3 --rates 125 --seconds 0.4";
/// The same where a file says the rate.
const OF_FILE: &str = "--players 1,12 --threads 1,3 --seconds 0.4";

fn load(args: &str) -> (Option<i32>, String, String) {
    let dir = tempfile::tempdir().unwrap();
    compare_line(
        dir.path(),
        &format!("load {} --export-json - --out load {args}", scenes("stairs.ron")),
    )
}

fn book(args: &str, ends: i32) -> Value {
    let (code, json, errors) = load(args);
    assert_eq!(code, Some(ends), "{errors}");
    serde_json::from_str(&json).unwrap()
}

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
    let (code, _, errors) = compare_line(dir.path(), &format!("export {} -o {file}", scenes("stairs.ron")));
    assert_eq!(code, Some(0), "{errors}");
    let random = book(&format!("{FEW} --contestants bsp,bvh"), 0);
    ratios_have_intervals_that_hold_them(&random);
    let scene = book(&format!("{FEW} --contestants bsp --input scene"), 0);
    let recorded = book(&format!("{OF_FILE} --contestants bsp --input {file}"), 0);
    assert_eq!(recorded["rows"][0]["hertz"], 125.0, "as the file has it");
    assert_eq!([&scene["input"], &recorded["input"]], ["scene", file.as_str()]);
    let [scene, recorded] = [scene, recorded].map(|book| of_bsp(&book));
    assert_ne!(hashes(&random)[0], scene);
    // The exported run is the first contestant's, whose script it is.
    assert_eq!(scene, recorded);
}

/// The same of a book with one contestant.
fn of_bsp(book: &Value) -> [String; 2] {
    let mut twice = book.clone();
    let rows = twice["rows"].as_array_mut().unwrap();
    rows.extend_from_within(..);
    hashes(&twice).remove(0)
}

fn ratios_have_intervals_that_hold_them(book: &Value) {
    let rows = book["rows"].as_array().unwrap();
    let of = |row: &Value, name: &str| -> [f64; 3] {
        let ratio = &row[name];
        let end = |i: usize| ratio["interval"][i].as_f64().unwrap();
        [end(0), ratio["value"].as_f64().unwrap(), end(1)]
    };
    for pair in [[0, 3], [1, 4], [2, 5]] {
        let [a, b] = pair.map(|i| of(&rows[i], "relative"));
        let (quickest, [low, value, high]) = if a == [1.0; 3] { (a, b) } else { (b, a) };
        assert_eq!(quickest, [1.0; 3]);
        assert!(
            value >= 1.0 && low <= value && value <= high,
            "{low} {value} {high}"
        );
    }
    for row in rows {
        if row["threads"] == 1 {
            assert!(row["scaling"].is_null(), "{row}");
        } else {
            let [low, value, high] = of(row, "scaling");
            assert!(low > 0.0 && low <= value && value <= high, "{row}");
        }
    }
}

#[test]
fn answers_that_depend_on_what_was_asked_before_are_not_timed() {
    for input in ["random", "scene"] {
        let book = book(&format!("{FEW} --contestants bsp~stale-state --input {input}"), 1);
        let of_twelve = &book["rows"][1];
        assert_eq!(of_twelve["unlike_alone"], true, "{input}");
        assert_eq!(of_twelve["ticks_per_second"], 0.0);
        assert!(of_twelve["relative"].is_null());
    }
}

#[test]
fn wrong_answers_fail() {
    for (contestant, code) in [("bvh", 0), ("bvh~end-too-deep", 1)] {
        let few = "--players 1 --threads 1 --rates 125 --seconds 0.1";
        let book = book(&format!("{few} --contestants {contestant}"), code);
        assert_eq!(book["wrong"].as_array().unwrap().is_empty(), code == 0, "{book}");
    }
}

/// Everyone is left out by a budget of a microsecond, and named: all are those that the build lists.
#[test]
fn who_would_take_too_long_is_left_out_and_named() {
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
    let few = "--players 2 --threads 1 --rates 60 --seconds 0.1 --most-seconds 1e-6";
    let (_, json, errors) = load(&format!("{few} --contestants all"));
    let book: Value = serde_json::from_str(&json).expect(&errors);
    assert_eq!(book["rows"].as_array().unwrap().len(), 0, "{book}");
    let left_out = book["left_out"].as_array().unwrap();
    let left_out: Vec<&str> = left_out
        .iter()
        .map(|row| row["contestant"].as_str().unwrap())
        .collect();
    assert!(names.iter().all(|name| left_out.contains(name)), "{left_out:?}");
    assert_eq!(left_out.len(), names.len());
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
        std::fs::write(dir.path().join(file), text).unwrap();
    }
    for (bad, says) in [
        (
            "--contestants bsp --players 1000000 --seconds 60 --rates 1000",
            "50000000",
        ),
        ("--contestants bsp --players 0", "--players"),
        ("--contestants all --players 1000000 --seconds 0.1", "at a time"),
        ("--contestants all --threads 1024", "--threads"),
        ("--contestants all,bsp", "all"),
        ("--contestants bsp --most-seconds 0", "more than 0"),
        ("--contestants bsp --input nowhere.txt", "nowhere.txt"),
        ("--contestants bsp --input empty.txt", "empty.txt"),
        ("--contestants bsp --input start.txt", "start.txt"),
        ("--contestants bsp --input words.txt", "line 2"),
        ("--contestants bsp --input buried.txt", "inside a solid"),
        ("--contestants bsp --input far.txt", "outside"),
        ("--contestants bsp --input good.txt --rates 60", "--rates"),
    ] {
        let (code, _, errors) = compare_line(dir.path(), &format!("load {} {bad}", scenes("stairs.ron")));
        assert_eq!(code, Some(2), "{bad}: {errors}");
        assert!(errors.contains(says), "{bad}: {errors}");
    }
}
