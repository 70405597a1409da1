//! `compare suite controllers` as its user sees it, and the message for a library that is not built in.

use crate::support::{Ended, compare_line, refused, root, scenes};
use clipmark_rows::Results;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

fn run(dir: &Path, args: &str) -> Ended {
    compare_line(
        dir,
        &format!(
            "suite controllers --courses {} --no-time {args}",
            scenes("controllers")
        ),
    )
}

#[test]
fn a_run_leaves_a_page_tables_and_scenes_that_show_its_failures() {
    let dir = TempDir::new().unwrap();
    // The walker as printed in 2006 climbs forbidden slopes; the slide move does not.
    let both = "step-19 slope-75 --contestants bsp,cylinder:literal --rates 60,125 --out c";
    let (code, table, errors) = run(dir.path(), both);
    assert_eq!(code, Some(1), "a run failed a check: {errors}");
    let closing = table.lines().last().unwrap();
    assert!(
        closing.starts_with("failed: 1 of 2") && closing.contains("exit 1"),
        "{table}"
    );
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let out = dir.path().join("c");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(!page.contains("src=") && page.contains("cylinder:literal"));
    let results = Results::read(&out.join("results.jsonl")).unwrap();
    assert_eq!(results.cases.len(), 2 * 2 * 2);
    let scenes = fs::read_dir(out.join("cases/scenes"))
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
    assert_eq!(Results::read(&out.join("results.jsonl")).unwrap().cases.len(), 1);
    assert_eq!(Results::read(&out.join("before.jsonl")).unwrap(), results);
    assert!(
        !out.join("cases").exists(),
        "what showed the older failures is gone"
    );
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
    let rows: Vec<std::collections::BTreeMap<String, String>> =
        reader.deserialize().map(Result::unwrap).collect();
    for hz in ["60", "125"] {
        let of_run = || rows.iter().filter(|row| row["hz"] == hz);
        assert!(
            of_run().any(|row| row["outcome"] == "failed"),
            "this test is of runs that fail: {csv}"
        );
        let blamed = |row: &std::collections::BTreeMap<String, String>| {
            ["library", "adapter"].contains(&row["blame"].as_str())
        };
        assert!(of_run().any(blamed), "{csv}");
        assert!(of_run().all(|row| row["rules"] == clipmark_rows::RULES.to_string()));
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
    assert_eq!(played(fails, "--export-json before.jsonl").0, Some(1));
    assert_eq!(played(fails, "--baseline before.jsonl").0, Some(0), "no worse");
    // A record keeps its runs packed.
    let before = fs::read(dir.path().join("before.jsonl")).unwrap();
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&before).unwrap();
    fs::write(dir.path().join("before.jsonl.gz"), packer.finish().unwrap()).unwrap();
    assert_eq!(played(fails, "--baseline before.jsonl.gz").0, Some(0));
    fs::write(dir.path().join("cut.jsonl.gz"), [0x1f, 0x8b, 8]).unwrap();
    let (code, _, said) = played(fails, "--baseline cut.jsonl.gz");
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(played(fails, "--fail-on lost").0, Some(0), "it loses nobody");
    // The same run, which passed before.
    let mut results = Results::read(&dir.path().join("before.jsonl")).unwrap();
    results.cases[0].rows.clear();
    fs::write(dir.path().join("sound.jsonl"), results.text().unwrap()).unwrap();
    let (code, _, said) = played(fails, "--baseline sound.jsonl");
    assert_eq!(code, Some(1), "{said}");
    // A list of known failures does not take its place: both hold.
    let step = "[[known]]\nsubject = \"step-19\"\nreason = \"as printed\"";
    let list = format!("rules = {}\n{step}\n", clipmark_rows::RULES);
    fs::write(dir.path().join("known.toml"), list).unwrap();
    assert_eq!(played(fails, "--known known.toml").0, Some(0));
    assert_eq!(
        played(fails, "--known known.toml --baseline sound.jsonl").0,
        Some(1)
    );
    // Results with which nothing is compared let nothing pass.
    results.cases[0].contestant = "another".into();
    fs::write(dir.path().join("others.jsonl"), results.text().unwrap()).unwrap();
    results.run.study = "suite walker".into();
    fs::write(dir.path().join("walker.jsonl"), results.text().unwrap()).unwrap();
    for file in ["others.jsonl", "walker.jsonl"] {
        let (code, _, said) = played("bsp", &format!("--baseline {file}"));
        assert_eq!((code, said.lines().count()), (Some(2), 1), "{said}");
    }
}

