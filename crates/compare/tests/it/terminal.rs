//! No row of a table is wider than the terminal.

use crate::support::at_columns;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const BLOCKS: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (64, 64, 0), max: (128, 128, 96)),
    ]),
    player: (start: At(0, 0, 24.2)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.5)],
    contestants: ["bsp", "bvh"],
    sweeps: 200,
)"#;

/// Runs at a width and expects that no line is wider.
fn fits(dir: &Path, columns: usize, args: &[&str]) {
    let (code, out, errors) = at_columns(dir, columns, args);
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {errors}");
    for line in out.lines() {
        assert!(line.chars().count() <= columns, "{args:?}: {line}\n{out}");
    }
}

#[test]
fn tables_never_wrap_a_row() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    fs::write(path.join("blocks.ron"), BLOCKS).unwrap();
    for (columns, out) in [(80, "a"), (140, "b"), (60, "c")] {
        fits(path, columns, &["blocks.ron", "--quick", "--out", out]);
    }
    fits(path, 80, &["diff", "a", "b"]);
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite");
    let suites = suites.display().to_string();
    let many = "bsp,bvh,cylinder,bvh:stock,hull";
    let suite = ["suite", "5", "--quick", "--suites", &suites, "--out", "s"];
    fits(path, 80, &[&suite[..], &["--contestants", many]].concat());
    fits(path, 80, &["list", "profiles"]);
    fits(path, 80, &["list"]);
    let bar = "bar --worlds blocks.ron --sweeps 500 --rest 160 --walkers 2 --ticks 50";
    fits(path, 80, &bar.split(' ').collect::<Vec<_>>());
}
