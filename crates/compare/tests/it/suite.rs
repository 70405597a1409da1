//! `compare suite families` and `compare merge` as their user sees them.

use crate::support::{Ended, compare_line, refused, scenes};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn run(dir: &Path, args: &str) -> Ended {
    compare_line(
        dir,
        &format!("suite families --suites {} --quick {args}", scenes("suite")),
    )
}

fn lines(dir: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(dir.join("cells.jsonl")).unwrap();
    text.lines().map(String::from).collect()
}

#[test]
fn a_run_leaves_a_page_data_and_scenes_that_show_its_failures() {
    let dir = TempDir::new().unwrap();
    let out = dir.path().join("s");
    // The walker as printed in 2006 goes up risers a little higher than its knees; tracers do not.
    let asked = "5 --contestants bsp,cylinder:literal --out s";
    let (code, _, errors) = run(dir.path(), asked);
    assert_eq!(code, Some(1), "a scene failed: {errors}");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        !page.contains("src=") && !page.contains("@import"),
        "not self-contained"
    );
    let csv = fs::read_to_string(out.join("suite.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 56 * 2);
    let json = fs::read_to_string(out.join("suite.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["cells"].as_array().unwrap().len(), 112);
    let failed: Vec<PathBuf> = fs::read_dir(out.join("scenes"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    assert!(!failed.is_empty());
    // A written scene fails for the same contestant when it is run by itself.
    let (code, table, errors) =
        compare_line(dir.path(), &format!("{} --quick --out one", failed[0].display()));
    assert_eq!(code, Some(1), "{table}{errors}");
    // Contestants that disagree end a run too, if that is asked. A user's own files survive it: one in the folder of scenes, and one
    // outside, to which the list of a folder from elsewhere leads.
    let own = [out.join("scenes/mine.ron"), dir.path().join("outside.ron")];
    own.iter()
        .for_each(|file| fs::write(file, "(my: \"scene\")").unwrap());
    let list = fs::read_to_string(out.join("scenes.txt")).unwrap();
    fs::write(out.join("scenes.txt"), list + "../../outside\n").unwrap();
    for what in ["failure", "disagreement"] {
        assert_eq!(run(dir.path(), &format!("{asked} --fail-on {what}")).0, Some(1));
    }
    for file in own {
        assert_eq!(fs::read_to_string(file).unwrap(), "(my: \"scene\")");
    }
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was_and_stale_results_are_not_reused() {
    let dir = TempDir::new().unwrap();
    let args = "5 --contestants bsp --out s --fail-on failure,disagreement";
    assert_eq!(run(dir.path(), args).0, Some(0));
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
    assert_eq!(run(dir.path(), args).0, Some(0));
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
    let names = "29 --contestants bsp,cylinder";
    for (share, out) in [("1/3", "a"), ("2/3", "b"), ("3/3", "c")] {
        assert_ne!(
            run(dir.path(), &format!("{names} --shard {share} --out {out}")).0,
            Some(2)
        );
    }
    assert_eq!(run(dir.path(), &format!("{names} --out whole")).0, Some(0));
    let (code, _, errors) = compare_line(dir.path(), "merge b a c --out merged");
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(
        lines(&dir.path().join("merged")),
        lines(&dir.path().join("whole"))
    );
    let refuses = |shards: &str| {
        refused(dir.path(), &format!("merge {shards} --out no"), "");
        assert!(!dir.path().join("no").exists(), "half written");
    };
    for shards in ["a b", "a b b", "a whole", "a nowhere"] {
        refuses(shards);
    }
    assert_eq!(
        run(dir.path(), "29 --contestants bsp --shard 2/3 --out d").0,
        Some(0)
    );
    refuses("a d c");
    let cut: Vec<String> = lines(&dir.path().join("c")).into_iter().skip(1).collect();
    fs::write(dir.path().join("c/cells.jsonl"), cut.join("\n")).unwrap();
    refuses("a b c");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let dir = TempDir::new().unwrap();
    let suites = scenes("suite");
    for folder in ["kept", "none", "bad"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
    }
    fs::write(dir.path().join("kept/diary.txt"), "mine").unwrap();
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
