//! `compare suite families` as its user sees it.

use crate::support::{Ended, compare_line, refused, scenes};
use clipmark_rows::{Axis, Case, Results};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn run(dir: &Path, args: &str) -> Ended {
    compare_line(
        dir,
        &format!("suite families --suites {} --quick {args}", scenes("suite")),
    )
}

fn cases(dir: &Path) -> Vec<Case> {
    Results::read(&dir.join("results.jsonl")).unwrap().cases
}

#[test]
fn a_run_leaves_a_page_data_and_scenes_that_show_its_failures() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("s");
    // The walker as printed in 2006 goes up risers a little higher than its knees; tracers do not.
    let (code, _, errors) = run(dir.path(), "5 --contestants bsp,cylinder:literal --out s");
    assert_eq!(code, Some(1), "a scene failed: {errors}");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        !page.contains("src=") && !page.contains("@import"),
        "not self-contained"
    );
    assert_eq!(cases(&out).len(), 56 * 2);
    let failed: Vec<PathBuf> = fs::read_dir(out.join("cases/scenes"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    assert!(!failed.is_empty());
    // A written scene fails for the same contestant when it is run by itself.
    let (code, table, errors) =
        compare_line(dir.path(), &format!("{} --quick --out one", failed[0].display()));
    assert_eq!(code, Some(1), "{table}{errors}");
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was_and_stale_results_are_not_reused() {
    let dir = TempDir::new().unwrap();
    let args = "5 --contestants bsp --out s";
    assert_eq!(run(dir.path(), args).0, Some(0));
    let out = dir.path().join("s");
    let whole = cases(&out);
    assert_eq!(whole.len(), 56);
    // As a killed run leaves it: some lines, one of them cut short; and one of another program.
    let text = fs::read_to_string(out.join("results.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut kept: Vec<String> = lines[..21].iter().map(|line| (*line).to_owned()).collect();
    kept[1] = kept[1].replace("\"facts\":{", "\"facts\":{\"marked\":\"yes\",");
    kept.push(lines[22].replacen("\"group\":\"", "\"group\":\"0", 1));
    kept.push(lines[23][..40].to_owned());
    fs::write(out.join("results.part"), kept.join("\n")).unwrap();
    assert_eq!(run(dir.path(), &format!("{args} --resume")).0, Some(0));
    let now = cases(&out);
    assert_eq!(now.len(), 56);
    let marked = now.iter().filter(|case| case.facts.contains_key("marked"));
    assert_eq!(marked.count(), 1, "a result that was there was played again");
    let same = now.iter().filter(|case| whole.contains(case));
    assert_eq!(same.count(), 55, "what was played again came out otherwise");
    assert!(now.iter().all(|case| !case.axes.get(Axis::Scene).is_empty()));
}

/// Each shard keeps the worst scenes of its share; of the whole the worst of all are kept.
#[test]
fn shards_show_the_failures_that_one_run_shows() {
    let dir = TempDir::new().unwrap();
    let play = |more: &str| {
        let (code, _, errors) = run(
            dir.path(),
            &format!("5 --contestants bsp,cylinder:literal {more}"),
        );
        assert_eq!(code, Some(1), "{errors}");
    };
    let shown = |folder: &str| {
        let scenes = fs::read_dir(dir.path().join(folder).join("cases/scenes")).unwrap();
        let mut files: Vec<(String, String)> = scenes
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                (
                    path.file_name().unwrap().display().to_string(),
                    fs::read_to_string(path).unwrap(),
                )
            })
            .collect();
        files.sort();
        files
    };
    play("--out one");
    let shards: String = ["1", "2"]
        .iter()
        .map(|i| {
            play(&format!("--shard {i}/2 --out {i}"));
            fs::read_to_string(dir.path().join(i).join("results.jsonl")).unwrap()
        })
        .collect();
    fs::write(dir.path().join("all.jsonl"), shards).unwrap();
    let shown_again = format!(
        "suite families --suites {} --results all.jsonl --out whole",
        scenes("suite")
    );
    assert_eq!(compare_line(dir.path(), &shown_again).0, Some(1));
    assert_eq!(shown("whole"), shown("one"));
    assert_eq!(cases(&dir.path().join("whole")), cases(&dir.path().join("one")));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let dir = TempDir::new().unwrap();
    let suites = scenes("suite");
    for folder in ["kept", "none", "bad"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
    }
    fs::write(dir.path().join("kept/diary.txt"), "mine").unwrap();
    // Results beside it make it no less somebody's.
    fs::write(dir.path().join("kept/results.jsonl"), "").unwrap();
    let text = fs::read_to_string(Path::new(&suites).join("05-step-limit.ron")).unwrap();
    fs::write(
        dir.path().join("bad/x.ron"),
        text.replace("undecided", "undecidet"),
    )
    .unwrap();
    for (args, says) in [
        ("99", "`99`"),
        ("5 --contestants bsd", "`bsd`"),
        ("5 --contestants bsp,bsp", "bsp"),
        ("5 --shard 3/2", "3/2"),
        ("5 --out kept", "diary.txt"),
    ] {
        refused(
            dir.path(),
            &format!("suite families --quick --suites {suites} {args}"),
            says,
        );
    }
    refused(dir.path(), "suite families 5 --suites none", "none");
    refused(dir.path(), "suite families --suites bad", "x.ron:");
    assert_eq!(
        fs::read_to_string(dir.path().join("kept/diary.txt")).unwrap(),
        "mine"
    );
}
