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
    let (code, words, errors) = compare(
        dir.path(),
        &["explain", "out/cases/s-random-bvh-stock-start-solid.json"],
    );
    assert_eq!(code, Some(0), "{errors}");
    assert!(words.contains("WRONG about starting in a solid"), "{words}");
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
        let declared = [
            "--contestants",
            "bvh,hull",
            "--known",
            "known.toml",
            "--badge",
            "badge.json",
        ];
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
    let badge = fs::read_to_string(dir.path().join("badge.json")).unwrap();
    assert!(
        badge.contains("as declared") && badge.contains("\"green\""),
        "{badge}"
    );
    let (code, errors) = known(&all[1..], &[]);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("new failure") && errors.contains(all[0]),
        "{errors}"
    );
    let (code, errors) = known(&[&all[..], &["malformed"]].concat(), &[]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("passes now: hull on bar: malformed"), "{errors}");
    let (code, errors) = known(&[], &["--shard", "1/2"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("cannot be used with"), "{errors}");
    // Answers by rules are a check with --strict alone.
    let (code, errors) = known(&["by an engine's rules"], &[]);
    assert_eq!(code, Some(2));
    assert!(
        errors.contains("there is no `bar: by an engine's rules`"),
        "{errors}"
    );
    // One hull alone leaves much unasked, so nothing that it does not show has passed.
    let (code, errors) = known(&["malformed"], &["--hull", "player"]);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("new failure") && !errors.contains("passes now"),
        "{errors}"
    );
}

/// Two maps, of which one is a floor with a step, and the other a floor alone. Shards and their merge are held to the list too.
#[test]
fn what_is_known_on_a_map_is_enforced_there_in_one_run_and_in_a_merge() {
    const ARGS: &str =
        "--worlds s.ron,flat.ron --contestants bvh:stock --sweeps 10000 --rest 1600 --walkers 2 --ticks 250";
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    fs::write(path.join("s.ron"), BLOCKS).unwrap();
    let flat: Vec<&str> = BLOCKS
        .lines()
        .filter(|line| !line.contains("(64,") && !line.contains("(128,"))
        .collect();
    fs::write(path.join("flat.ron"), flat.join("\n")).unwrap();
    let run = |verb: &str, more: &[&str]| {
        let args: Vec<&str> = verb.split(' ').chain(more.iter().copied()).collect();
        let (code, _, errors) = compare(path, &args);
        (code, errors)
    };
    let list = |entries: &[(&str, &str)]| {
        let entry = |(name, maps): &(&str, &str)| {
            format!("[[known]]\nname = \"{name}\"\nmaps = {maps}\nreason = \"parry\"\n")
        };
        let entries: String = entries.iter().map(entry).collect();
        fs::write(
            path.join("known.toml"),
            format!("rules = {}\n{entries}", clipmark_record::RULES),
        )
        .unwrap();
    };
    let bar = format!("bar {ARGS}");
    list(&[]);
    let (code, errors) = run(&bar, &["--out", "one", "--known", "known.toml"]);
    assert_eq!(code, Some(1), "{errors}");
    let checks: Vec<(&str, &str)> = errors
        .lines()
        .filter_map(|line| {
            line.split_once("does not name: bvh:stock on ")?
                .1
                .split_once(": fails on ")
        })
        .collect();
    let maps = |of: &str| -> String {
        let named = of
            .split(", ")
            .map(|map| format!("\"{}\"", map.trim_end_matches(".ron")));
        format!("[{}]", named.collect::<Vec<_>>().join(", "))
    };
    let declared: Vec<(&str, String)> = checks.iter().map(|(name, on)| (*name, maps(on))).collect();
    assert!(
        declared.iter().any(|(_, on)| on == "[\"s\"]"),
        "a check fails on one map alone: {errors}"
    );
    let with = |change: &dyn Fn(&str) -> String| -> Vec<(&str, String)> {
        declared.iter().map(|(name, on)| (*name, change(on))).collect()
    };
    fn borrowed<'a>(all: &'a [(&'a str, String)]) -> Vec<(&'a str, &'a str)> {
        all.iter().map(|(name, on)| (*name, on.as_str())).collect()
    }

    for shard in ["1/2", "2/2"] {
        let (code, errors) = run(&bar, &["--shard", shard, "--out", &shard.replace('/', "-")]);
        assert!(code != Some(2), "{errors}");
    }
    for (verb, more) in [
        (&bar[..], &["--out", "one"][..]),
        ("merge 1-2 2-2", &["--out", "two"]),
    ] {
        let held = |entries: &[(&str, String)]| {
            list(&borrowed(entries));
            run(
                verb,
                &[more, &["--known", "known.toml", "--badge", "badge.json"]].concat(),
            )
        };
        let (code, errors) = held(&declared);
        assert_eq!(code, Some(0), "{verb}: {errors}");
        let badge = fs::read_to_string(path.join("badge.json")).unwrap();
        assert!(badge.contains("as declared"), "{verb}: {badge}");
        // Declared on the other map: it fails where it must not, and passes where it must fail.
        let (code, errors) = held(&with(&|on| on.replace("[\"s\"]", "[\"flat\"]")));
        assert_eq!(code, Some(1), "{verb}: {errors}");
        assert!(
            errors.contains("on s.ron: fails there") && errors.contains("passes now: "),
            "{verb}: {errors}"
        );
        // On both maps: it passes on one of them.
        let (code, errors) = held(&with(&|on| on.replace("[\"s\"]", "[\"s\", \"flat\"]")));
        assert_eq!(code, Some(1), "{verb}: {errors}");
        assert!(
            errors.contains("on flat.ron; take it out of known.toml"),
            "{verb}: {errors}"
        );
        let (code, errors) = held(&[("bar: malformed", "[\"attic\"]".into())]);
        assert_eq!(code, Some(2), "{verb}: {errors}");
        assert!(
            errors.contains(
                "known.toml: `bar: malformed`: this run has no map `attic`; it has s.ron, flat.ron"
            ),
            "{verb}: {errors}"
        );
    }
    // Laws have no list.
    assert_eq!(run("laws L1 --shard 1/1 --out laws", &[]).0, Some(0));
    let (code, errors) = run("merge laws --out no --known known.toml", &[]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        errors.contains("--known: shards of `laws` are held to no list"),
        "{errors}"
    );
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
