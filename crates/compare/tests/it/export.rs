//! `export` writes a map that the other verbs answer from as from the scene.
use crate::support::{compare_line, refused};
use std::fs;
use tempfile::TempDir;

const RAMP: &str = r#"(
    version: 1,
    title: "Ramp",
    world: Shapes([
        Box(min: (-256, -256, -64), max: (256, 256, 0)),
        Slope(at: (0, 0, 0), toward: 30, degrees: 25, run: 128, width: 96),
    ]),
    player: (start: At(-100, 0, 25), yaw: 12.5),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
)"#;

fn with_scene() -> TempDir {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("ramp.ron"), RAMP).unwrap();
    dir
}

#[test]
fn the_map_answers_as_the_scene_does() {
    let dir = with_scene();
    let exported = compare_line(dir.path(), "export ramp.ron -o ramp.bsp");
    assert_eq!((exported.0, exported.1.as_str()), (Some(0), ""), "{}", exported.2);
    let mut lines = String::new();
    for i in 0..400 {
        let (x, y) = (i as f32 * 0.7 - 120.0, i as f32 * 0.31 - 60.0);
        lines += &format!("{x} {y} 90 {} {} -20\n", x + 31.3, y - 12.7);
    }
    fs::write(dir.path().join("sweeps.txt"), lines).unwrap();
    let answers = |world: &str| {
        let line = format!("trace --world {world} --backend bsp --hull player sweeps.txt");
        let (code, out, errors) = compare_line(dir.path(), &line);
        assert_eq!(code, Some(0), "{errors}");
        out
    };
    let scene = answers("ramp.ron");
    assert_eq!(scene.lines().count(), 400);
    assert!(scene.lines().any(|l| !l.contains(" 0 0 1 ")), "the slope is hit");
    assert_eq!(answers("ramp.bsp"), scene);
}

#[test]
fn half_a_file_in_a_pipe_is_a_fault_and_half_a_list_is_none() {
    let dir = with_scene();
    let code = |args: &str| {
        // Its reader is gone before the first byte.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("compare"));
        command.current_dir(dir.path()).args(args.split(' '));
        let out = command.stdout(writer).output().unwrap();
        (out.status.code(), String::from_utf8(out.stderr).unwrap())
    };
    let (export, why) = code("export ramp.ron -o -");
    assert!(
        export == Some(2) && why.contains("ends in .bsp"),
        "{export:?} {why}"
    );
    assert_eq!(code("list profiles"), (Some(0), String::new()));
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let dir = with_scene();
    for (line, says) in [
        ("export missing.ron -o x.bsp", "missing.ron"),
        ("export ramp.ron -o no/such/folder/x.bsp", "no/such/folder/x.bsp"),
        ("export ramp.ron -o .", ".bsp"),
    ] {
        refused(dir.path(), line, says);
        assert!(!dir.path().join("x.bsp").exists());
    }
}
