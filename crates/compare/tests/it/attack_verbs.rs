//! Damaged files of every format that a user brings, before the built program, verb by verb, under a limit of memory and time.
//! Exit code 0, 1 or 2, a message that no terminal obeys, and nothing written outside the folder.
//!
//! A short run; `CLIPMARK_ATTACKS_RUNS=10000 cargo test -p compare --test it attack_verbs::` makes that many
//! (docs/notes/attacks.md).
#![cfg(unix)]

use crate::attack::damage::Random;
use crate::attack::{damaged, good_files};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Runs unless the environment says more: each verb twice.
const RUNS: usize = 2 * VERBS.len();
/// Address space of the program, in kilobytes, and its time, in seconds. A dev build on a loaded machine takes several.
const MEMORY: &str = "4000000";
const SECONDS: &str = "120";

/// Verbs by the good file that is damaged: `FILE` is where it lies, and it is put back afterwards.
const VERBS: &[(&str, &str)] = &[
    ("scene", "s.ron --dry-run"),
    ("scene", "s.ron --quick --contestants bsp --out o/scene"),
    ("scene", "export s.ron -o o/s.map"),
    ("scene", "export s.ron -o o/c.txt"),
    (
        "scene",
        "bar --worlds s.ron --contestants bvh --sweeps 200 --rest 16 --walkers 1 --ticks 20 --out o/bar",
    ),
    (
        "scene",
        "bench s.ron --players 1 --seconds 0.1 --contestants bsp --out o/load",
    ),
    (
        "map",
        "trace --world s.bsp --backend bsp --hull player sweeps.txt",
    ),
    (
        "map",
        "trace --world s.bsp --backend hull --hull hull1 sweeps.txt",
    ),
    (
        "map text",
        "trace --world s.map --backend bvh --hull player sweeps.txt",
    ),
    (
        "sweeps",
        "trace --world s.ron --backend cylinder --hull player sweeps.txt",
    ),
    (
        "sweeps",
        "bench s.ron --contestants bsp,bvh --rounds 3 --sweeps sweeps.txt --out o/bench",
    ),
    (
        "answers",
        "trace --world s.ron --backend bsp --hull player --check answers.txt sweeps.txt",
    ),
    (
        "answers",
        "judge-answers --world s.ron --hull player sweeps.txt answers.txt",
    ),
    (
        "commands",
        "replay --world s.ron --profile quake3 --contestant bsp cmds.txt",
    ),
    (
        "states",
        "replay --world s.ron --profile quake3 --contestant bsp --check states.txt cmds.txt",
    ),
    ("states", "judge-states --world s.ron --hull player states.txt"),
    ("case", "explain FILE"),
];

/// Files that `report` writes into its folder, and that `explain` draws beside a case.
const WRITTEN: [&str; 4] = ["/work/index.html", ".svg", "-solver.html", "-question.json"];

fn all_files(dir: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all_files(&path, found);
        } else {
            found.push(path.display().to_string());
        }
    }
}

#[test]
fn no_verb_panics_hangs_or_writes_where_it_should_not() {
    let runs = std::env::var("CLIPMARK_ATTACKS_RUNS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(RUNS);
    let seed = std::env::var("CLIPMARK_ATTACKS_SEED")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1_u64);
    let outer = TempDir::new().unwrap();
    // Deep enough that a name with dots in it still ends where it is seen.
    let dir = outer.path().join("a/b/c/d/work");
    fs::create_dir_all(&dir).unwrap();
    let good: BTreeMap<&str, _> = good_files(&dir)
        .into_iter()
        .map(|good| (good.name, good.path))
        .collect();
    let bytes: BTreeMap<&str, Vec<u8>> = good
        .iter()
        .map(|(name, path)| (*name, fs::read(path).unwrap()))
        .collect();
    let program = assert_cmd::cargo::cargo_bin("compare");
    let mut random = Random::new(seed);
    let (mut codes, mut failures) = ([0_usize; 3], Vec::new());
    let mut before = Vec::new();
    all_files(outer.path(), &mut before);
    for run in 0..runs {
        let (name, verb) = VERBS[run % VERBS.len()];
        let other = bytes.values().nth(random.below(bytes.len())).unwrap();
        let input = damaged(&bytes[name], other, &mut random);
        fs::write(&good[name], &input).unwrap();
        let args: Vec<String> = verb
            .split(' ')
            .map(|word| match word {
                "FILE" => good[name].display().to_string(),
                word => word.into(),
            })
            .collect();
        let out = Command::new("sh")
            .arg("-c")
            .arg(r#"ulimit -v "$1"; shift; exec timeout -k 5 "$@""#)
            .args(["sh", MEMORY, SECONDS])
            .arg(&program)
            .args(&args)
            .current_dir(&dir)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned() + &String::from_utf8_lossy(&out.stdout);
        let is_obeyed = said
            .chars()
            .any(|c| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c));
        let code = out
            .status
            .code()
            .and_then(|code| usize::try_from(code).ok())
            .filter(|code| *code < 3);
        let is_silent = code == Some(2) && out.stderr.is_empty();
        if let Some(code) = code {
            codes[code] += 1;
        }
        if code.is_none() || said.contains("panicked at") || is_obeyed || is_silent {
            let kept = std::env::temp_dir().join(format!("clipmark-attack-verb-{seed}-{run}"));
            fs::write(&kept, &input).unwrap();
            let end: String = said.chars().take(400).collect();
            failures.push(format!(
                "{verb}: {:?}, kept in {}: {end:?}",
                out.status,
                kept.display()
            ));
        }
        fs::write(&good[name], &bytes[name]).unwrap();
        let _ = fs::remove_dir_all(dir.join("o"));
    }
    println!(
        "{runs} runs: {} exits with 0, {} with 1, {} with 2; {} failures",
        codes[0],
        codes[1],
        codes[2],
        failures.len()
    );
    let mut after = Vec::new();
    all_files(outer.path(), &mut after);
    let is_known = |path: &&String| {
        !before.contains(*path)
            && !path.contains("/reports/latest/")
            && !WRITTEN
                .iter()
                .any(|file| path.ends_with(file) && path.contains("/work/"))
    };
    let strays: Vec<&String> = after.iter().filter(is_known).collect();
    assert!(
        failures.is_empty() && strays.is_empty(),
        "{failures:#?} {strays:#?}"
    );
}
