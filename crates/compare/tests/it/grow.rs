//! `compare grow`: tiny towns end to end, a budget that leaves out, and bad options.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

fn grow(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let done = Command::cargo_bin("compare")
        .unwrap()
        .arg("grow")
        .arg("--out")
        .arg(dir.join("reports/latest/grow"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

const FEW: [&str; 4] = ["--sweeps", "20", "--contestants", "bsp,bvh"];

fn rows(json: &str) -> (Value, Vec<Value>) {
    let book: Value = serde_json::from_str(json).unwrap();
    let rows = book["rows"].as_array().unwrap().clone();
    (book, rows)
}

#[test]
fn tiny_towns_are_measured_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let (code, table, errors) = grow(dir.path(), &[&FEW[..], &["--sizes", "300,30"]].concat());
    assert_eq!(code, 0, "{table}{errors}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let folder = dir.path().join("reports/latest/grow");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let (_, rows) = rows(&read("grow.json"));
    let sizes: Vec<u64> = rows.iter().map(|r| r["brushes"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [30, 30, 300, 300]);
    for row in &rows {
        assert!(
            row["bytes"]["counted"].as_u64().unwrap() > 0 && row["build_seconds"].as_f64().unwrap() > 0.0
        );
        assert!(row["tick_ns"].as_f64().unwrap() > 0.0);
        for cost in row["traces"].as_array().unwrap() {
            assert!(cost["ns"].as_f64().unwrap() > 0.0, "{cost}");
            assert_eq!(
                [&cost["missed"], &cost["phantom"], &cost["penetrating"]],
                [0, 0, 0]
            );
        }
    }
    assert_eq!(read("grow.csv").lines().count(), 1 + 4);
    let page = read("index.html");
    assert!(page.contains("How cost grows with the world") && page.matches("<svg").count() >= 6);
    let index = std::fs::read_to_string(dir.path().join("reports/latest/index.html")).unwrap();
    assert!(index.contains("grow/index.html"), "the index names the page");
}

#[test]
fn who_would_go_beyond_the_budget_is_left_out_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let budget = [
        "--sizes",
        "24,2400",
        "--most-megabytes",
        "0.05",
        "--export-json",
        "-",
    ];
    let (code, json, errors) = grow(dir.path(), &[&FEW[..], &budget].concat());
    assert_eq!(code, 0, "{errors}");
    let (book, rows) = rows(&json);
    assert!(rows.iter().all(|r| r["brushes"] == 24), "{json}");
    let left_out = book["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 2, "{json}");
    assert!(
        left_out[0]["why"]
            .as_str()
            .unwrap()
            .contains("the budget is 0.05 MB")
    );
}

#[test]
fn seeds_repeat_to_the_bit() {
    let dir = tempfile::tempdir().unwrap();
    let maps = |name: &str, seed: &str| {
        let folder = dir.path().join(name);
        let args = [
            "--sizes",
            "24",
            "--seed",
            seed,
            "--export-maps",
            folder.to_str().unwrap(),
        ];
        let (code, _, errors) = grow(dir.path(), &[&FEW[..], &args].concat());
        assert_eq!(code, 0, "{errors}");
        std::fs::read(folder.join("town-24.map")).unwrap()
    };
    let town = maps("a", "5");
    assert!(town == maps("b", "5"), "the same seed");
    assert!(town != maps("c", "6"), "another seed");
}

#[test]
fn bad_options_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    for bad in [
        &["--sizes", "0"][..],
        &["--sizes", "100000000"],
        &["--quick", "--sizes", "10"],
        &["--most-seconds", "-1"],
        &["--most-megabytes", "nan"],
        &["--contestants", "bsq"],
    ] {
        let (code, _, errors) = grow(dir.path(), bad);
        assert_eq!(code, 2, "{bad:?}: {errors}");
    }
}
