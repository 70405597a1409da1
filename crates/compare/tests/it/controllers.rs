//! `compare controllers` as its user sees it, and the message for a library that is not built in.

use crate::support::{Ended, compare_line, refused, root, scenes};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

fn run(dir: &Path, args: &str) -> Ended {
    compare_line(
        dir,
        &format!("controllers --courses {} --no-time {args}", scenes("controllers")),
    )
}

#[test]
fn a_run_leaves_a_page_tables_and_scenes_that_show_its_failures() {
    let dir = TempDir::new().unwrap();
    // The walker as printed in 2006 climbs forbidden slopes; the slide move does not.
    let both = "step-19 slope-75 --contestants bsp,cylinder:literal --rates 60,125 --out c";
    let (code, table, errors) = run(dir.path(), both);
    assert_eq!(code, Some(1), "a run broke a promise: {errors}");
    assert!(table.contains("bsp keeps every promise in 4 runs."), "{table}");
    let out = dir.path().join("c");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(!page.contains("src=") && page.contains("cylinder:literal"));
    let csv = fs::read_to_string(out.join("controllers.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * 2 * 2, "{csv}");
    let scenes = fs::read_dir(out.join("scenes"))
        .unwrap()
        .map(|e| e.unwrap().path());
    let scenes: Vec<_> = scenes.collect();
    assert!(!scenes.is_empty(), "no failure was written down:\n{table}");
    for scene in &scenes {
        assert!(fs::read_to_string(scene).unwrap().contains("cylinder:literal"));
    }
    let (code, _, errors) = compare_line(dir.path(), &format!("{} --quick", scenes[0].display()));
    assert!(matches!(code, Some(0 | 1)), "{errors}");
    // A second run replaces the first.
    let (code, _, errors) = run(dir.path(), "step-19 --contestants bsp --rates 125 --out c");
    assert_eq!(code, Some(0), "{errors}");
    let csv = fs::read_to_string(out.join("controllers.csv")).unwrap();
    assert_eq!(csv.lines().count(), 2);
}

/// The worst run of a library on a course has a program; its other failures have their label alone.
#[test]
fn every_failing_run_of_a_library_says_whose_it_is() {
    let dir = TempDir::new().unwrap();
    let (code, csv, errors) = run(
        dir.path(),
        "floor-seams --contestants rapier --rates 60,125 --export-csv -",
    );
    assert_eq!(code, Some(1), "{errors}");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let runs: Vec<std::collections::BTreeMap<String, String>> =
        reader.deserialize().map(Result::unwrap).collect();
    assert_eq!(runs.len(), 2);
    for run in runs {
        assert!(!run["grade"].is_empty(), "this test is of runs that fail: {csv}");
        assert!(["repeats", "adapter"].contains(&run["alone"].as_str()), "{csv}");
        assert_eq!(run["rules"], clipmark_record::RULES.to_string());
    }
}

#[test]
fn a_baseline_fails_runs_that_are_worse_and_no_others() {
    let dir = TempDir::new().unwrap();
    let played = |contestant: &str, more: &str| {
        run(
            dir.path(),
            &format!("step-19 --contestants {contestant} --rates 60 --out c {more}"),
        )
    };
    let fails = "cylinder:literal";
    assert_eq!(played(fails, "--export-json before.json").0, Some(1));
    assert_eq!(played(fails, "--baseline before.json").0, Some(0), "no worse");
    // A record keeps its runs packed.
    let before = fs::read(dir.path().join("before.json")).unwrap();
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&before).unwrap();
    fs::write(dir.path().join("before.json.gz"), packer.finish().unwrap()).unwrap();
    assert_eq!(played(fails, "--baseline before.json.gz").0, Some(0));
    fs::write(dir.path().join("cut.json.gz"), [0x1f, 0x8b, 8]).unwrap();
    let (code, _, said) = played(fails, "--baseline cut.json.gz");
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(played(fails, "--fail-from lost").0, Some(0), "it loses nobody");
    // The same run, which kept every promise before.
    let text = fs::read_to_string(dir.path().join("before.json")).unwrap();
    let mut book: serde_json::Value = serde_json::from_str(&text).unwrap();
    let sound = played("bsp", "--export-json -").1;
    let sound: serde_json::Value = serde_json::from_str(&sound).unwrap();
    book["cells"][0]["outcome"] = sound["cells"][0]["outcome"].clone();
    fs::write(dir.path().join("sound.json"), book.to_string()).unwrap();
    let (code, _, said) = played(fails, "--baseline sound.json");
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn what_cannot_be_run_is_refused() {
    let dir = TempDir::new().unwrap();
    for (args, says) in [
        ("no-such-course", "no-such-course"),
        ("--contestants nobody", "`nobody`"),
        ("--rates 2", "5 to 1000"),
        ("--fail-from bad", "`bad`"),
        ("--fail-on hull", "--fail-on hull"),
        ("--baseline no.json", "no.json"),
    ] {
        refused(dir.path(), &format!("controllers --no-time {args}"), says);
    }
}

/// Rapier's controller rests 0.56 u above its ground, which once made 179 u of wall climb (F22) of these stairs.
#[cfg(feature = "rapier")]
#[test]
fn stairs_are_no_wall_for_a_controller_that_rests_on_a_gap() {
    let dir = TempDir::new().unwrap();
    let line = format!(
        "{} --contestants bsp,rapier --quick --out r",
        scenes("stairs.ron")
    );
    let (_, table, errors) = compare_line(dir.path(), &line);
    assert!(
        table.contains("rapier: ") && !table.contains("F22"),
        "{table}{errors}"
    );
}

#[test]
fn each_library_of_others_runs_or_is_named_with_its_feature() {
    let dir = TempDir::new().unwrap();
    for (name, built) in [
        ("rapier", cfg!(feature = "rapier")),
        ("jolt", cfg!(feature = "jolt")),
        ("box3d", cfg!(feature = "box3d")),
        ("physx", cfg!(feature = "physx")),
    ] {
        let (code, table, errors) = run(dir.path(), &format!("step-19 --contestants {name} --rates 60"));
        if built {
            assert!(matches!(code, Some(0 | 1)), "{errors}");
        } else {
            assert_eq!(code, Some(2), "{table}");
            assert!(errors.contains(&format!("--features {name}")), "{errors}");
        }
    }
}

/// Without a folder of courses beside it the program has those that are built in. A list of known failures holds both ways.
#[test]
fn courses_are_built_in_and_known_failures_are_enforced_both_ways() {
    let dir = TempDir::new().unwrap();
    let rules = clipmark_record::RULES;
    let judged = |list: &str| {
        fs::write(dir.path().join("known.toml"), format!("rules = {rules}\n{list}")).unwrap();
        let line = "controllers step-19 --no-time --rates 60 --out c --contestants bsp,cylinder:literal \
                    --fail-on cylinder:literal --known known.toml --export-json c.json";
        compare_line(dir.path(), line)
    };
    let step = "[[known]]\nname = \"step-19\"\nreason = \"as printed\"";
    assert_eq!(judged("").0, Some(1));
    let (code, _, errors) = judged(step);
    assert_eq!(code, Some(0), "{errors}");
    let results = fs::read_to_string(dir.path().join("c.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["made"]["rules"], rules);
    // Of another rate, and less than it is.
    for key in ["rates = [125]", "grade = \"seen\""] {
        assert_eq!(judged(&format!("{step}\n{key}")).0, Some(1), "{key}");
    }
    // A wrong list is refused before anything is asked.
    let (code, _, errors) = judged(&format!("{step}\ncontestant = \"bzp\""));
    assert!(code == Some(2) && errors.contains("known.toml: "), "{errors}");
}

/// The map is named by the way from the scene: a folder that is moved with its map still plays.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn a_failure_on_a_map_names_it_from_where_it_lies() {
    let root = root();
    let dir = tempfile::tempdir_in(root.join("target")).unwrap();
    let out = dir.path().join("deep/c");
    let asked = format!(
        "map-oa_dm1 --contestants rapier --rates 33 --out {}",
        out.display()
    );
    let (_, table, errors) = run(&root, &asked);
    let scenes = fs::read_dir(out.join("scenes")).unwrap_or_else(|e| panic!("{e}: {table}{errors}"));
    let scene = scenes.map(|e| e.unwrap().path()).next().unwrap();
    let text = fs::read_to_string(&scene).unwrap();
    assert!(text.contains("QuakeBsp(\"../"), "{text}");
    let (code, _, errors) = compare_line(dir.path(), &format!("{} --dry-run", scene.display()));
    assert_eq!(code, Some(0), "{errors}");
}

/// Rapier's controller carries a body by the velocity of the step to come, so it cannot move after the parts: it is not asked.
#[test]
fn runs_that_were_not_asked_are_neither_passed_nor_as_declared() {
    let dir = TempDir::new().unwrap();
    let list = format!("rules = {}\n", clipmark_record::RULES);
    fs::write(dir.path().join("known.toml"), list).unwrap();
    let ends = |contestants: &str, more: &str| {
        let ride = "controllers ride --order parts-first --rates 60 --no-time --contestants";
        compare_line(dir.path(), &format!("{ride} {contestants} {more}")).0
    };
    assert_eq!(ends("rapier", ""), Some(1));
    assert_eq!(ends("rapier", "--known known.toml"), Some(1));
    assert_eq!(ends("bsp,rapier", "--known known.toml"), Some(0));
}
