//! Damaged files of every format that a user brings, before the built program, verb by verb, under a limit of memory and time.
//! Exit code 0, 1 or 2, a message that no terminal obeys, and nothing written outside the folder.
//!
//! A short run; `CLIPMARK_ATTACKS_RUNS=10000 cargo test -p compare --test it attack::verbs::` makes that many
//! (docs/notes/attacks.md).

use super::damage::Random;
use super::{asked, damaged, good_files, keep};
use crate::support::files;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// Address space of the program, in kilobytes, and its time, in seconds. A dev build on a loaded machine takes several.
const MEMORY: &str = "4000000";
const SECONDS: &str = "120";

/// Commands by the good file that is damaged, which is put back afterwards.
const COMMANDS: &str = "
    scene | s.ron --dry-run
    scene | s.ron --quick --contestants bsp --out o/scene
    scene | export s.ron -o o/s.map
    scene | export s.ron -o o/c.txt
    scene | bar --worlds s.ron --contestants bvh --sweeps 200 --rest 16 --walkers 1 --ticks 20 --out o/bar
    scene | bench s.ron --players 1 --seconds 0.1 --contestants bsp --out o/load
    map | trace --world s.bsp --backend bsp --hull player sweeps.txt
    map | trace --world s.bsp --backend hull --hull hull1 sweeps.txt
    map text | trace --world s.map --backend bvh --hull player sweeps.txt
    sweeps | trace --world s.ron --backend cylinder --hull player sweeps.txt
    sweeps | bench s.ron --contestants bsp,bvh --rounds 3 --sweeps sweeps.txt --out o/bench
    answers | trace --world s.ron --backend bsp --hull player --check answers.txt sweeps.txt
    answers | judge --answers --world s.ron --hull player sweeps.txt answers.txt
    commands | replay --world s.ron --profile quake3 --contestant bsp cmds.txt
    states | replay --world s.ron --profile quake3 --contestant bsp --check states.txt cmds.txt
    states | judge --states --world s.ron --hull player states.txt
    case | explain case.json
";

/// Files that `report` writes into its folder, and that `explain` draws beside a case.
const WRITTEN: [&str; 4] = ["/work/index.html", ".svg", "-solver.html", "-question.json"];

#[test]
fn no_verb_panics_hangs_or_writes_where_it_should_not() {
    let commands: Vec<(&str, &str)> = COMMANDS
        .lines()
        .filter_map(|line| line.trim().split_once(" | "))
        .collect();
    let runs = asked("CLIPMARK_ATTACKS_RUNS", commands.len());
    let seed = asked("CLIPMARK_ATTACKS_SEED", 1) as u64;
    let outer = TempDir::new().unwrap();
    // Deep enough that a name with dots in it still ends where it is seen.
    let dir = outer.path().join("a/b/c/d/work");
    fs::create_dir_all(&dir).unwrap();
    let good = good_files(&dir);
    let mut random = Random::new(seed);
    let (mut codes, mut failures) = ([0; 3], Vec::new());
    let before = files(outer.path());
    for run in 0..runs {
        let (format, verb) = commands[run % commands.len()];
        let (_, path, bytes) = good.iter().find(|(name, ..)| *name == format).unwrap();
        let (.., other) = &good[random.below(good.len())];
        let input = damaged(bytes, other, &mut random);
        fs::write(path, &input).unwrap();
        let out = Command::new("sh")
            .arg("-c")
            .arg(r#"ulimit -v "$1"; shift; exec timeout -k 5 "$@""#)
            .args(["sh", MEMORY, SECONDS])
            .arg(assert_cmd::cargo::cargo_bin("compare"))
            .args(verb.split(' '))
            .current_dir(&dir)
            .output()
            .unwrap();
        fs::write(path, bytes).unwrap();
        let _ = fs::remove_dir_all(dir.join("o"));
        let printed = String::from_utf8_lossy(&[&out.stderr[..], &out.stdout].concat()).into_owned();
        let is_obeyed = printed
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
        if code.is_none() || printed.contains("panicked at") || is_obeyed || is_silent {
            let kept = keep(&format!("verb-{seed}-{run}"), &input);
            let begins: String = printed.chars().take(400).collect();
            failures.push(format!("{verb}: {:?}, kept in {kept}: {begins:?}", out.status));
        }
    }
    println!(
        "{runs} runs: {codes:?} exits with 0, 1 and 2; {} failures",
        failures.len()
    );
    let mut strays = files(outer.path());
    strays.retain(|path| {
        let path = path.display().to_string();
        let is_own = path.contains("/work/") && WRITTEN.iter().any(|file| path.ends_with(file));
        !is_own
            && !path.contains("/reports/latest/")
            && !before.iter().any(|old| old.display().to_string() == path)
    });
    assert!(
        failures.is_empty() && strays.is_empty(),
        "{failures:#?} {strays:#?}"
    );
}
