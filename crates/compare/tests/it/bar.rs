//! `compare bar` judges backends, keeps the worst answers and walks, and fails on the named contestants.
use crate::support::compare;
use std::fs;
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

fn bar(dir: &TempDir, more: &[&str]) -> (Option<i32>, String, String) {
    fs::write(dir.path().join("s.ron"), BLOCKS).unwrap();
    let small = [
        "--sweeps",
        "10000",
        "--rest",
        "1600",
        "--walkers",
        "4",
        "--ticks",
        "250",
    ];
    let args = [&["bar", "--worlds", "s.ron", "--out", "out"], &small[..], more].concat();
    compare(dir.path(), &args)
}

#[test]
fn who_meets_the_bar_passes_and_who_does_not_fails_where_asked() {
    let dir = TempDir::new().unwrap();
    let (code, table, errors) = bar(
        &dir,
        &[
            "--contestants",
            "bvh,bvh:stock,cylinder+slide",
            "--fail-on",
            "bvh",
        ],
    );
    assert_eq!(code, Some(0), "{table}{errors}");
    assert!(
        table.contains("bvh, cylinder+slide meet the bar.") && table.contains("✗ bvh:stock does not"),
        "{table}"
    );
    assert!(table.lines().all(|l| l.chars().count() <= 100), "{table}");
    let (code, ..) = bar(&dir, &[]);
    assert_eq!(
        code,
        Some(1),
        "parry does not say of a sweep of no length that it starts in a solid"
    );
    // The worst of it can be asked again.
    let (code, _, errors) = compare(
        dir.path(),
        &["explain", "out/cases/s-random-bvh-stock-start-solid.json"],
    );
    assert_eq!(code, Some(0), "{errors}");
}

#[test]
fn what_is_known_is_enforced_both_ways() {
    let dir = TempDir::new().unwrap();
    let known = |names: &[&str], more: &[&str]| {
        let entry = |name: &&str| {
            format!("[[known]]\nname = \"bar: {name}\"\ncontestant = \"hull\"\nreason = \"clip hulls\"\n")
        };
        let list: String = names.iter().map(entry).collect();
        let text = format!("rules = {}\n{list}", clipmark_record::RULES);
        fs::write(dir.path().join("known.toml"), text).unwrap();
        let declared = ["--contestants", "bvh,hull", "--known", "known.toml"];
        let (code, _, errors) = bar(&dir, &[&declared, more].concat());
        (code, errors)
    };
    let (code, errors) = known(&[], &[]);
    assert_eq!(code, Some(1));
    let told = errors.lines().filter_map(|line| {
        let (_, check) = line.split_once("new failure, which known.toml does not name: hull on bar: ")?;
        check.split(':').next()
    });
    let all: Vec<&str> = told.collect();
    assert!(all.len() > 1 && all.contains(&"depth or contacts"), "{errors}");
    let (code, errors) = known(&all, &[]);
    assert_eq!(code, Some(0), "{errors}");
    let says = format!("As declared: {} known failure", all.len());
    assert!(errors.contains(&says) && errors.contains(" checks."), "{errors}");
    let (code, errors) = known(&all[1..], &[]);
    assert!(code == Some(1) && errors.contains(all[0]), "{errors}");
    let (code, errors) = known(&[&all[..], &["malformed"]].concat(), &[]);
    assert!(code == Some(1) && errors.contains("malformed"), "{errors}");
    assert_eq!(known(&[], &["--shard", "1/2"]).0, Some(2));
    // Answers by rules are a check with --strict alone.
    assert_eq!(known(&["by an engine's rules"], &[]).0, Some(2));
    // One hull alone leaves much unasked, so nothing that it does not show has passed.
    let (code, errors) = known(&["malformed"], &["--hull", "player"]);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("new failure") && !errors.contains("passes now"),
        "{errors}"
    );
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
    let run = |command: &str, more: &[&str]| {
        let args: Vec<&str> = command.split(' ').chain(more.iter().copied()).collect();
        let (code, _, errors) = compare(path, &args);
        (code, errors)
    };
    let list = |entries: &[(String, String)]| {
        let entry = |(name, maps): &(String, String)| {
            format!("[[known]]\nname = \"{name}\"\nmaps = [{maps}]\nreason = \"parry\"\n")
        };
        let entries: String = entries.iter().map(entry).collect();
        let text = format!("rules = {}\n{entries}", clipmark_record::RULES);
        fs::write(path.join("known.toml"), text).unwrap();
    };
    list(&[]);
    let (code, errors) = run(BAR, &["--out", "one", "--known", "known.toml"]);
    assert_eq!(code, Some(1), "{errors}");
    let told = |line: &str| {
        let (_, told) = line.split_once("does not name: bvh:stock on ")?;
        let (name, maps) = told.split_once(": fails on ")?;
        let maps = maps
            .split(", ")
            .map(|map| format!("\"{}\"", map.trim_end_matches(".ron")));
        Some((name.to_owned(), maps.collect::<Vec<_>>().join(", ")))
    };
    let declared: Vec<(String, String)> = errors.lines().filter_map(told).collect();
    let lone = declared.iter().position(|(_, maps)| !maps.contains(','));
    let lone = lone.unwrap_or_else(|| panic!("no check fails on one map alone: {errors}"));
    let (on, other) = match declared[lone].1.as_str() {
        "\"s\"" => ("s", "flat"),
        _ => ("flat", "s"),
    };
    for [shard, out] in [["1/2", "a"], ["2/2", "b"]] {
        let (code, errors) = run(BAR, &["--shard", shard, "--out", out]);
        assert_eq!(code, Some(1), "{errors}");
    }
    for command in [format!("{BAR} --out one"), "merge a b --out two".to_owned()] {
        let held = |maps: &str| {
            let mut entries = declared.clone();
            entries[lone].1 = maps.into();
            list(&entries);
            run(&command, &["--known", "known.toml"])
        };
        let (code, errors) = held(&format!("\"{on}\""));
        assert_eq!(code, Some(0), "{command}: {errors}");
        // On the other map it passes where it must fail, and fails where it must not.
        let (code, errors) = held(&format!("\"{other}\""));
        assert_eq!(code, Some(1), "{command}: {errors}");
        assert!(
            errors.contains(&format!("on {on}.ron: fails there")),
            "{command}: {errors}"
        );
        assert!(
            errors.contains(&format!("on {other}.ron; take it out")),
            "{command}: {errors}"
        );
        let (code, errors) = held(&format!("\"{on}.ron\", \"{other}\""));
        assert_eq!(code, Some(1), "{command}: {errors}");
        assert!(
            errors.contains(&format!("on {other}.ron; take it out")),
            "{command}: {errors}"
        );
        let (code, errors) = held("\"attic\"");
        assert_eq!(code, Some(2), "{command}: {errors}");
        assert!(errors.contains("known.toml: line "), "{command}: {errors}");
    }
    // Without all shards there is no result.
    let (code, errors) = run("merge a --out three", &[]);
    assert_eq!(code, Some(2), "{errors}");
}

