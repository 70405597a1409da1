//! `compare bar` judges backends, keeps the worst answers and walks, goes on after a stop, and is put together of shards.
use crate::support::compare_line;
use clipmark_rows::{Axis, Check, Outcome, Results, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const BLOCKS: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (64, 64, 0), max: (128, 128, 96)),
        Box(min: (128, 64, 0), max: (192, 128, 12)),
    ]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    sweeps: 50,
)"#;

/// The fewest questions that the bar is met with.
const ENOUGH: &str = "--sweeps 10000 --rest 1600 --walkers 4 --ticks 250";
const FEW: &str = "--sweeps 800 --rest 160 --walkers 2 --ticks 50";

fn bar(dir: &Path, more: &str) -> (Option<i32>, String, String) {
    fs::write(dir.join("s.ron"), BLOCKS).unwrap();
    compare_line(dir, &format!("bar --worlds s.ron --out out {more}"))
}

/// Writes a list of known failures: `[check, maps]`.
fn write_known(dir: &Path, entries: &[[String; 2]]) {
    let entry = |[check, maps]: &[String; 2]| {
        let maps = match maps.as_str() {
            "" => String::new(),
            maps => format!("subject = [{maps}]\n"),
        };
        format!("[[known]]\ncheck = \"{check}\"\n{maps}reason = \"known\"\n")
    };
    let entries: String = entries.iter().map(entry).collect();
    let text = format!("rules = {}\n{entries}", clipmark_record::RULES);
    fs::write(dir.join("known.toml"), text).unwrap();
}

/// The checks that fail in a folder's results, and on which maps.
fn failed_checks(folder: &Path) -> BTreeMap<&'static str, BTreeSet<String>> {
    let results = Results::read(&folder.join("results.jsonl")).unwrap();
    let mut failed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for case in &results.cases {
        for row in case.failures() {
            let maps = failed.entry(row.check.name()).or_default();
            maps.insert(case.subject.clone());
        }
    }
    failed
}

#[test]
fn who_meets_the_bar_passes_and_who_does_not_fails() {
    let dir = TempDir::new().unwrap();
    let run = |contestants: &str| bar(dir.path(), &format!("{ENOUGH} --contestants {contestants}"));
    let (code, table, errors) = run("bvh,cylinder+slide");
    assert_eq!(code, Some(0), "{table}{errors}");
    // Parry does not say of a sweep of no length that it starts in a solid.
    let (code, table, _) = run("bvh,bvh:stock,cylinder+slide");
    assert_eq!(code, Some(1));
    let failed: Vec<&str> = table.lines().filter(|line| line.starts_with('✗')).collect();
    assert!(failed.iter().any(|line| line.contains("bvh:stock")), "{table}");
    assert!(!failed.iter().any(|line| line.contains("bvh ")), "{table}");
    assert!(
        table.lines().last().unwrap().starts_with("failed: 1 of 3"),
        "{table}"
    );
    // The worst of it can be asked again, and its row names the file.
    let file = "cases/questions/s-bvh-stock-random-start-solid.json";
    let results = Results::read(&dir.path().join("out/results.jsonl")).unwrap();
    let rows = results.cases.iter().flat_map(|case| &case.rows);
    let named = |row: &&Row| {
        row.evidence
            .as_ref()
            .is_some_and(|e| e.question.as_deref() == Some(file))
    };
    let row = rows.clone().find(named).unwrap();
    assert!(row.severity().is_some(), "{row:?}");
    let (code, _, errors) = compare_line(dir.path(), &format!("explain out/{file}"));
    assert_eq!(code, Some(0), "{errors}");
}