#[test]
fn what_cannot_be_run_is_refused() {
    let dir = TempDir::new().unwrap();
    for (args, says) in [
        ("no-such-course", "no-such-course"),
        ("--contestants nobody", "`nobody`"),
        ("--rates 2", "5 to 1000"),
        ("step-19 --rates 60,60", "step-19, 60 Hz"),
        ("--fail-on bad", "`bad`"),
        ("--baseline no.jsonl", "no.jsonl"),
    ] {
        refused(dir.path(), &format!("suite controllers --no-time {args}"), says);
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
    let rules = clipmark_rows::RULES;
    let judged = |list: &str| {
        fs::write(dir.path().join("known.toml"), format!("rules = {rules}\n{list}")).unwrap();
        let line = "suite controllers step-19 --no-time --rates 60 --out c --contestants cylinder:literal \
                    --known known.toml";
        compare_line(dir.path(), line)
    };
    let step = "[[known]]\nsubject = \"step-19\"\nreason = \"as printed\"";
    assert_eq!(judged("").0, Some(1));
    let (code, _, errors) = judged(step);
    assert_eq!(code, Some(0), "{errors}");
    let results = Results::read(&dir.path().join("c/results.jsonl")).unwrap();
    assert_eq!(results.run.made.rules, rules);
    // Of another rate, and less than it is.
    for key in ["hz = [125]", "severity = \"measurable\""] {
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
    let scenes = fs::read_dir(out.join("cases/scenes")).unwrap_or_else(|e| panic!("{e}: {table}{errors}"));
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
    let list = format!("rules = {}\n", clipmark_rows::RULES);
    fs::write(dir.path().join("known.toml"), list).unwrap();
    let ends = |contestants: &str, more: &str| {
        let ride = "suite controllers ride --order parts-first --rates 60 --no-time --contestants";
        compare_line(dir.path(), &format!("{ride} {contestants} {more}")).0
    };
    assert_eq!(ends("rapier", ""), Some(1));
    assert_eq!(ends("rapier", "--known known.toml"), Some(1));
    assert_eq!(ends("bsp,rapier", "--known known.toml"), Some(0));
}

/// Shards are put together by `cat`; a run that was stopped goes on where it was, and ends as the run in one piece.
#[test]
fn shards_and_a_resumed_run_are_the_run_in_one_piece() {
    let dir = TempDir::new().unwrap();
    let played = |more: &str| {
        let line = "step-19 slope-75 --contestants bsp,cylinder:literal --rates 60,125";
        let (code, _, errors) = run(dir.path(), &format!("{line} {more}"));
        assert_eq!(code, Some(1), "{errors}");
    };
    let read = |folder: &str| Results::read(&dir.path().join(folder).join("results.jsonl")).unwrap();
    let shows = |file: &str| {
        let line = format!("suite controllers --results {file} --out shown");
        let (code, _, errors) = compare_line(dir.path(), &line);
        assert!(code != Some(2) || errors.lines().count() <= 2, "{errors}");
        code
    };
    played("--out whole");
    let whole = read("whole").cases;
    let shards = ["1/2", "2/2"].map(|shard| {
        let out = format!("shard-{}", &shard[..1]);
        played(&format!("--shard {shard} --out {out}"));
        fs::read_to_string(dir.path().join(out).join("results.jsonl")).unwrap()
    });
    fs::write(dir.path().join("all.jsonl"), shards.concat()).unwrap();
    assert_eq!(shows("all.jsonl"), Some(1));
    fs::rename(dir.path().join("shown"), dir.path().join("together")).unwrap();
    let mut together = read("together");
    // Each shard has shown its worst failures in its own folder.
    let evidence = |results: &Results| {
        results
            .cases
            .iter()
            .any(|c| c.rows.iter().any(|r| r.evidence.is_some()))
    };
    assert!(!evidence(&together) && evidence(&read("whole")));
    let mut alike = read("whole");
    for results in [&mut together, &mut alike] {
        results.keep_evidence(|_| false);
    }
    assert_eq!(together.cases, alike.cases);
    // Of a run's own folder the evidence stays.
    let again = "suite controllers --results whole/results.jsonl --out whole";
    assert_eq!(compare_line(dir.path(), again).0, Some(1));
    assert_eq!(read("whole").cases, whole);
    assert!(
        fs::read_dir(dir.path().join("whole/cases/scenes"))
            .unwrap()
            .next()
            .is_some()
    );
    // What is not all of one run of this study is no result of it.
    assert_eq!(shows("shard-1/results.jsonl"), Some(2));
    let cut: Vec<&str> = shards[1].lines().collect();
    for (name, kept) in [
        ("no-end", &cut[..cut.len() - 1]),
        ("a-line-less", &[&cut[..1], &cut[2..]].concat()),
    ] {
        fs::write(
            dir.path().join(name),
            format!("{}{}\n", shards[0], kept.join("\n")),
        )
        .unwrap();
        assert_eq!(shows(name), Some(2), "{name}");
    }
    let moving = "suite moving --results all.jsonl --out shown";
    assert_eq!(compare_line(dir.path(), moving).0, Some(2));
    // What would change nothing that is shown is refused.
    for (line, says) in [
        ("suite controllers step-19 --results all.jsonl", "a name"),
        (
            "suite walker --results all.jsonl --contestants bsp",
            "--contestants",
        ),
        ("bar --results all.jsonl --quick", "--quick"),
        ("judge --results all.jsonl --rates 60", "--rates"),
    ] {
        refused(dir.path(), line, says);
    }
    // Of the whole run two groups are there, and half a line.
    fs::create_dir(dir.path().join("resumed")).unwrap();
    let text = fs::read_to_string(dir.path().join("whole/results.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let torn = format!("{}\n{}", lines[..lines.len() - 2].join("\n"), &lines[1][..20]);
    fs::write(dir.path().join("resumed/results.part"), torn).unwrap();
    played("--resume --out resumed");
    assert_eq!(read("resumed").cases, whole);
}

/// A share of the work, and a file of results, do not take the place of a whole study.
#[test]
fn what_is_no_whole_study_has_a_folder_of_its_own() {
    let dir = TempDir::new().unwrap();
    let latest = dir.path().join("reports/latest");
    let line = "suite controllers --contestants bsp --no-time";
    let few = "--shard 1/100 --rates 33,60,125,333";
    assert_ne!(compare_line(dir.path(), &format!("{line} {few}")).0, Some(2));
    assert!(latest.join("controllers-1-of-100").exists() && !latest.join("controllers").exists());
}

/// A list of known failures is of a contestant on all courses.
#[test]
fn the_moving_courses_take_the_list_of_all_courses() {
    let dir = TempDir::new().unwrap();
    let list = dir.path().join("known.toml");
    let step = "[[known]]\nsubject = \"step-19\"\nreason = \"of a course that stands\"";
    fs::write(&list, format!("rules = {}\n{step}\n", clipmark_rows::RULES)).unwrap();
    let line = format!(
        "suite moving ride --contestants bsp --rates 60 --no-time --known {} --out {}",
        list.display(),
        dir.path().join("m").display()
    );
    let (code, _, errors) = compare_line(&root(), &line);
    assert_eq!(code, Some(0), "{errors}");
}
