//! `compare controllers` as its user sees it, and the message for a library that is not built in.

use crate::support::compare;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

fn run(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let courses = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/controllers");
    let courses = courses.display().to_string();
    let mut all = vec!["controllers", "--courses", &courses, "--no-time"];
    all.extend(args);
    compare(dir, &all)
}

#[test]
fn a_run_leaves_a_page_tables_and_scenes_that_show_its_failures() {
    let dir = TempDir::new().unwrap();
    // The walker as printed in 2006 climbs forbidden slopes; the slide move does not.
    let (code, table, errors) = run(
        dir.path(),
        &[
            "step-19",
            "slope-75",
            "--contestants",
            "bsp,cylinder:literal",
            "--rates",
            "60,125",
            "--out",
            "c",
        ],
    );
    assert_eq!(code, Some(1), "a run broke a promise: {errors}");
    assert!(
        table.lines().all(|l| l.chars().count() <= 80),
        "too wide:\n{table}"
    );
    assert!(table.contains("bsp keeps every promise in 4 runs."), "{table}");
    let out = dir.path().join("c");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(!page.contains("src=") && page.contains("cylinder:literal"));
    let csv = fs::read_to_string(out.join("controllers.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * 2 * 2, "{csv}");
    let scenes: Vec<_> = fs::read_dir(out.join("scenes"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    assert!(!scenes.is_empty(), "no failure was written down:\n{table}");
    for scene in scenes {
        let said = fs::read_to_string(&scene).unwrap();
        assert!(said.contains("cylinder:literal"), "{said}");
        let (code, _, errors) = compare(dir.path(), &[&scene.display().to_string(), "--quick"]);
        assert!(matches!(code, Some(0 | 1)), "{errors}");
    }
    // A second run replaces the first.
    let (code, _, errors) = run(
        dir.path(),
        &[
            "step-19",
            "--contestants",
            "bsp",
            "--rates",
            "125",
            "--out",
            "c",
            "--export-csv",
            "-",
        ],
    );
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(
        fs::read_to_string(out.join("controllers.csv"))
            .unwrap()
            .lines()
            .count(),
        2
    );
}

/// The worst run of a library on a course has a program; its other failures have their label alone.
#[test]
fn every_failing_run_of_a_library_says_whose_it_is() {
    let dir = TempDir::new().unwrap();
    let args = [
        "floor-seams",
        "--contestants",
        "rapier",
        "--rates",
        "60,125",
        "--export-csv",
        "-",
    ];
    let (code, csv, errors) = run(dir.path(), &args);
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
    let played = |contestant: &str, more: &[&str]| {
        let mut args = vec![
            "step-19",
            "--contestants",
            contestant,
            "--rates",
            "60",
            "--out",
            "c",
        ];
        args.extend(more);
        run(dir.path(), &args)
    };
    let fails = "cylinder:literal";
    assert_eq!(played(fails, &["--export-json", "before.json"]).0, Some(1));
    assert_eq!(
        played(fails, &["--baseline", "before.json"]).0,
        Some(0),
        "no worse"
    );
    // A record keeps its runs packed.
    let before = fs::read(dir.path().join("before.json")).unwrap();
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&before).unwrap();
    fs::write(dir.path().join("before.json.gz"), packer.finish().unwrap()).unwrap();
    assert_eq!(played(fails, &["--baseline", "before.json.gz"]).0, Some(0));
    fs::write(dir.path().join("cut.json.gz"), [0x1f, 0x8b, 8]).unwrap();
    let (code, _, said) = played(fails, &["--baseline", "cut.json.gz"]);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(
        played(fails, &["--fail-from", "lost"]).0,
        Some(0),
        "it loses nobody"
    );
    // The same run, which kept every promise before.
    let text = fs::read_to_string(dir.path().join("before.json")).unwrap();
    let mut book: serde_json::Value = serde_json::from_str(&text).unwrap();
    let sound = played("bsp", &["--export-json", "-"]).1;
    let sound: serde_json::Value = serde_json::from_str(&sound).unwrap();
    book["cells"][0]["outcome"] = sound["cells"][0]["outcome"].clone();
    fs::write(dir.path().join("sound.json"), book.to_string()).unwrap();
    let (code, _, said) = played(fails, &["--baseline", "sound.json"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("worse: cylinder:literal on step-19 at 60 Hz: ok before"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_run_is_said_with_its_remedy() {
    let dir = TempDir::new().unwrap();
    for (args, said) in [
        (vec!["no-such-course"], "has `no-such-course` in its name"),
        (vec!["--contestants", "nobody"], "there is no contestant `nobody`"),
        (vec!["--rates", "2"], "wanted 5 to 1000"),
        (vec!["--fail-from", "bad"], "`bad` is no grade"),
        (vec!["--fail-on", "hull"], "--fail-on hull: it does not take part"),
        (vec!["--baseline", "no.json"], "cannot read no.json"),
    ] {
        let (code, _, errors) = run(dir.path(), &args);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(said), "{errors}");
    }
}

/// Rapier's controller rests 0.56 u above its ground, which once made 179 u of wall climb (F22) of these stairs.
#[cfg(feature = "rapier")]
#[test]
fn stairs_are_no_wall_for_a_controller_that_rests_on_a_gap() {
    let dir = TempDir::new().unwrap();
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/stairs.ron");
    let scene = scene.display().to_string();
    let (_, table, errors) = compare(
        dir.path(),
        &[&scene, "--contestants", "bsp,rapier", "--quick", "--out", "r"],
    );
    assert!(table.contains("rapier: "), "{table}{errors}");
    assert!(!table.contains("F22"), "{table}");
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
        let (code, table, errors) = run(
            dir.path(),
            &["step-19", "--contestants", name, "--rates", "60", "--out", name],
        );
        if built {
            assert!(matches!(code, Some(0 | 1)), "{errors}");
            assert!(table.contains(&format!("{name} ")), "{table}");
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
        let known = ["--known", "known.toml", "--export-json", "c.json"];
        let mut args = vec![
            "controllers",
            "step-19",
            "--no-time",
            "--rates",
            "60",
            "--out",
            "c",
        ];
        args.extend([
            "--contestants",
            "bsp,cylinder:literal",
            "--fail-on",
            "cylinder:literal",
        ]);
        args.extend(known);
        compare(dir.path(), &args)
    };
    let (code, _, errors) = judged("");
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.contains("new failure") && errors.contains("cylinder:literal on step-19 at 60 Hz"),
        "{errors}"
    );
    let (code, _, errors) = judged("[[known]]\nname = \"step-19\"\nreason = \"as printed\"");
    assert_eq!(code, Some(0), "{errors}");
    let results = fs::read_to_string(dir.path().join("c.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["made"]["rules"], rules);
    let other = "[[known]]\nname = \"step-19\"\nrates = [125]\nreason = \"as printed\"";
    let (code, _, errors) = judged(other);
    assert_eq!(code, Some(1), "{errors}");
    // A wrong list is refused before anything is asked.
    for keys in [
        "rates = [61]",
        "contestant = \"bzp\"",
        "grade = \"bad\"",
        "[[known]]\nname = \"step-19\"\nreason = \"x\"",
    ] {
        let (code, _, errors) = judged(&format!("[[known]]\nname = \"step-19\"\nreason = \"x\"\n{keys}"));
        assert!(code == Some(2) && errors.contains("known.toml: "), "{errors}");
    }
    let worse = judged("[[known]]\nname = \"step-19\"\ngrade = \"seen\"\nreason = \"x\"");
    assert_eq!(worse.0, Some(1), "{}", worse.2);
    assert!(
        worse
            .2
            .contains("fails worse than declared: cylinder:literal on step-19 at 60 Hz"),
        "{}",
        worse.2
    );
}

/// The map is named by the way from the scene: a folder that is moved with its map still plays.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn a_failure_on_a_map_names_it_from_where_it_lies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = tempfile::tempdir_in(root.join("target")).unwrap();
    let out = dir.path().join("deep/c");
    let asked = ["map-oa_dm1", "--contestants", "rapier", "--rates", "33"];
    let (_, table, errors) = run(&root, &[&asked[..], &["--out", out.to_str().unwrap()]].concat());
    let scenes = fs::read_dir(out.join("scenes")).unwrap_or_else(|e| panic!("{e}: {table}{errors}"));
    let scene = scenes.map(|e| e.unwrap().path()).next().unwrap();
    let text = fs::read_to_string(&scene).unwrap();
    assert!(text.contains("QuakeBsp(\"../"), "{text}");
    let (code, _, errors) = compare(dir.path(), &[scene.to_str().unwrap(), "--dry-run"]);
    assert_eq!(code, Some(0), "{errors}");
}

/// Rapier's controller carries a body by the velocity of the step to come, so it cannot move after the parts: it is not asked.
#[test]
fn runs_that_were_not_asked_are_neither_passed_nor_as_declared() {
    let dir = TempDir::new().unwrap();
    let list = format!("rules = {}\n", clipmark_record::RULES);
    fs::write(dir.path().join("known.toml"), list).unwrap();
    let ride = "controllers ride --order parts-first --rates 60 --no-time --contestants";
    let ends = |contestants: &str, more: &[&str]| {
        let ride: Vec<&str> = ride.split(' ').chain([contestants]).collect();
        let (code, _, errors) = compare(dir.path(), &[&ride[..], more].concat());
        (code, errors)
    };
    let known = ["--known", "known.toml"];
    for list in [&[][..], &known] {
        let (code, errors) = ends("rapier", list);
        assert_eq!(code, Some(1), "{errors}");
    }
    let (code, errors) = ends("bsp,rapier", &known);
    assert_eq!(code, Some(0), "{errors}");
}
