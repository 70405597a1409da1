//! `compare judges` says which judge catches a planted fault, and fails when a cell gets worse.
use crate::support::compare;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// In the repository's root, for its scenes.
fn judges(out: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = out.join("judges");
    let out = out.to_str().unwrap();
    compare(&root, &[&["judges", "--out", out], more].concat())
}

/// A walk of ten ticks against a box and a few sweeps: the least that a fault shows in. Every fault is asked in seconds.
const SMALL: &str = r#"(
    version: 1,
    title: "Small",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0)), Box(min: (64, 64, 0), max: (128, 128, 96))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.08)],
    sweeps: 100,
)"#;

/// With the scene alone as judge.
fn by_scene(dir: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let scene = dir.join("small.ron");
    fs::write(&scene, SMALL).unwrap();
    let scene = scene.to_str().unwrap();
    let no_map = ["--map", "no-such-map.ron", "--patches", "none.ron"];
    judges(
        dir,
        &[&["--judges", "scene", "--scene", scene][..], &no_map, more].concat(),
    )
}

#[test]
fn the_table_is_in_a_report() {
    let dir = TempDir::new().unwrap();
    let (code, table, errors) = by_scene(dir.path(), &["early-stop", "normal-3-degrees"]);
    assert_eq!(code, Some(0), "{table}{errors}");
    let read = |name: &str| fs::read_to_string(dir.path().join("judges").join(name)).unwrap();
    let page = read("index.html");
    for part in [
        "The judges, judged",
        "Stops are 0.3 u early along the way.",
        "normal-3-degrees",
    ] {
        assert!(page.contains(part), "the page lacks `{part}`");
    }
    assert!(
        read("judges.md")
            .contains("| early-stop | Stops are 0.3 u early along the way. | caught | – | – | – |")
    );
    assert!(read("summary.md").contains("| collision | 2 of 2 | – | – | – | – | – | – | 0 |"));
    assert!(read("judges.json").contains(r#""caught": true"#));
}

#[test]
fn what_changes_nothing_in_a_contestant_is_not_planted() {
    let dir = TempDir::new().unwrap();
    let (code, table, errors) = by_scene(dir.path(), &["one-sided", "--contestant", "bsp"]);
    assert_eq!(code, Some(0), "{table}{errors}");
    assert!(
        table.contains("one-sided is not planted into bsp: it collides with no triangles"),
        "{table}"
    );
    assert!(!table.contains("no judge caught it"), "{table}");
}

#[test]
fn a_judge_that_cannot_be_asked_is_named_and_asks_nothing() {
    let dir = TempDir::new().unwrap();
    let asked = ["friction", "--judges", "laws", "--contestant", "cylinder"];
    let (code, table, errors) = judges(dir.path(), &asked);
    assert_eq!(code, Some(0), "{table}{errors}");
    assert!(
        table.contains("laws was not asked: the laws are about boxes"),
        "{table}"
    );
    assert!(!table.contains("no judge caught it"), "{table}");
}

#[test]
fn a_cell_that_was_caught_and_is_missed_fails() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("cells.json");
    let path = file.to_str().unwrap();
    let few = ["early-stop", "skipped-brush"];
    let (code, table, errors) = by_scene(dir.path(), &[&few[..], &["--export-json", path]].concat());
    assert_eq!(code, Some(0), "{table}{errors}");
    let caught = |line: &str| line.split_whitespace().take(2).eq(["early-stop", "caught"]);
    assert!(table.lines().any(caught), "{table}");
    let shown = |l: &str| l.chars().count() <= 100 || l.starts_with("page: ");
    assert!(table.lines().all(shown), "{table}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains(r#""fault": "early-stop""#) && text.contains(r#""judge": "scene""#),
        "{text}"
    );
    let (code, table, _) = by_scene(dir.path(), &[&few[..], &["--expect", path]].concat());
    assert_eq!(code, Some(0), "{table}");
    // One fault is not asked about any more, though none was named: the cell is lost.
    let other = r#"[{"kind": "collision", "fault": "no-such-fault", "judge": "scene", "caught": true}]"#;
    fs::write(&file, other).unwrap();
    let (code, table, _) = by_scene(dir.path(), &["--expect", path]);
    assert_eq!(code, Some(1), "{table}");
    assert!(
        table.contains("✗ no-such-fault: scene caught it before and is not asked now"),
        "{table}"
    );
    // On a floor without a corner a scene cannot see this fault.
    let wrong = r#"[{"kind": "collision", "fault": "corner-contact", "judge": "scene", "caught": true}]"#;
    fs::write(&file, wrong).unwrap();
    let flat = [
        "--scene",
        "scenes/flat.ron",
        "--map",
        "no-such-map.ron",
        "--patches",
        "none.ron",
    ];
    let missed = ["corner-contact", "--judges", "scene", "--expect", path];
    let (code, table, _) = judges(dir.path(), &[&missed[..], &flat].concat());
    assert_eq!(code, Some(1), "{table}");
    assert!(
        table.contains("✗ corner-contact: scene caught it before and misses it now"),
        "{table}"
    );
    assert!(table.contains("✗ corner-contact: no judge caught it."), "{table}");
}

#[test]
fn bad_input_is_told_in_one_message() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["tunnels"],
            "there is no fault `tunnels`; known are skipped-brush",
        ),
        (
            &["--judges", "jury"],
            "there is no judge `jury`; known are scene, bar",
        ),
        (&["--contestant", "bvh~hull-narrow"], "give one without a fault"),
        (
            &["--contestant", "bvh~tunnels"],
            "there is no fault `tunnels` to plant",
        ),
        (
            &["--expect", "Cargo.toml"],
            "cannot read expected cells from Cargo.toml",
        ),
    ];
    let dir = TempDir::new().unwrap();
    for (args, message) in cases {
        let (code, _, errors) = judges(dir.path(), args);
        assert_eq!(code, Some(2), "{args:?}: {errors}");
        assert!(errors.contains(message), "{args:?}: {errors}");
    }
}
