//! `compare suite controllers` and `moving` as their user sees them.

use crate::support::{Ended, compare, ends, files, folder, read_results, refused, root, scenes, write_known};
use clipmark_rows::{Check, RULES, Results};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

/// As printed in 2006 the walker climbs forbidden slopes.
const FAILS: &str = "cylinder:literal";
const KNOWN: &str = "subject = \"step-19\"";

fn run(dir: &Path, args: &str) -> Ended {
    let courses = scenes("controllers");
    compare(
        dir,
        &format!("suite controllers --courses {courses} --no-time {args}"),
    )
}

#[test]
fn a_run_leaves_a_page_tables_and_scenes_that_show_its_failures() {
    let dir = folder(&[]);
    let both = format!("step-19 slope-75 --contestants bsp,{FAILS} --rates 60,125 --out c");
    let (code, table, errors) = run(dir.path(), &both);
    assert_eq!(code, Some(1), "a run failed a check: {errors}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let out = dir.path().join("c");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(!page.contains("src=") && page.contains(FAILS));
    let results = read_results(dir.path(), "c");
    assert_eq!(results.cases.len(), 2 * 2 * 2);
    let shown = files(&out.join("cases/scenes"));
    assert!(!shown.is_empty(), "no failure was written down:\n{table}");
    for scene in &shown {
        assert!(fs::read_to_string(scene).unwrap().contains(FAILS));
    }
    ends(dir.path(), &format!("{} --quick", shown[0].display()), 1);
    // A second run replaces the first.
    let (code, _, errors) = run(dir.path(), "step-19 --contestants bsp --rates 125 --out c");
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(read_results(dir.path(), "c").cases.len(), 1);
    assert_eq!(Results::read(&out.join("before.jsonl")).unwrap(), results);
    assert!(
        !out.join("cases").exists(),
        "what showed the older failures is gone"
    );
    // A failure that is too mild to count.
    let line = format!("step-19 --contestants {FAILS} --rates 60 --fail-on");
    for (severity, code) in [("measurable", 1), ("lost", 0)] {
        assert_eq!(run(dir.path(), &format!("{line} {severity}")).0, Some(code));
    }
}

/// The worst run of a library on a course has a program; its other failures have their label alone.
#[test]
fn every_failing_run_of_a_library_says_whose_it_is() {
    let dir = folder(&[]);
    let line = "floor-seams --contestants rapier --rates 60,125 --export-csv -";
    let (code, csv, errors) = run(dir.path(), line);
    assert_eq!(code, Some(1), "{errors}");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    for hz in ["60", "125"] {
        let has = |column: &str, values: &[&str]| {
            let mut of_run = rows.iter().filter(|row| row["hz"] == hz);
            of_run.any(|row| values.contains(&row[column].as_str()))
        };
        assert!(
            has("outcome", &["failed"]) && has("blame", &["library", "adapter"]),
            "{csv}"
        );
    }
    assert!(rows.iter().all(|row| row["rules"] == RULES.to_string()));
}

/// Rapier's controller rests 0.56 u above its ground, which once made 179 u of wall climb (F22) of these stairs.
#[cfg(feature = "rapier")]
#[test]
fn stairs_are_no_wall_for_a_controller_that_rests_on_a_gap() {
    let dir = folder(&[]);
    let stairs = scenes("stairs.ron");
    let line = format!("{stairs} --contestants bsp,rapier --quick --out r");
    compare(dir.path(), &line);
    let climbs = read_results(dir.path(), "r").cases.into_iter().any(|case| {
        let mut failures = case.failures().into_iter();
        case.contestant == "rapier" && failures.any(|row| row.check == Check::WallClimb)
    });
    assert!(!climbs);
}

#[test]
fn each_library_of_others_runs_or_is_named_with_its_feature() {
    let dir = folder(&[]);
    for (name, is_built) in [
        ("rapier", cfg!(feature = "rapier")),
        ("jolt", cfg!(feature = "jolt")),
        ("box3d", cfg!(feature = "box3d")),
        ("physx", cfg!(feature = "physx")),
    ] {
        let line = format!("step-19 --contestants {name} --rates 60");
        if is_built {
            assert!(matches!(run(dir.path(), &line).0, Some(0 | 1)), "{name}");
        } else {
            let line = format!("suite controllers --no-time {line}");
            refused(dir.path(), &line, &format!("--features {name}"));
        }
    }
}

/// Without a folder of courses beside it the program has those that are built in. A list of known failures holds both ways, and
/// is of a contestant on all courses, of which the moving ones are some.
#[test]
fn courses_are_built_in_and_known_failures_are_enforced_both_ways() {
    let dir = folder(&[]);
    let judged = |study: &str, entries: &[String], code: i32| {
        write_known(dir.path(), entries);
        let line = format!("suite {study} --no-time --rates 60 --out c --known known.toml --contestants");
        ends(
            dir.path(),
            &format!("{line} {}", if study.contains("step") { FAILS } else { "bsp" }),
            code,
        );
    };
    let step = "controllers step-19";
    judged(step, &[], 1);
    judged(step, &[KNOWN.into()], 0);
    assert_eq!(read_results(dir.path(), "c").run.made.rules, RULES);
    // Of another rate, and less than it is.
    for key in ["hz = [125]", "severity = \"measurable\""] {
        judged(step, &[format!("{KNOWN}\n{key}")], 1);
    }
    // A wrong list is refused before anything is asked.
    judged(step, &[format!("{KNOWN}\ncontestant = \"bzp\"")], 2);
    judged("moving ride", &[KNOWN.into()], 0);
}

/// The map is named by the way from the scene: a folder that is moved with its map still plays.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn a_failure_on_a_map_names_it_from_where_it_lies() {
    let dir = tempfile::tempdir_in(root().join("target")).unwrap();
    let out = dir.path().join("deep/c");
    let line = format!(
        "map-oa_dm1 --contestants rapier --rates 33 --out {}",
        out.display()
    );
    let (_, table, errors) = run(&root(), &line);
    assert!(out.join("cases/scenes").is_dir(), "{table}{errors}");
    let scene = &files(&out.join("cases/scenes"))[0];
    let text = fs::read_to_string(scene).unwrap();
    assert!(text.contains("QuakeBsp(\"../"), "{text}");
    ends(dir.path(), &format!("{} --dry-run", scene.display()), 0);
}

