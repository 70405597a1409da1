//! `trace --check` passes its own output, and fails other rules' answers.
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SCENE: &str = r#"(
    version: 1,
    title: "Floor",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
)"#;

fn trace(dir: &Path, rest: &[&str]) -> std::process::Output {
    let mut command = Command::cargo_bin("compare").unwrap();
    let common = [
        "trace",
        "--world",
        "floor.ron",
        "--backend",
        "bsp",
        "--hull",
        "player",
    ];
    command.current_dir(dir).args(common).args(rest).output().unwrap()
}

fn told(out: &std::process::Output) -> String {
    String::from_utf8_lossy(&[&out.stdout[..], &out.stderr].concat()).into_owned()
}

#[test]
fn answers_are_compared_with_recorded_ones() {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("floor.ron", SCENE);
    let lines: String = (0..300)
        .map(|i| format!("{} 3 90 7 {} {}\n", i as f32 * 0.7 - 100.0, i, 30 - i % 60))
        .collect();
    write("sweeps.txt", &lines);
    let out = trace(dir.path(), &["sweeps.txt", "--out", "answers.txt"]);
    assert!(out.status.success(), "{}", told(&out));

    let out = trace(dir.path(), &["sweeps.txt", "--check", "answers.txt"]);
    assert_eq!(out.status.code(), Some(0), "{}", told(&out));
    let first = told(&out)
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert_eq!(first, "equal in every field 300 100.000 %");

    let out = trace(
        dir.path(),
        &["sweeps.txt", "--rules", "quakeworld", "--check", "answers.txt"],
    );
    assert_eq!(out.status.code(), Some(1), "{}", told(&out));
}

#[test]
fn answers_to_other_sweeps_are_refused() {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("floor.ron", SCENE);
    write("sweeps.txt", "0 0 90 0 0 0\n0 0 80 0 0 0\n");
    write("short.txt", "1 0 0 0 0 0 0 0 0 0 0\n");
    let out = trace(dir.path(), &["sweeps.txt", "--check", "short.txt"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(
        told(&out).contains("short.txt: 1 answers for the 2 sweeps of sweeps.txt"),
        "{}",
        told(&out)
    );
    write("odd.txt", "1 0 0 0 0 0 0 0 0 0 zero\n1 0 0 0 0 0 0 0 0 0 0\n");
    let out = trace(dir.path(), &["sweeps.txt", "--check", "odd.txt"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(
        told(&out).contains("odd.txt: line 1: contents `zero`"),
        "{}",
        told(&out)
    );
}
