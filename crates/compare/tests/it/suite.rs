//! `compare suite families` as its user sees it.

use crate::support::{ends, files, folder, read_results, scenes};
use std::fs;

/// Each shard keeps the worst scenes of its share; of the whole the worst of all are kept. What is resumed is tested in
/// clipmark-suite.
#[test]
fn a_run_leaves_a_page_data_and_scenes_that_show_its_failures_and_so_do_shards() {
    let dir = folder(&[]);
    let path = dir.path();
    // The walker as printed in 2006 goes up risers a little higher than its knees; tracers do not.
    let suites = scenes("suite");
    let line = format!("suite families 5 --suites {suites} --quick --contestants bsp,cylinder:literal");
    let cases = |folder: &str| read_results(path, folder).cases;
    let shown = |folder: &str| -> Vec<(String, String)> {
        let all = files(&path.join(folder).join("cases/scenes"));
        let name = |file: &std::path::PathBuf| file.file_name().unwrap().display().to_string();
        all.iter()
            .map(|file| (name(file), fs::read_to_string(file).unwrap()))
            .collect()
    };
    ends(path, &format!("{line} --out one"), 1);
    let page = fs::read_to_string(path.join("one/index.html")).unwrap();
    assert!(
        !page.contains("src=") && !page.contains("@import"),
        "not self-contained"
    );
    assert_eq!(cases("one").len(), 56 * 2);
    // A written scene fails for the same contestant when it is run by itself.
    ends(
        path,
        &format!("one/cases/scenes/{} --quick --out alone", shown("one")[0].0),
        1,
    );
    let shards = ["1", "2"].map(|i| {
        ends(path, &format!("{line} --shard {i}/2 --out {i}"), 1);
        fs::read_to_string(path.join(i).join("results.jsonl")).unwrap()
    });
    fs::write(path.join("all.jsonl"), shards.concat()).unwrap();
    let shown_again = format!("suite families --suites {suites} --results all.jsonl --out whole");
    ends(path, &shown_again, 1);
    assert_eq!(shown("whole"), shown("one"));
    assert_eq!(cases("whole"), cases("one"));
}
