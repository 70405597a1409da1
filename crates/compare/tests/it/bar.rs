//! `compare bar` judges backends, keeps the worst answers and walks, and fails on the named contestants.
use crate::support::compare_line;
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

/// Writes a list of known failures: `[name, maps]`.
fn write_known(dir: &Path, entries: &[[String; 2]]) {
    let entry = |[name, maps]: &[String; 2]| {
        let maps = if maps.is_empty() {
            String::new()
        } else {
            format!("maps = [{maps}]\n")
        };
        format!("[[known]]\nname = \"{name}\"\n{maps}reason = \"known\"\n")
    };
    let entries: String = entries.iter().map(entry).collect();
    fs::write(
        dir.join("known.toml"),
        format!("rules = {}\n{entries}", clipmark_record::RULES),
    )
    .unwrap();
}

#[test]
fn who_meets_the_bar_passes_and_who_does_not_fails_where_asked() {
    let dir = TempDir::new().unwrap();
    let run = format!("{ENOUGH} --contestants bvh,bvh:stock,cylinder+slide");
    let (code, table, errors) = bar(dir.path(), &format!("{run} --fail-on bvh,cylinder+slide"));
    assert_eq!(code, Some(0), "{table}{errors}");
    // Parry does not say of a sweep of no length that it starts in a solid.
    assert_eq!(bar(dir.path(), &run).0, Some(1));
    // The worst of it can be asked again.
    let line = "explain out/cases/s-random-bvh-stock-start-solid.json";
    let (code, _, errors) = compare_line(dir.path(), line);
    assert_eq!(code, Some(0), "{errors}");
}

/// Lists themselves are tested in clipmark-suite.
#[test]
fn what_is_known_is_enforced_both_ways() {
    let dir = TempDir::new().unwrap();
    let known = |names: &[&str], more: &str| {
        let entries: Vec<_> = names
            .iter()
            .map(|name| [format!("bar: {name}"), String::new()])
            .collect();
        write_known(dir.path(), &entries);
        let (code, _, errors) = bar(
            dir.path(),
            &format!("{ENOUGH} --contestants hull --known known.toml {more}"),
        );
        (code, errors)
    };
    let (code, errors) = known(&[], "");
    assert_eq!(code, Some(1));
    let told = errors.lines().filter_map(|line| {
        let (_, check) = line.split_once("does not name: hull on bar: ")?;
        check.split(':').next()
    });
    let all: Vec<&str> = told.collect();
    assert!(all.len() > 1 && all.contains(&"depth or contacts"), "{errors}");
    assert_eq!(known(&all, "").0, Some(0));
    assert_eq!(known(&all[1..], "").0, Some(1));
    assert_eq!(known(&[&all[..], &["malformed"]].concat(), "").0, Some(1));
    assert_eq!(known(&[], "--shard 1/2").0, Some(2));
    // Answers by rules are a check with --strict alone.
    assert_eq!(known(&["by an engine's rules"], "").0, Some(2));
}

/// Two maps, and a check that fails on one of them alone. Shards and their merge are held to the list too.
#[test]
fn what_is_known_on_a_map_is_enforced_there_in_one_run_and_in_a_merge() {
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
    for (shard, out) in [("1/2", "a"), ("2/2", "b")] {
        let (code, errors) = run(&format!("{BAR} --shard {shard} --out {out}"));
        assert_eq!(code, Some(1), "{errors}");
    }
    write_known(path, &[]);
    let (code, errors) = run(&format!("{BAR} --out one --known known.toml"));
    assert_eq!(code, Some(1), "{errors}");
    let told = |line: &str| {
        let (_, told) = line.split_once("does not name: bvh:stock on ")?;
        let (name, maps) = told.split_once(": fails on ")?;
        let maps = maps
            .split(", ")
            .map(|map| format!("\"{}\"", map.trim_end_matches(".ron")));
        Some([name.to_owned(), maps.collect::<Vec<_>>().join(", ")])
    };
    let mut declared: Vec<[String; 2]> = errors.lines().filter_map(told).collect();
    let lone = declared.iter().position(|[_, maps]| !maps.contains(','));
    let lone = lone.unwrap_or_else(|| panic!("no check fails on one map alone: {errors}"));
    let on = declared[lone][1].clone();
    let other = if on == "\"s\"" { "\"flat\"" } else { "\"s\"" };
    for command in [format!("{BAR} --out one"), "merge a b --out two".to_owned()] {
        // On the other map it passes where it must fail, and fails where it must not.
        let both = format!("{on}, {other}");
        for (maps, ends) in [(on.as_str(), 0), (other, 1), (&both, 1), ("\"attic\"", 2)] {
            maps.clone_into(&mut declared[lone][1]);
            write_known(path, &declared);
            let (code, errors) = run(&format!("{command} --known known.toml"));
            assert_eq!(code, Some(ends), "{command}: {maps}: {errors}");
        }
    }
    // Without all shards there is no result.
    assert_eq!(run("merge a --out three").0, Some(2));
}

#[test]
fn the_same_seed_gives_the_same_results_in_every_format() {
    let dir = TempDir::new().unwrap();
    let rows = |seed: u32| {
        // Without the journal, which would hand the first results out again.
        let _ = fs::remove_dir_all(dir.path().join("out"));
        let line = format!("{FEW} --contestants bvh,bvh:stock --seed {seed} --export-json -");
        let (_, text, errors) = bar(dir.path(), &line);
        let read: serde_json::Value = serde_json::from_str(&text).expect(&errors);
        // What says when and how it was made is not a result: a minute may pass between two runs.
        read["rows"].clone()
    };
    let first = rows(7);
    assert_ne!(first, rows(8));
    assert_eq!(first, rows(7));
    let row = &first[0];
    assert_eq!(row["random"]["asked"], 800);
    assert_eq!(row["rest"].as_array().unwrap().len(), 16);
    assert_eq!(row["rest"][0]["asked"], 10);
    assert_eq!(row["walks"]["ticks"], 100);
    let csv = fs::read_to_string(dir.path().join("out/bar.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    // Random sweeps, sixteen classes of rest, walks and gaps, for each of two; the heads; and the answers with other hulls.
    assert_eq!(rows.len(), 1 + 2 * 64);
    let fields = |row: &str| row.split(',').count();
    assert!(rows.iter().all(|r| fields(r) == fields(rows[0])), "{csv}");
}

#[test]
fn a_bar_that_asks_next_to_nothing_is_not_met() {
    let dir = TempDir::new().unwrap();
    let (code, table, errors) = bar(dir.path(), "--sweeps 12 --rest 0 --walkers 0 --contestants bvh");
    assert_eq!(code, Some(1), "{errors}");
    assert!(table.contains("not enough evidence"), "{table}");
}

#[test]
fn what_cannot_be_asked_is_said_before_anything_is() {
    let dir = TempDir::new().unwrap();
    for (line, says) in [
        ("--fail-on bsp", "--fail-on bsp"),
        ("--contestants bvh,bvh", "twice"),
        ("--contestants bsp:none", "`bsp:none`"),
        ("--hull player --contestants cylinder", "--hull player"),
        ("--worlds none.bsp", "none.bsp"),
    ] {
        let (code, _, errors) = bar(dir.path(), line);
        assert!(code == Some(2) && errors.contains(says), "{line}: {errors}");
    }
}
