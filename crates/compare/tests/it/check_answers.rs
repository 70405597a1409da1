//! `trace --check` passes its own output, and fails other rules' answers.
use crate::support::{compare_line, refused};
use std::fs;
use tempfile::TempDir;

const SCENE: &str = r#"(
    version: 1,
    title: "Floor",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
)"#;

const TRACE: &str = "trace --world floor.ron --backend bsp --hull player sweeps.txt";

#[test]
fn answers_are_compared_with_recorded_ones() {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("floor.ron", SCENE);
    let lines: String = (0..300)
        .map(|i| format!("{} 3 90 7 {} {}\n", i as f32 * 0.7 - 100.0, i, 30 - i % 60))
        .collect();
    write("sweeps.txt", &lines);
    assert_eq!(
        compare_line(dir.path(), &format!("{TRACE} --out answers.txt")).0,
        Some(0)
    );
    let (code, out, errors) = compare_line(dir.path(), &format!("{TRACE} --check answers.txt"));
    assert_eq!(code, Some(0), "{out}{errors}");
    let first = out.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(first.join(" "), "equal in every field 300 100.000 %");
    let other = format!("{TRACE} --rules quakeworld --check answers.txt");
    assert_eq!(compare_line(dir.path(), &other).0, Some(1));
}

#[test]
fn answers_to_other_sweeps_are_refused() {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("floor.ron", SCENE);
    write("sweeps.txt", "0 0 90 0 0 0\n0 0 80 0 0 0\n");
    write("short.txt", "1 0 0 0 0 0 0 0 0 0 0\n");
    write("odd.txt", "1 0 0 0 0 0 0 0 0 0 zero\n1 0 0 0 0 0 0 0 0 0 0\n");
    refused(dir.path(), &format!("{TRACE} --check short.txt"), "short.txt");
    refused(dir.path(), &format!("{TRACE} --check odd.txt"), "odd.txt: line 1");
}
