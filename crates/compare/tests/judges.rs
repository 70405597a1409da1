//! `compare judges` says which judge catches a planted fault, and fails when a cell gets worse.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;
use std::fs;
use std::path::Path;
use support::compare;
use tempfile::TempDir;

/// In the repository's root, for its scenes.
fn judges(more: &[&str]) -> (Option<i32>, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    compare(&root, &[&["judges"], more].concat())
}

#[test]
fn a_cell_that_was_caught_and_is_missed_fails() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("cells.json");
    let path = file.to_str().unwrap();
    let few = ["early-stop", "corner-contact", "--judges", "conformance"];
    let (code, table, errors) = judges(&[&few[..], &["--export-json", path]].concat());
    assert_eq!(code, Some(0), "{table}{errors}");
    assert!(
        table.contains("early-stop            -            -            caught"),
        "{table}"
    );
    assert!(table.lines().all(|l| l.chars().count() <= 100), "{table}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains(r#""fault": "early-stop""#) && text.contains(r#""judge": "conformance""#),
        "{text}"
    );
    let (code, table, _) = judges(&[&few[..], &["--expect", path]].concat());
    assert_eq!(code, Some(0), "{table}");
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
    let (code, table, _) = judges(&[&missed[..], &flat].concat());
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
    for (args, message) in cases {
        let (code, _, errors) = judges(args);
        assert_eq!(code, Some(2), "{args:?}: {errors}");
        assert!(errors.contains(message), "{args:?}: {errors}");
    }
}
