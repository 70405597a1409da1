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

#[test]
fn the_table_is_in_a_report() {
    let dir = TempDir::new().unwrap();
    let (code, table, errors) = judges(
        dir.path(),
        &["early-stop", "one-sided", "--judges", "conformance"],
    );
    assert_eq!(code, Some(0), "{table}{errors}");
    let read = |name: &str| fs::read_to_string(dir.path().join("judges").join(name)).unwrap();
    let page = read("index.html");
    for part in [
        "The judges, judged",
        "Stops are 0.3 u early along the way.",
        "conformance",
    ] {
        assert!(page.contains(part), "the page lacks `{part}`");
    }
    assert!(
        read("judges.md")
            .contains("| early-stop | Stops are 0.3 u early along the way. | – | – | caught | – |")
    );
    assert!(read("summary.md").contains("| collision | – | – | – | – | 2 of 2 | – | 0 |"));
    assert!(read("judges.json").contains(r#""caught": true"#));
}

#[test]
fn what_changes_nothing_in_a_contestant_is_not_planted() {
    let dir = TempDir::new().unwrap();
    let asked = ["one-sided", "--judges", "conformance", "--contestant", "bsp"];
    let (code, table, errors) = judges(dir.path(), &asked);
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
    let few = ["early-stop", "corner-contact", "--judges", "conformance"];
    let (code, table, errors) = judges(dir.path(), &[&few[..], &["--export-json", path]].concat());
    assert_eq!(code, Some(0), "{table}{errors}");
    assert!(
        table.contains("early-stop            -            -            caught"),
        "{table}"
    );
    let shown = |l: &str| l.chars().count() <= 100 || l.starts_with("page: ");
    assert!(table.lines().all(shown), "{table}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains(r#""fault": "early-stop""#) && text.contains(r#""judge": "conformance""#),
        "{text}"
    );
    let (code, table, _) = judges(dir.path(), &[&few[..], &["--expect", path]].concat());
    assert_eq!(code, Some(0), "{table}");
    // One fault is not asked about any more, though none was named: the cell is lost.
    let other =
        r#"[{"kind": "collision", "fault": "no-such-fault", "judge": "conformance", "caught": true}]"#;
    fs::write(&file, other).unwrap();
    let all = ["--judges", "conformance", "--expect", path];
    let (code, table, _) = judges(dir.path(), &all);
    assert_eq!(code, Some(1), "{table}");
    assert!(
        table.contains("✗ no-such-fault: conformance caught it before and is not asked now"),
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
