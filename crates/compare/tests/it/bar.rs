//! `compare bar` judges backends, keeps the worst answers and walks, goes on after a stop, and is put together of shards.
use crate::support::{BLOCKS, Ended, FLAT, FLOOR, compare, ends, files, folder, read_results, write_known};
use clipmark_rows::{Axis, Check, Results, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The fewest questions that the bar is met with.
const ENOUGH: &str = "--sweeps 10000 --rest 1600 --walkers 2 --ticks 250";
const FEW: &str = "--sweeps 800 --rest 160 --walkers 2 --ticks 50";

/// Blocks on a floor, and the floor alone.
fn worlds() -> TempDir {
    folder(&[("s.ron", &FLAT.replace(FLOOR, BLOCKS)), ("flat.ron", FLAT)])
}

fn bar(dir: &Path, more: &str) -> Ended {
    compare(dir, &format!("bar --worlds s.ron --out out {more}"))
}

/// The list that these checks fail, on whichever maps.
fn write_known_checks(dir: &Path, checks: &[&str]) {
    let entries: Vec<String> = checks
        .iter()
        .map(|check| format!("check = \"{check}\""))
        .collect();
    write_known(dir, &entries);
}

/// The checks that fail in a folder's results, and on which maps.
fn failed_checks(dir: &Path, folder: &str) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut failed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for case in &read_results(dir, folder).cases {
        for row in case.failures() {
            let maps = failed.entry(row.check.name()).or_default();
            maps.insert(case.subject.clone());
        }
    }
    failed
}

#[test]
fn who_meets_the_bar_passes_and_who_does_not_fails() {
    let dir = worlds();
    let run = |contestants: &str| bar(dir.path(), &format!("{ENOUGH} --contestants {contestants}"));
    let (code, table, errors) = run("bvh");
    assert_eq!(code, Some(0), "{table}{errors}");
    // Parry does not say of a sweep of no length that it starts in a solid.
    let (code, table, _) = run("bvh:stock,cylinder+slide");
    assert_eq!(code, Some(1));
    let failed: Vec<&str> = table.lines().filter(|line| line.starts_with('✗')).collect();
    assert!(failed.iter().any(|line| line.contains("bvh:stock")), "{table}");
    assert!(!failed.iter().any(|line| line.contains("cylinder")), "{table}");
    // The worst of it can be asked again, and its row names the file.
    let file = "cases/questions/s-bvh-stock-random-start-solid.json";
    let results = read_results(dir.path(), "out");
    let named = |row: &&Row| {
        row.evidence
            .as_ref()
            .is_some_and(|e| e.question.as_deref() == Some(file))
    };
    let row = results
        .cases
        .iter()
        .flat_map(|case| &case.rows)
        .find(named)
        .unwrap();
    assert!(row.severity().is_some(), "{row:?}");
    ends(dir.path(), &format!("explain out/{file}"), 0);
}

/// Lists themselves are tested in clipmark-rows.
#[test]
fn what_is_known_is_enforced_both_ways() {
    let dir = worlds();
    bar(dir.path(), &format!("{ENOUGH} --contestants hull"));
    let known = |results: &str, checks: &[&str]| {
        write_known_checks(dir.path(), checks);
        let line = format!("bar --results {results} --out again --known known.toml");
        let (code, _, errors) = compare(dir.path(), &line);
        (code, errors)
    };
    assert_eq!(known("out/results.jsonl", &[]).0, Some(1));
    let all: Vec<&str> = failed_checks(dir.path(), "out").into_keys().collect();
    assert!(all.len() > 1 && all.contains(&"wrong_place"), "{all:?}");
    for (checks, code) in [
        (all.clone(), 0),
        (all[1..].to_vec(), 1),
        ([&all[..], &["malformed"]].concat(), 1),
        ([&all[..], &["stopped"]].concat(), 1),
        (vec!["by an engine's rules"], 2),
    ] {
        assert_eq!(known("out/results.jsonl", &checks).0, Some(code), "{checks:?}");
    }
    // As a panic leaves it: one row that it stopped, and no other.
    let mut results = read_results(dir.path(), "out");
    let mut stopped = results.cases.remove(0);
    stopped.rows.clear();
    results.cases = vec![stopped.stopped("it panicked: planted")];
    fs::write(dir.path().join("stopped.jsonl"), results.text().unwrap()).unwrap();
    let (code, errors) = known("stopped.jsonl", &[]);
    assert!(
        code == Some(1) && errors.contains("hull on s: stopped"),
        "{errors}"
    );
    assert_eq!(known("stopped.jsonl", &["stopped"]).0, Some(0));
}

/// Without other hulls an entry that may be about them is neither as known nor passed.
#[test]
fn what_a_bar_without_hulls_does_not_ask_has_not_passed() {
    let dir = worlds();
    write_known_checks(dir.path(), &["malformed"]);
    for (hulls, code) in [("--hulls 0", 0), ("--hulls 100", 1)] {
        let line =
            format!("bar --worlds flat.ron --out out {ENOUGH} {hulls} --contestants bvh --known known.toml");
        ends(dir.path(), &line, code);
    }
}