/// Lists themselves are tested in clipmark-rows.
#[test]
fn what_is_known_is_enforced_both_ways() {
    let dir = TempDir::new().unwrap();
    let known = |checks: &[&str]| {
        let entries: Vec<_> = checks
            .iter()
            .map(|check| [(*check).to_owned(), String::new()])
            .collect();
        write_known(dir.path(), &entries);
        bar(
            dir.path(),
            &format!("{ENOUGH} --contestants hull --known known.toml"),
        )
        .0
    };
    assert_eq!(known(&[]), Some(1));
    let all: Vec<&str> = failed_checks(&dir.path().join("out")).into_keys().collect();
    assert!(all.len() > 1 && all.contains(&"wrong_place"), "{all:?}");
    assert_eq!(known(&all), Some(0));
    assert_eq!(known(&all[1..]), Some(1));
    assert_eq!(known(&[&all[..], &["malformed"]].concat()), Some(1));
    assert_eq!(known(&["by an engine's rules"]), Some(2));
}

/// As a panic leaves it: one row that it stopped, and no other.
#[test]
fn who_stops_on_the_way_fails_against_a_list_that_does_not_name_it() {
    let dir = TempDir::new().unwrap();
    let (code, _, errors) = bar(dir.path(), &format!("{ENOUGH} --contestants bvh"));
    assert_eq!(code, Some(0), "{errors}");
    let mut results = Results::read(&dir.path().join("out/results.jsonl")).unwrap();
    let known = |results: &Results, names: &[&str]| {
        fs::write(dir.path().join("given.jsonl"), results.text().unwrap()).unwrap();
        let entries: Vec<_> = names
            .iter()
            .map(|name| [(*name).to_owned(), String::new()])
            .collect();
        write_known(dir.path(), &entries);
        let line = "bar --results given.jsonl --out again --known known.toml";
        let (code, _, errors) = compare_line(dir.path(), line);
        (code, errors)
    };
    assert_eq!(known(&results, &[]).0, Some(0));
    assert_eq!(known(&results, &["stopped"]).0, Some(1), "it does not stop");
    let mut stopped = results.cases.remove(0);
    stopped.rows.clear();
    results.cases = vec![stopped.stopped("it panicked: planted")];
    let (code, errors) = known(&results, &[]);
    assert!(
        code == Some(1) && errors.contains("bvh on s: stopped"),
        "{errors}"
    );
    let (code, errors) = known(&results, &["stopped"]);
    assert_eq!(code, Some(0), "{errors}");
}

/// Two maps, and a check that fails on one of them alone. Shards that are put together are held to the list too.
#[test]
fn what_is_known_on_a_map_is_enforced_there_in_one_run_and_of_shards() {
    const BAR: &str = "bar --worlds s.ron,flat.ron --contestants bvh:stock --sweeps 10000 --rest 1600 --walkers 2 \
                       --ticks 250";
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    let is_flat = |line: &&str| !line.contains("(64,") && !line.contains("(128,");
    let flat: Vec<&str> = BLOCKS.lines().filter(is_flat).collect();
    fs::write(path.join("s.ron"), BLOCKS).unwrap();
    fs::write(path.join("flat.ron"), flat.join("\n")).unwrap();
    let run = |line: &str| {
        let (code, _, errors) = compare_line(path, line);
        (code, errors)
    };
    let shards = ["1/2", "2/2"].map(|shard| {
        let out = format!("shard-{}", &shard[..1]);
        let (code, errors) = run(&format!("{BAR} --shard {shard} --out {out}"));
        assert_eq!(code, Some(1), "{errors}");
        fs::read_to_string(path.join(out).join("results.jsonl")).unwrap()
    });
    fs::write(path.join("all.jsonl"), shards.concat()).unwrap();
    write_known(path, &[]);
    let (code, errors) = run(&format!("{BAR} --out one --known known.toml"));
    assert_eq!(code, Some(1), "{errors}");
    let quoted = |maps: BTreeSet<String>| {
        let maps = maps.iter().map(|map| format!("\"{map}\""));
        maps.collect::<Vec<_>>().join(", ")
    };
    let failed = failed_checks(&path.join("one")).into_iter();
    let mut declared: Vec<[String; 2]> = failed
        .map(|(check, maps)| [check.to_owned(), quoted(maps)])
        .collect();
    let lone = declared.iter().position(|[_, maps]| !maps.contains(','));
    let lone = lone.unwrap_or_else(|| panic!("no check fails on one map alone: {errors}"));
    let on = declared[lone][1].clone();
    let other = if on == "\"s\"" { "\"flat\"" } else { "\"s\"" };
    let whole = "bar --results all.jsonl --out two";
    for command in [&format!("{BAR} --out one"), whole] {
        // On the other map it passes where it must fail, and fails where it must not.
        let both = format!("{on}, {other}");
        for (maps, ends) in [(on.as_str(), 0), (other, 1), (&both, 1), ("\"attic\"", 2)] {
            maps.clone_into(&mut declared[lone][1]);
            write_known(path, &declared);
            let (code, errors) = run(&format!("{command} --known known.toml"));
            assert_eq!(code, Some(ends), "{command}: {maps}: {errors}");
        }
    }
    // What shows the failures comes with the results.
    assert!(files(&path.join("two/cases")) == files(&path.join("one/cases")));
}

