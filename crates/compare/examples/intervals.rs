//! Whether intervals of times cover, and whether `compare diff` ever calls one binary slower than itself. `compare` runs again
//! and again, each run in its own process, on a quiet machine or beside busy processes.
//!
//! `cargo build --release -p compare && cargo run --release -p compare --example intervals -- target/release/compare
//! [RUNS] [BUSY]`: 50 runs beside no busy process unless told otherwise. It takes about 10 s a run; nothing in CI runs it.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a study prints, and stops where it cannot go on"
)]

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};

/// Backends of the timed sweeps.
const BACKENDS: &str = "bsp,bvh,bvh:stock";
/// Pairs of reports that `compare diff` is asked about.
const PAIRS: usize = 20;
const SCENE: &str = "scenes/stairs.ron";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let Some(compare) = args.get(1) else {
        println!("usage: intervals COMPARE [RUNS] [BUSY]");
        return;
    };
    let number = |at: usize, otherwise| args.get(at).map_or(otherwise, |n: &String| n.parse().unwrap());
    let (runs, busy) = (number(2, 50), number(3, 0));
    let neighbours: Vec<Child> = (0..busy)
        .map(|_| {
            Command::new("sh")
                .args(["-c", "while :; do :; done"])
                .spawn()
                .unwrap()
        })
        .collect();
    coverage(compare, runs);
    gate(compare);
    for mut neighbour in neighbours {
        neighbour.kill().unwrap();
        neighbour.wait().unwrap();
    }
}

/// The ratio of one run and its interval.
type Ratio = (f64, [f64; 2]);

fn coverage(compare: &str, runs: usize) {
    let mut found: BTreeMap<String, Vec<Ratio>> = BTreeMap::new();
    for _ in 0..runs {
        let out = Command::new(compare)
            .args(["bench", SCENE, "--contestants", BACKENDS, "--count", "2000"])
            .args(["--export-json", "-"])
            .stderr(Stdio::null())
            .output()
            .unwrap();
        let results: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        for case in results["cases"].as_array().unwrap() {
            let rows = case["rows"].as_array().unwrap();
            let Some(row) = rows.iter().find(|row| row["check"] == "times_sweep") else {
                continue;
            };
            // The fastest has no interval of its own. No number is infinity, which JSON lacks.
            let end = |i: usize| row["interval"][i].as_f64().unwrap_or(f64::INFINITY);
            let ratio = (row["value"].as_f64().unwrap(), [end(0), end(1)]);
            if ratio.1 != [1.0; 2] {
                let name = format!("{} {}", case["contestant"], case["axes"]["lengths"]);
                found.entry(name).or_default().push(ratio);
            }
        }
    }
    println!(
        "ratio, runs, grand median, standard deviation of its logarithm, median width of intervals, covered"
    );
    for (name, ratios) in found {
        let mut sorted: Vec<f64> = ratios.iter().map(|r| r.0).collect();
        let grand = median(&mut sorted);
        let logs: Vec<f64> = ratios.iter().map(|r| r.0.ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        let spread = (logs.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / logs.len() as f64).sqrt();
        let covered = ratios
            .iter()
            .filter(|(_, [low, high])| *low <= grand && grand <= *high)
            .count();
        let mut widths: Vec<f64> = ratios.iter().map(|(_, [low, high])| high / low).collect();
        println!(
            "{name}, {}, {grand:.3}, {spread:.4}, {:.3}, {covered} of {}",
            ratios.len(),
            median(&mut widths),
            ratios.len()
        );
    }
}

fn gate(compare: &str) {
    let dir = tempfile::tempdir().unwrap();
    let run = |k: usize| {
        let out = dir.path().join(k.to_string());
        let status = Command::new(compare)
            .args([SCENE, "--out"])
            .arg(&out)
            .args(["--export-json", "-"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "{SCENE} fails");
        out
    };
    let mut wrong = 0;
    let mut words: BTreeMap<String, usize> = BTreeMap::new();
    let mut before = run(0);
    for k in 1..=PAIRS {
        let after = run(k);
        let out = Command::new(compare)
            .arg("diff")
            .args([&before, &after])
            .args(["--fail-on", "regression"])
            .output()
            .unwrap();
        wrong += usize::from(!out.status.success());
        let table = String::from_utf8_lossy(&out.stdout).into_owned();
        for row in table
            .lines()
            .filter(|l| l.contains(" trace ") || l.contains(" tick "))
        {
            for word in ["slower", "quicker", "with others", "same", "undecided"] {
                if row.contains(word) {
                    *words.entry(word.into()).or_default() += 1;
                }
            }
        }
        before = after;
    }
    println!("one binary twice: {wrong} of {PAIRS} pairs are called a regression; {words:?}");
}

fn median(all: &mut [f64]) -> f64 {
    all.sort_by(f64::total_cmp);
    let n = all.len();
    (all[(n - 1) / 2] + all[n / 2]) / 2.0
}