/// Two maps, and a check that fails on one of them alone. Shards that are put together are held to the list too.
#[test]
fn what_is_known_on_a_map_is_enforced_there_in_one_run_and_of_shards() {
    let dir = worlds();
    let path = dir.path();
    let bar = format!("bar --worlds s.ron,flat.ron --contestants bvh:stock {ENOUGH}");
    let shards = ["1", "2"].map(|shard| {
        ends(path, &format!("{bar} --shard {shard}/2 --out {shard}"), 1);
        fs::read_to_string(path.join(shard).join("results.jsonl")).unwrap()
    });
    fs::write(path.join("all.jsonl"), shards.concat()).unwrap();
    write_known(path, &[]);
    let (_, _, errors) = ends(path, &format!("{bar} --out one --known known.toml"), 1);
    let quoted = |maps: BTreeSet<String>| {
        let maps = maps.iter().map(|map| format!("\"{map}\""));
        maps.collect::<Vec<_>>().join(", ")
    };
    let failed = failed_checks(path, "one").into_iter();
    let failed: Vec<(&str, String)> = failed.map(|(check, maps)| (check, quoted(maps))).collect();
    let entry = |(check, maps): &(&str, String)| format!("check = \"{check}\"\nsubject = [{maps}]");
    let mut declared: Vec<String> = failed.iter().map(entry).collect();
    let lone = failed.iter().position(|(_, maps)| !maps.contains(','));
    let lone = lone.unwrap_or_else(|| panic!("no check fails on one map alone: {errors}"));
    let (check, on) = &failed[lone];
    let other = if on == "\"s\"" { "\"flat\"" } else { "\"s\"" };
    // On the other map it passes where it must fail, and fails where it must not.
    let both = format!("{on}, {other}");
    for (maps, code) in [(on.as_str(), 0), (other, 1), (&both, 1), ("\"attic\"", 2)] {
        declared[lone] = entry(&(*check, maps.into()));
        write_known(path, &declared);
        for results in ["one/results.jsonl", "all.jsonl"] {
            ends(
                path,
                &format!("bar --results {results} --out two --known known.toml"),
                code,
            );
        }
    }
    // What shows the failures comes with the results.
    let shown = |folder: &str| {
        let all = files(&path.join(folder).join("cases"));
        let text = |file: &std::path::PathBuf| fs::read(file).unwrap();
        let names = all
            .iter()
            .map(|file| file.strip_prefix(path.join(folder)).unwrap().to_owned());
        names.zip(all.iter().map(text)).collect::<Vec<_>>()
    };
    assert!(shown("two") == shown("one"));
}

#[test]
fn a_bar_that_was_stopped_goes_on_and_measures_a_changed_map_anew() {
    let dir = worlds();
    let path = dir.path();
    let bar = |more: &str| {
        let line = format!("bar --worlds s.ron,flat.ron --contestants bvh:stock {ENOUGH} --out out {more}");
        // `bvh:stock` fails. Who is asked too little would be asked again.
        ends(path, &line, 1);
        read_results(path, "out").cases
    };
    let whole = bar("");
    assert_eq!(whole.len(), 2);
    // As a kill before its end leaves it: the first map, marked, and the second, which has changed since.
    let text = fs::read_to_string(path.join("out/results.jsonl")).unwrap();
    let marked = text.replacen("\"asked\":10000", "\"asked\":10001", 1);
    let lines: Vec<&str> = marked.lines().collect();
    fs::write(path.join("out/results.part"), lines[..3].join("\n") + "\n").unwrap();
    fs::write(path.join("flat.ron"), FLAT.replace("-64)", "-65)")).unwrap();
    let resumed = bar("--resume");
    assert_ne!(resumed[0], whole[0], "a result that was there was measured again");
    assert_ne!(resumed[1], whole[1], "a result of an older map was kept");
}

#[test]
fn the_same_seed_gives_the_same_results() {
    let dir = worlds();
    let cases = |seed: u32| {
        let line = format!("{FEW} --contestants bvh --seed {seed} --export-json -");
        let (_, text, errors) = bar(dir.path(), &line);
        let mut cases = Results::parse(&text, Path::new("out")).expect(&errors).cases;
        // It depends on the seed.
        cases.iter_mut().for_each(|case| case.group.clear());
        cases
    };
    let first = cases(7);
    assert_ne!(first, cases(8));
    assert_eq!(first, cases(7));
    let of = |questions: &str, check: Check| -> Vec<u64> {
        let own = first[0].rows.iter();
        own.filter(|row| row.axes.get(Axis::Questions) == questions && row.check == check)
            .map(|row| row.asked)
            .collect()
    };
    assert_eq!(of("random", Check::TrueHits), [800]);
    assert_eq!(of("rest", Check::TrueHits), [10; 16]);
    assert_eq!(of("walks", Check::Walked), [100]);
    let csv = fs::read_to_string(dir.path().join("out/table.csv")).unwrap();
    let heads = csv.lines().next().unwrap();
    assert!(heads.contains(",hull,questions,gap,way,"), "{heads}");
    assert!(csv.lines().count() > 64);
}

#[test]
fn a_bar_that_asks_next_to_nothing_is_not_met() {
    let dir = worlds();
    for (line, is_failed) in [
        ("--sweeps 12 --contestants bvh", false),
        // Nor is it where a failure is too mild to count.
        ("--sweeps 2000 --contestants bvh:stock --fail-on lost", true),
    ] {
        let (code, table, errors) = bar(dir.path(), &format!("{line} --rest 0 --walkers 0"));
        assert_eq!(code, Some(1), "{table}{errors}");
        assert_eq!(
            read_results(dir.path(), "out").cases[0].severity().is_some(),
            is_failed,
            "{table}"
        );
    }
    // A share without a map fails nothing.
    let (code, _, errors) = bar(dir.path(), &format!("{FEW} --contestants bvh --shard 2/2"));
    assert_eq!(code, Some(0), "{errors}");
}