/// The files of a folder by their paths.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn a_bar_that_was_stopped_goes_on_to_the_same_results() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    fs::write(path.join("a.ron"), BLOCKS).unwrap();
    fs::write(path.join("b.ron"), BLOCKS.replace("96)", "24)")).unwrap();
    let bar = |more: &str| {
        let line = format!("bar --worlds a.ron,b.ron --contestants bvh,bvh:stock {ENOUGH} {more}");
        let (code, _, errors) = compare_line(path, &line);
        // `bvh:stock` fails. Who is asked too little would be asked again.
        assert_eq!(code, Some(1), "{errors}");
    };
    let read = |folder: &str| Results::read(&path.join(folder).join("results.jsonl")).unwrap();
    bar("--out whole");
    let whole = read("whole").cases;
    assert_eq!(whole.len(), 4);
    let cases = files(&path.join("whole/cases"));
    assert!(
        cases
            .keys()
            .any(|name| name.starts_with("questions/a-bvh-stock-random")),
        "{:?}",
        cases.keys()
    );
    // As a kill leaves it: the first map, marked, and half a line of the second.
    let text = fs::read_to_string(path.join("whole/results.jsonl")).unwrap();
    let marked = text.replacen("\"asked\":10000", "\"asked\":10001", 1);
    let lines: Vec<&str> = marked.lines().collect();
    fs::create_dir(path.join("killed")).unwrap();
    let killed = format!("{}\n{}", lines[..3].join("\n"), &lines[3][..lines[3].len() / 2]);
    fs::write(path.join("killed/results.part"), killed).unwrap();
    bar("--resume --out killed");
    let resumed = read("killed").cases;
    assert_ne!(resumed[0], whole[0], "a result that was there was measured again");
    assert_eq!(resumed[1..], whole[1..]);
    assert!(files(&path.join("killed/cases")) == cases);
    // A map that has changed since is measured again.
    fs::write(path.join("b.ron"), BLOCKS.replace("96)", "25)")).unwrap();
    bar("--resume --out killed");
    let changed = read("killed").cases;
    assert!(
        changed[..2] == resumed[..2] && changed[2] != resumed[2],
        "results of an older map were kept"
    );
}

#[test]
fn the_same_seed_gives_the_same_results() {
    let dir = TempDir::new().unwrap();
    let cases = |seed: u32| {
        let line = format!("{FEW} --contestants bvh,bvh:stock --seed {seed} --export-json -");
        let (_, text, errors) = bar(dir.path(), &line);
        let mut cases = Results::parse(&text, Path::new("out")).expect(&errors).cases;
        // It depends on the seed.
        cases.iter_mut().for_each(|case| case.group.clear());
        cases
    };
    let first = cases(7);
    assert_ne!(first, cases(8));
    assert_eq!(first, cases(7));
    let rows = &first[0].rows;
    let of = |questions: &str, check: Check| -> Vec<u64> {
        let own = rows
            .iter()
            .filter(|row| row.axes.get(Axis::Questions) == questions && row.check == check);
        own.map(|row| row.asked).collect()
    };
    assert_eq!(of("random", Check::TrueHits), [800]);
    assert_eq!(of("rest", Check::TrueHits), [10; 16]);
    assert_eq!(of("walks", Check::Walked), [100]);
    let csv = fs::read_to_string(dir.path().join("out/table.csv")).unwrap();
    let fields = |row: &str| row.split(',').count();
    let first = csv.lines().next().unwrap();
    assert!(first.contains(",hull,questions,gap,way,"), "{first}");
    assert!(csv.lines().count() > 2 * 64 && fields(first) > 20);
}

