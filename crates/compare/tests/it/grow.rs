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
    let overview = std::fs::read_to_string(dir.path().join("reports/latest/index.html")).unwrap();
    assert!(
        overview.contains("grow/index.html"),
        "the overview names the page"
    );
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

#[test]
fn a_readme_gets_one_table_of_all_that_costs() {
    let dir = tempfile::tempdir().unwrap();
    let from = dir.path().join("reports/latest");
    let (code, _, errors) = grow(dir.path(), &[&FEW[..], &["--sizes", "300,30"]].concat());
    assert_eq!(code, 0, "{errors}");
    let load = Command::cargo_bin("compare")
        .unwrap()
        .args(["load", "../../scenes/stairs.ron", "--contestants", "bsp,hull"])
        .args([
            "--players",
            "1,3",
            "--threads",
            "1",
            "--rates",
            "60",
            "--seconds",
            "0.2",
            "--out",
        ])
        .arg(from.join("load"))
        .output()
        .unwrap();
    // Some of the clip hulls' answers are wrong there.
    assert!(matches!(load.status.code(), Some(0 | 1)), "{load:?}");
    let readme = dir.path().join("README.md");
    std::fs::write(
        &readme,
        "a\n<!-- table speed -->\n<!-- end of table speed -->\nb\n",
    )
    .unwrap();
    let report = Command::cargo_bin("compare")
        .unwrap()
        .args(["report", "--from"])
        .arg(&from)
        .arg("--readme")
        .arg(&readme)
        .output()
        .unwrap();
    assert!(report.status.success(), "{report:?}");
    let text = std::fs::read_to_string(readme).unwrap();
    assert!(
        text.contains("town of 300 brushes · ticks and frames of 3 players on stairs at 60 Hz"),
        "{text}"
    );
    let cells = |name: &str| -> Vec<String> {
        let row = text.lines().find(|l| l.starts_with(&format!("| {name} |")));
        let row = row.unwrap_or_else(|| panic!("{name}: {text}"));
        row.split('|')
            .map(|c| c.trim().to_owned())
            .filter(|c| !c.is_empty())
            .collect()
    };
    let (bsp, bvh) = (cells("bsp"), cells("bvh"));
    assert!(bsp.len() == 8 && bsp[1..].iter().all(|c| c != "—"), "{text}");
    // `load` was not asked about it.
    assert_eq!(bvh[4..6], ["—", "—"], "{text}");
    let (_, rows) = rows(&std::fs::read_to_string(from.join("grow/grow.json")).unwrap());
    let largest = rows
        .iter()
        .find(|r| r["brushes"] == 300 && r["contestant"] == "bsp")
        .unwrap();
    let a_brush = largest["bytes"]["counted"].as_f64().unwrap() / 300.0;
    let shown: f64 = bsp[7].replace(',', "").parse().unwrap();
    assert!((shown - a_brush).abs() <= 0.5, "{text}");
    assert!(!text.contains("<!-- table speed -->\n<!--"), "{text}");
}