#[test]
fn the_same_seed_gives_the_same_results_in_every_format() {
    let dir = TempDir::new().unwrap();
    let json = |seed: &str| {
        // Without the journal, which would hand the first results out again.
        let _ = fs::remove_dir_all(dir.path().join("out"));
        let (code, text, errors) = bar(&dir, &["--seed", seed, "--fail-on", "bvh", "--export-json", "-"]);
        assert_eq!(code, Some(0), "{errors}");
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        // What says when and how it was made is not a result: a minute may pass between two runs.
        read["rows"].clone()
    };
    let rows = json("7");
    assert_eq!(rows, json("7"));
    assert_ne!(rows, json("8"));
    let row = &rows[0];
    assert_eq!(row["random"]["asked"], 10_000);
    assert_eq!(row["rest"].as_array().unwrap().len(), 16);
    assert_eq!(row["rest"][0]["asked"], 100);
    assert_eq!(row["walks"]["ticks"], 1000);
    let csv = fs::read_to_string(dir.path().join("out/bar.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    // Random sweeps, sixteen classes of rest, walks and gaps, for each of three; the heads; and the answers with other
    // hulls.
    assert_eq!(rows.len(), 163);
    let fields = |row: &str| row.split(',').count();
    assert!(rows.iter().all(|r| fields(r) == fields(rows[0])), "{csv}");
}

#[test]
fn a_bar_that_asks_next_to_nothing_is_not_met() {
    let dir = TempDir::new().unwrap();
    let nothing = [
        "--sweeps",
        "12",
        "--rest",
        "0",
        "--walkers",
        "0",
        "--contestants",
        "bvh",
    ];
    fs::write(dir.path().join("s.ron"), BLOCKS).unwrap();
    let args = [&["bar", "--worlds", "s.ron", "--out", "out"], &nothing[..]].concat();
    let (code, table, errors) = compare(dir.path(), &args);
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        table.contains("not enough evidence")
            && !table.contains("meets the bar")
            && !table.contains("meet the bar."),
        "{table}"
    );
}

#[test]
fn what_cannot_be_asked_is_said_before_anything_is() {
    let dir = TempDir::new().unwrap();
    let refused = |more: &[&str], words: &str| {
        let (code, _, errors) = bar(&dir, more);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(words), "{errors}");
    };
    refused(
        &["--fail-on", "bsp"],
        "--fail-on bsp: it does not take part; give some of bvh, hull, bvh:stock",
    );
    refused(&["--contestants", "bvh,bvh"], "named twice");
    refused(&["--contestants", "bsp:none"], "no contestant `bsp:none`");
    refused(
        &["--hull", "player", "--contestants", "cylinder"],
        "--hull player: cylinder has no box hulls",
    );
    refused(&["--worlds", "none.bsp"], "none.bsp");
}
