//! `compare laws` as its user sees it: table, report, exports, exit codes.
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Runs in a folder; gives exit code, standard output and standard error.
fn laws(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("compare").unwrap();
    let out = command.current_dir(dir).arg("laws").args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code(), text(out.stdout), text(out.stderr))
}

#[test]
fn laws_run_from_any_folder_and_leave_a_report() {
    let dir = TempDir::new().unwrap();
    let (code, table, errors) = laws(dir.path(), &["L1", "surf-hold"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        table.contains("L1   Running speed") && table.contains("2 of 2 laws hold on bsp"),
        "{table}"
    );
    let report = dir.path().join("reports/latest/laws");
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    assert_eq!(page.matches("<svg").count(), 2);
    assert!(
        !page.contains("src=") && !page.contains("@import"),
        "not self-contained"
    );
    let csv = fs::read_to_string(report.join("laws.csv")).unwrap();
    assert!(
        csv.lines()
            .nth(1)
            .unwrap()
            .starts_with("L1,Running speed,bsp,quakeworld · 8 ms,")
    );
    assert!(report.join("plots/l22-surf-hold.svg").is_file());
    // A second run replaces it.
    assert_eq!(laws(dir.path(), &["L8"]).0, Some(0));
    assert!(!report.join("plots/l22-surf-hold.svg").exists());
}

#[test]
fn exports_go_where_they_are_asked_to() {
    let dir = TempDir::new().unwrap();
    let (code, json, _) = laws(
        dir.path(),
        &["L8", "--export-json", "-", "--export-csv", "laws.csv"],
    );
    assert_eq!(code, Some(0));
    assert!(json.starts_with('{') && json.contains("\"quake3, no snap · 8 ms · ahead\""));
    assert!(dir.path().join("laws.csv").is_file());
}

#[test]
fn a_law_that_fails_is_told_by_exit_code_1() {
    // parry's normals turn a slide, which friction alone must not.
    let dir = TempDir::new().unwrap();
    let (code, table, _) = laws(dir.path(), &["L3", "--contestant", "bvh:stock"]);
    assert_eq!(code, Some(1));
    assert!(
        table.contains('✗') && table.contains("0 of 1 law holds on bvh:stock"),
        "{table}"
    );
    let page = fs::read_to_string(dir.path().join("reports/latest/laws/index.html")).unwrap();
    assert!(page.contains("✗ 0 of 1 law holds"));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let dir = TempDir::new().unwrap();
    let cases: [(&[&str], &[&str]); 4] = [
        (&["L99"], &["`L99`", "l06-strafe-growth"]),
        (&["--contestant", "cylinder"], &["cylinder", "boxes", "bvh"]),
        (&["--contestant", "bsp+pair"], &["does not slide"]),
        (&["--contestant", "bsd"], &["`bsd`", "bsp"]),
    ];
    for (args, says) in cases {
        let (code, out, message) = laws(dir.path(), args);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(out.is_empty());
        for part in says {
            assert!(message.contains(part), "{args:?}: no `{part}` in: {message}");
        }
    }
    assert!(!dir.path().join("reports/latest/laws").exists(), "half written");
    fs::create_dir_all(dir.path().join("kept")).unwrap();
    fs::write(dir.path().join("kept/diary.txt"), "mine").unwrap();
    let (code, _, message) = laws(dir.path(), &["L1", "--out", "kept"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("diary.txt"), "{message}");
}
