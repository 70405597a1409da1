//! `compare grow`: tiny towns end to end, a budget that leaves out, and bad options.

use crate::support::{compare_line, refused};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn grow(dir: &Path, args: &str) -> String {
    let line = format!("grow --sweeps 20 --contestants bsp,bvh {args}");
    let (code, out, errors) = compare_line(dir, &line);
    assert_eq!(code, Some(0), "{out}{errors}");
    out
}

#[test]
fn tiny_towns_are_measured_and_seeds_repeat_to_the_bit() {
    let dir = tempfile::tempdir().unwrap();
    grow(dir.path(), "--sizes 300,30 --seed 5 --export-maps a");
    let folder = dir.path().join("reports/latest/grow");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let book: Value = serde_json::from_str(&read("grow.json")).unwrap();
    let rows = book["rows"].as_array().unwrap();
    let sizes: Vec<u64> = rows.iter().map(|r| r["brushes"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [30, 30, 300, 300]);
    for row in rows {
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
    assert!(folder.join("index.html").is_file());
    for (name, seed) in [("b", "5"), ("c", "6")] {
        grow(
            dir.path(),
            &format!("--sizes 30 --seed {seed} --export-maps {name}"),
        );
    }
    let [a, b, c] = ["a", "b", "c"].map(|name| fs::read(dir.path().join(name).join("town-30.map")).unwrap());
    assert!(a == b && a != c);
}

#[test]
fn who_would_go_beyond_the_budget_is_left_out_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let json = grow(
        dir.path(),
        "--sizes 24,2400 --most-megabytes 0.05 --export-json -",
    );
    let book: Value = serde_json::from_str(&json).unwrap();
    assert!(
        book["rows"]
            .as_array()
            .unwrap()
            .iter()
            .all(|r| r["brushes"] == 24),
        "{json}"
    );
    assert_eq!(book["left_out"].as_array().unwrap().len(), 2, "{json}");
}

#[test]
fn bad_options_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    for bad in [
        "--sizes 0",
        "--sizes 100000000",
        "--quick --sizes 10",
        "--most-seconds -1",
        "--most-megabytes nan",
        "--contestants bsq",
    ] {
        refused(dir.path(), &format!("grow {bad}"), "");
    }
}