/// Rapier's controller carries a body by the velocity of the step to come, so it cannot move after the parts: it is not asked.
#[test]
fn runs_that_were_not_asked_are_neither_passed_nor_as_declared() {
    let dir = folder(&[]);
    write_known(dir.path(), &[]);
    for (more, code) in [
        ("rapier", 1),
        ("rapier --known known.toml", 1),
        ("bsp,rapier --known known.toml", 0),
    ] {
        let ride = "suite controllers ride --order parts-first --rates 60 --no-time --contestants";
        ends(dir.path(), &format!("{ride} {more}"), code);
    }
}

/// Shards are put together by `cat`; a run that was stopped goes on where it was, and ends as the run in one piece.
#[test]
fn shards_and_a_resumed_run_are_the_run_in_one_piece() {
    let dir = folder(&[]);
    let path = dir.path();
    let played = |more: &str| {
        let line = format!("step-19 slope-75 --contestants bsp,{FAILS} --rates 60,125 {more}");
        let (code, _, errors) = run(path, &line);
        assert_eq!(code, Some(1), "{errors}");
    };
    played("--out whole");
    let whole = read_results(path, "whole").cases;
    let shards = ["1", "2"].map(|shard| {
        played(&format!("--shard {shard}/2 --out {shard}"));
        fs::read_to_string(path.join(shard).join("results.jsonl")).unwrap()
    });
    fs::write(path.join("all.jsonl"), shards.concat()).unwrap();
    ends(path, "suite controllers --results all.jsonl --out together", 1);
    // A record keeps its runs packed.
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(shards.concat().as_bytes()).unwrap();
    fs::write(path.join("all.jsonl.gz"), packer.finish().unwrap()).unwrap();
    ends(path, "suite controllers --results all.jsonl.gz --out packed", 1);
    // Each shard has shown its worst failures in its own folder.
    let has_evidence = |results: &Results| {
        let mut rows = results.cases.iter().flat_map(|case| &case.rows);
        rows.any(|row| row.evidence.is_some())
    };
    let [mut together, mut alike] = ["together", "whole"].map(|folder| read_results(path, folder));
    assert!(!has_evidence(&together) && has_evidence(&alike));
    for results in [&mut together, &mut alike] {
        results.keep_evidence(|_| false);
    }
    assert_eq!(together.cases, alike.cases);
    // Of a run's own folder the evidence stays.
    ends(
        path,
        "suite controllers --results whole/results.jsonl --out whole",
        1,
    );
    assert_eq!(read_results(path, "whole").cases, whole);
    assert!(!files(&path.join("whole/cases/scenes")).is_empty());
    // What is not all of one run of this study is no result of it.
    let cut: Vec<&str> = shards[1].lines().collect();
    for (name, kept) in [
        ("no-end", &cut[..cut.len() - 1]),
        ("a-line-less", &[&cut[..1], &cut[2..]].concat()),
    ] {
        fs::write(path.join(name), format!("{}{}\n", shards[0], kept.join("\n"))).unwrap();
    }
    for (study, file) in [
        ("controllers", "1/results.jsonl"),
        ("controllers", "no-end"),
        ("controllers", "a-line-less"),
        ("moving", "all.jsonl"),
    ] {
        ends(path, &format!("suite {study} --results {file} --out shown"), 2);
    }
    // What would change nothing that is shown is refused.
    for (line, names) in [
        ("suite controllers step-19 --results all.jsonl", "a name"),
        (
            "suite walker --results all.jsonl --contestants bsp",
            "--contestants",
        ),
        ("bar --results all.jsonl --quick", "--quick"),
        ("judge --results all.jsonl --rates 60", "--rates"),
    ] {
        refused(path, line, names);
    }
    // Of the whole run two groups are there, and half a line.
    fs::create_dir(path.join("resumed")).unwrap();
    let text = fs::read_to_string(path.join("whole/results.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let torn = format!("{}\n{}", lines[..lines.len() - 2].join("\n"), &lines[1][..20]);
    fs::write(path.join("resumed/results.part"), torn).unwrap();
    played("--resume --out resumed");
    assert_eq!(read_results(path, "resumed").cases, whole);
}

/// A share of the work does not take the place of a whole study.
#[test]
fn what_is_no_whole_study_has_a_folder_of_its_own() {
    let dir = folder(&[]);
    let line = "suite controllers --contestants bsp --no-time --shard 1/100 --rates 33,60,125,333";
    assert_ne!(compare(dir.path(), line).0, Some(2));
    let latest = dir.path().join("reports/latest");
    assert!(latest.join("controllers-1-of-100").exists() && !latest.join("controllers").exists());
}
