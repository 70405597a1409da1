//! `compare time` parts sweeps by length, drawn ones and given ones, and verifies each class before it is timed.
use crate::support::compare_line;
use clipmark_measure::race::sets;
use std::fs;
use tempfile::TempDir;

const BLOCKS: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0)), Box(min: (64, 64, 0), max: (128, 128, 96))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    sweeps: 50,
)"#;

fn time(dir: &TempDir, more: &str) -> serde_json::Value {
    fs::write(dir.path().join("s.ron"), BLOCKS).unwrap();
    let fixed = "time --world s.ron --hull player --backends bsp,bvh:stock --reps 1 --export-json -";
    let (code, out, errors) = compare_line(dir.path(), &format!("{fixed} {more}"));
    // It ends with 1 where an answer is wrong, as bvh:stock's may be.
    assert!(matches!(code, Some(0 | 1)), "{errors}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn sweeps_are_timed_by_class_of_length() {
    let dir = TempDir::new().unwrap();
    let drawn = time(&dir, "--count 40 --seed 3 --export-sweeps .");
    for name in ["1-16", "16-256", "256-4096"] {
        let class = &drawn["by_length"][name];
        assert_eq!(class["sweeps"], 40);
        for backend in ["bsp", "bvh:stock"] {
            // Each round asks fresh sweeps, and all that was timed is verified.
            assert_eq!(class["backends"][backend]["verified"]["sweeps"], 40 * sets(1));
            assert!(class["backends"][backend]["best_ns"].as_f64().unwrap() > 0.0);
        }
    }
    // A written file reads back as the same class.
    let again = time(&dir, "--by-length 16-256.txt");
    assert_eq!(again["by_length"]["16-256"]["sweeps"], 40);
    let lines = "0 0 60 0 0 60\n0 0 60 8 0 60\n0 0 60 0 0 44\n0 0 60 300 0 60\n0 0 60 0 90 60\n";
    fs::write(dir.path().join("t.txt"), lines).unwrap();
    let given = time(&dir, "--by-length t.txt");
    // A length of 16 belongs to the second class, none at all to the others.
    for (class, sweeps) in [("1-16", 1), ("16-256", 2), ("256-4096", 1), ("other", 1)] {
        assert_eq!(given["by_length"][class]["sweeps"], sweeps, "{class}");
    }
}

#[test]
fn counted_work_stands_beside_the_least() {
    let dir = TempDir::new().unwrap();
    // Down on the floor: its six planes, a four and two; and past everything.
    fs::write(dir.path().join("t.txt"), "0 0 60 0 0 20\n0 0 60 0 8 60\n").unwrap();
    let counted = time(&dir, "--explain t.txt");
    let least = &counted["least"];
    assert_eq!(least["solids"], 0.5);
    assert_eq!(least["planes"], 3.0);
    assert_eq!(least["planes_in_fours"], 3.0);
    assert_eq!(counted["backends"]["bsp"]["work"]["planes"], 3.0);
    // Counted only where it is asked for: it tries every brush.
    let plain = time(&dir, "t.txt");
    assert!(plain["least"].is_null());
    assert_eq!(plain["sweeps"], 2);
    assert!(plain["backends"]["bsp"]["best_ns"].is_number());
}
