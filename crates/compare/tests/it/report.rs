//! The index of reports, written by `compare report` and after each run.

use crate::support::{compare_line, refused};
use std::fs;
use tempfile::TempDir;

const SCENE: &str = r#"(
    version: 1,
    title: "<b>Step</b>",
    world: Shapes([Box(min: (-512, -512, -64), max: (512, 512, 0))]),
    player: (start: At(0, 0, 24.2)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.3)],
    contestants: ["bsp", "bvh"],
    sweeps: 100,
)"#;

fn with_reports() -> TempDir {
    let dir = TempDir::new().unwrap();
    for name in ["one", "two"] {
        fs::write(dir.path().join(format!("{name}.ron")), SCENE).unwrap();
        let (code, out, why) = compare_line(dir.path(), &format!("{name}.ron --quick"));
        assert_eq!(code, Some(0), "{out}{why}");
    }
    dir
}

#[test]
fn a_folder_without_a_report_is_refused() {
    let dir = TempDir::new().unwrap();
    refused(dir.path(), "report nowhere", "nowhere");
    assert!(!dir.path().join("nowhere").exists());
}

#[test]
fn each_run_renews_the_index_and_its_page_leads_there() {
    let dir = with_reports();
    let index = fs::read_to_string(dir.path().join("reports/latest/index.html")).unwrap();
    for part in ["one/index.html", "two/index.html", "&#60;b&#62;Step"] {
        assert!(index.contains(part), "{part} is not in the index");
    }
    // The same by hand, of a report in another folder too.
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::rename(
        dir.path().join("reports/latest/one"),
        dir.path().join("mine/a?b #1"),
    )
    .unwrap();
    let (code, out, why) = compare_line(dir.path(), "report mine");
    assert_eq!(
        (code, out.as_str(), why.as_str()),
        (Some(0), "mine/index.html\n", "")
    );
    let index = fs::read_to_string(dir.path().join("mine/index.html")).unwrap();
    assert!(index.contains("\"./a%3Fb%20%231/index.html\""), "{index}");
}
