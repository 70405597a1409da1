//! `compare suite` and `compare merge` as their user sees them.

use crate::support::compare;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn suites() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite");
    folder.display().to_string()
}

fn run(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let suites = suites();
    let mut all = vec!["suite", "--suites", &suites, "--quick"];
    all.extend(args);
    compare(dir, &all)
}

fn lines(dir: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(dir.join("cells.jsonl")).unwrap();
    text.lines().map(String::from).collect()
}

#[test]
fn a_run_leaves_a_page_data_and_scenes_that_show_its_failures() {
    let dir = TempDir::new().unwrap();
    // The walker as printed in 2006 goes up risers a little higher than its knees; tracers do not.
    let (code, table, errors) = run(
        dir.path(),
        &["5", "--contestants", "bsp,cylinder:literal", "--out", "s"],
    );
    assert_eq!(code, Some(1), "a scene failed: {errors}");
    assert!(
        table.lines().all(|l| l.chars().count() <= 100),
        "too wide:\n{table}"
    );
    let out = dir.path().join("s");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        !page.contains("src=") && !page.contains("@import"),
        "not self-contained"
    );
    let csv = fs::read_to_string(out.join("suite.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 56 * 2);
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("suite.json")).unwrap()).unwrap();
    assert_eq!(json["cells"].as_array().unwrap().len(), 112);
    let failed: Vec<PathBuf> = fs::read_dir(out.join("scenes"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    assert!(!failed.is_empty());
    // A written scene fails for the same contestant when it is run by itself.
    let scene = failed[0].display().to_string();
    assert!(page.contains(&format!(
        "scenes/{}",
        failed[0].file_name().unwrap().to_string_lossy()
    )));
    let (code, table, errors) = compare(dir.path(), &[&scene, "--quick", "--out", "one"]);
    assert_eq!(code, Some(1), "{table}{errors}");
    // Contestants that disagree end a run only if that is asked.
    let again = [
        "5",
        "--contestants",
        "bsp,cylinder:literal",
        "--out",
        "s",
        "--fail-on",
    ];
    assert_eq!(run(dir.path(), &[&again[..], &["failure"]].concat()).0, Some(1));
    assert_eq!(
        run(dir.path(), &[&again[..], &["disagreement"]].concat()).0,
        Some(1)
    );
    let one = [
        "5",
        "--contestants",
        "bsp",
        "--out",
        "b",
        "--fail-on",
        "failure,disagreement",
    ];
    assert_eq!(run(dir.path(), &one).0, Some(0));
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was_and_stale_results_are_not_reused() {
    let dir = TempDir::new().unwrap();
    let args = ["5", "--contestants", "bsp", "--out", "s"];
    assert_eq!(run(dir.path(), &args).0, Some(0));
    let out = dir.path().join("s");
    let whole = lines(&out);
    assert_eq!(whole.len(), 56);
    // As a killed run leaves it: some lines, one of them cut short; and one of another program.
    let mut kept: Vec<String> = whole.iter().take(20).cloned().collect();
    let marked = kept[0].replace("\"ticks\":", "\"ticks\":9000");
    kept[0].clone_from(&marked);
    let foreign = kept[1].replacen("\"key\":\"", "\"key\":\"0", 1);
    kept.push(foreign.clone());
    kept.push(whole.iter().last().unwrap()[..40].to_owned());
    fs::write(out.join("cells.jsonl"), kept.join("\n")).unwrap();
    assert_eq!(run(dir.path(), &args).0, Some(0));
    let now = lines(&out);
    assert_eq!(now.len(), 56);
    assert!(now.contains(&marked), "a result that was there was played again");
    assert!(!now.contains(&foreign), "a stale result was kept");
    assert_eq!(
        now.intersection(&whole).count(),
        55,
        "what was played again came out otherwise"
    );
}

#[test]
fn shards_add_up_to_the_whole_and_others_are_not_merged() {
    let dir = TempDir::new().unwrap();
    let names = ["5", "29", "--contestants", "bsp,cylinder"];
    let shard = |share: &str, out: &str| {
        let args = [&names[..], &["--shard", share, "--out", out]].concat();
        assert_ne!(run(dir.path(), &args).0, Some(2));
    };
    shard("1/3", "a");
    shard("2/3", "b");
    shard("3/3", "c");
    assert_eq!(
        run(dir.path(), &[&names[..], &["--out", "whole"]].concat()).0,
        Some(0)
    );
    let (code, _, errors) = compare(dir.path(), &["merge", "b", "a", "c", "--out", "merged"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(
        lines(&dir.path().join("merged")),
        lines(&dir.path().join("whole"))
    );
    let refused = |args: &[&str]| {
        let (code, out, message) = compare(dir.path(), &[&["merge"], args, &["--out", "no"]].concat());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {message}");
        assert!(!dir.path().join("no").exists(), "half written");
    };
    refused(&["a", "b"]);
    refused(&["a", "b", "b"]);
    refused(&["a", "whole"]);
    refused(&["a", "nowhere"]);
    let other = [
        "5",
        "--contestants",
        "bsp,cylinder",
        "--shard",
        "2/3",
        "--out",
        "d",
    ];
    assert_eq!(run(dir.path(), &other).0, Some(0));
    refused(&["a", "d", "c"]);
    let cut: Vec<String> = lines(&dir.path().join("c")).into_iter().skip(1).collect();
    fs::write(dir.path().join("c/cells.jsonl"), cut.join("\n")).unwrap();
    refused(&["a", "b", "c"]);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("kept")).unwrap();
    fs::write(dir.path().join("kept/diary.txt"), "mine").unwrap();
    fs::create_dir(dir.path().join("none")).unwrap();
    let cases: [(&[&str], &[&str]); 6] = [
        (&["99"], &["`99`", "15-seam-floor"]),
        (&["5", "--contestants", "bsd"], &["`bsd`", "bsp"]),
        (&["5", "--contestants", "bsp,bsp"], &["bsp"]),
        (&["5", "--shard", "3/2"], &["3/2"]),
        (&["5", "--out", "kept"], &["diary.txt", "--out"]),
        (&["5", "--suites", "none"], &["none", "--suites"]),
    ];
    for (args, says) in cases {
        let suites = suites();
        let mut all = vec!["suite", "--quick"];
        if !args.contains(&"--suites") {
            all.extend(["--suites", &suites]);
        }
        all.extend(args);
        let (code, out, message) = compare(dir.path(), &all);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {message}");
        for part in says {
            assert!(message.contains(part), "{args:?}: no `{part}` in: {message}");
        }
    }
    let bad = dir.path().join("bad");
    fs::create_dir(&bad).unwrap();
    let text = fs::read_to_string(Path::new(&suites()).join("05-step-limit.ron")).unwrap();
    fs::write(bad.join("x.ron"), text.replace("undecided", "undecidet")).unwrap();
    let (code, _, message) = compare(dir.path(), &["suite", "--suites", "bad"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("x.ron:"), "{message}");
}