#[test]
fn a_bar_that_asks_next_to_nothing_is_not_met() {
    let dir = TempDir::new().unwrap();
    let (code, table, errors) = bar(dir.path(), "--sweeps 12 --rest 0 --walkers 0 --contestants bvh");
    assert_eq!(code, Some(1), "{errors}");
    assert!(table.contains("not enough evidence"), "{table}");
    // Nor is it where a failure is too mild to count.
    let line = "--sweeps 2000 --rest 0 --walkers 0 --contestants bvh:stock --fail-on lost";
    let (code, table, errors) = bar(dir.path(), line);
    assert_eq!(code, Some(1), "{errors}");
    let results = Results::read(&dir.path().join("out/results.jsonl")).unwrap();
    assert!(results.cases[0].severity().is_some(), "nothing failed");
    assert!(table.contains("not enough evidence"), "{table}");
}

#[test]
fn a_map_that_the_baseline_lacks_is_held_to_the_bar_and_known_failures_are_not() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    fs::write(path.join("a.ron"), BLOCKS).unwrap();
    let run = |worlds: &str, more: &str| {
        let line = format!("bar --worlds {worlds} --contestants bvh:stock {ENOUGH} --out out {more}");
        fs::write(path.join("s.ron"), BLOCKS).unwrap();
        compare_line(path, &line)
    };
    assert_eq!(run("s.ron", "").0, Some(1));
    fs::copy(path.join("out/results.jsonl"), path.join("before.jsonl")).unwrap();
    assert_eq!(run("s.ron", "--baseline before.jsonl").0, Some(0));
    let (code, _, errors) = run("s.ron,a.ron", "--baseline before.jsonl");
    assert!(
        code == Some(1) && errors.contains("worse: bvh:stock on a"),
        "{errors}"
    );
    // One check that failed nowhere before.
    let mut before = Results::read(&path.join("before.jsonl")).unwrap();
    let row = before.cases[0]
        .rows
        .iter_mut()
        .find(|row| row.severity().is_some());
    row.unwrap().outcome = Outcome::Passed;
    fs::write(path.join("before.jsonl"), before.text().unwrap()).unwrap();
    assert_eq!(run("s.ron", "--baseline before.jsonl").0, Some(1));
}

#[test]
fn a_share_without_a_map_fails_nothing_and_has_no_list() {
    let dir = TempDir::new().unwrap();
    let (code, _, errors) = bar(dir.path(), &format!("{FEW} --contestants bvh --shard 2/2"));
    assert_eq!(code, Some(0), "{errors}");
    write_known(dir.path(), &[]);
    let (code, _, errors) = bar(dir.path(), "--contestants bvh --shard 1/2 --known known.toml");
    assert!(code == Some(2) && errors.contains("--shard"), "{errors}");
}

#[test]
fn what_cannot_be_asked_is_said_before_anything_is() {
    let dir = TempDir::new().unwrap();
    for (line, says) in [
        ("--contestants bvh,bvh", "twice"),
        ("--contestants bsp:none", "`bsp:none`"),
        ("--hull player --contestants cylinder", "--hull player"),
        ("--worlds none.bsp", "none.bsp"),
    ] {
        let (code, _, errors) = bar(dir.path(), line);
        assert!(code == Some(2) && errors.contains(says), "{line}: {errors}");
    }
}
