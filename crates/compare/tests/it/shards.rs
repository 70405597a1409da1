//! `bar` and `load` go on after a kill, and their shards make the whole. The contents of their folders are not
//! trusted.

use crate::support::{compare, resealed};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn scene(height: u32) -> String {
    format!(
        r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (64, 64, 0), max: (128, 128, {height})),
    ]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
    sweeps: 50,
)"#
    )
}

fn maps(dir: &TempDir) {
    fs::write(dir.path().join("a.ron"), scene(96)).unwrap();
    fs::write(dir.path().join("b.ron"), scene(24)).unwrap();
}

/// A small run of the bar on both maps. `bvh:stock` fails, so that there are cases and walks to keep.
fn bar(dir: &TempDir, more: &[&str]) -> (Option<i32>, String, String) {
    let args = "bar --worlds a.ron,b.ron --contestants bvh,bvh:stock --fail-on bvh --sweeps 3000 --rest 320 \
                --walkers 2 --ticks 100";
    let args: Vec<&str> = args.split(' ').chain(more.iter().copied()).collect();
    compare(dir.path(), &args)
}

/// All files of a folder except the plan (which names the shard) and the page. Results come without their origin, and the table
/// without its comparison with the run before.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else if name == "bar.json" || name == "verdicts.json" {
            found.insert(name, unmade(&path).into_bytes());
        } else if name == "table.md" {
            let since = ["- The first run in its folder", "- Nothing changed since"];
            let mut table = lines(&path);
            table.retain(|line| !since.iter().any(|said| line.starts_with(said)));
            found.insert(name, table.join("\n").into_bytes());
        } else if name != "run.json" && name != "index.html" {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

/// Results as text, without date, commit and command.
fn unmade(file: &Path) -> String {
    let mut book: serde_json::Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert!(book.as_object_mut().unwrap().remove("made").is_some());
    book.to_string()
}

fn lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file)
        .unwrap()
        .lines()
        .map(String::from)
        .collect()
}

#[test]
fn a_bar_that_was_killed_goes_on_to_the_same_bytes() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    assert_eq!(
        bar(&dir, &["--out", "whole"]).0,
        Some(1),
        "2 players of 100 ticks are too little"
    );
    let whole = files(&dir.path().join("whole"));
    assert!(
        whole
            .keys()
            .any(|name| name.starts_with("cases/a-random-bvh-stock")),
        "{:?}",
        whole.keys()
    );
    let rows = lines(&dir.path().join("whole/rows.jsonl"));
    assert_eq!(rows.len(), 4);
    // As a kill leaves it: the first map, half a line of the second, and no results yet. Also a line that somebody broke.
    let killed = dir.path().join("killed");
    fs::create_dir(&killed).unwrap();
    fs::copy(dir.path().join("whole/run.json"), killed.join("run.json")).unwrap();
    let marked = resealed(&rows[1].replacen("\"asked\":3000", "\"asked\":3001", 1));
    let marked = marked.trim_end();
    assert_ne!(marked, rows[1]);
    let kept = format!(
        "{}\n{marked}\n\u{1}not json\n{}",
        rows[0],
        &rows[2][..rows[2].len() / 2]
    );
    fs::write(killed.join("rows.jsonl"), kept).unwrap();
    let (code, _, errors) = bar(&dir, &["--out", "killed"]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("2 of its lines are damaged"), "{errors}");
    let now = lines(&killed.join("rows.jsonl"));
    assert_eq!(now[1], marked, "a result that was there was measured again");
    assert_eq!([&now[0], &now[2], &now[3]], [&rows[0], &rows[2], &rows[3]]);
    fs::write(
        killed.join("rows.jsonl"),
        now.join("\n").replace(marked, &rows[1]) + "\n",
    )
    .unwrap();
    bar(&dir, &["--out", "killed"]);
    assert!(files(&killed) == whole, "a run in two pieces gave other bytes");
    // A map that has changed since is measured again.
    fs::write(dir.path().join("b.ron"), scene(25)).unwrap();
    bar(&dir, &["--out", "killed"]);
    let changed = lines(&killed.join("rows.jsonl"));
    assert!(
        changed[..2] == rows[..2] && changed[2] != rows[2],
        "results of an older map were kept"
    );
}

#[test]
fn a_bar_that_is_killed_by_force_goes_on() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    let args = "bar --worlds a.ron,b.ron --contestants bvh --sweeps 60000 --rest 320 --walkers 2 --ticks 100 --out k";
    let args: Vec<&str> = args.split(' ').collect();
    let program = assert_cmd::cargo::cargo_bin("compare");
    let mut child = std::process::Command::new(program)
        .current_dir(dir.path())
        .args(&args)
        .spawn()
        .unwrap();
    let journal = dir.path().join("k/rows.jsonl");
    // Killed as soon as the first line is whole: one that is being written may be seen by half. Or it ends by itself, and there is
    // nothing to go on with.
    while child.try_wait().unwrap().is_none()
        && !fs::read_to_string(&journal).is_ok_and(|text| text.contains('\n'))
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let _ = child.kill();
    child.wait().unwrap();
    let first = lines(&journal)[0].clone();
    compare(dir.path(), &args);
    let resumed = files(&dir.path().join("k"));
    assert_eq!(lines(&journal)[0], first);
    fs::remove_dir_all(dir.path().join("k")).unwrap();
    compare(dir.path(), &args);
    assert!(
        files(&dir.path().join("k")) == resumed,
        "a killed run gave other bytes"
    );
}

#[test]
fn shards_of_the_bar_make_the_whole() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    bar(&dir, &["--out", "whole"]);
    for (shard, out) in [
        ("1/2", "s1"),
        ("2/2", "s2"),
        ("1/3", "t1"),
        ("2/3", "t2"),
        ("3/3", "t3"),
    ] {
        // 0 where `bvh` is another shard's.
        let (code, _, errors) = bar(&dir, &["--shard", shard, "--out", out]);
        assert!(matches!(code, Some(0 | 1)), "{errors}");
    }
    let whole = files(&dir.path().join("whole"));
    for (shards, out) in [(&["s2", "s1"][..], "two"), (&["t1", "t2", "t3"], "three")] {
        let args = [&["merge"], shards, &["--out", out, "--fail-on", "bvh"]].concat();
        let (code, table, errors) = compare(dir.path(), &args);
        assert_eq!(code, Some(1), "{errors}");
        assert!(table.contains("bvh:stock"), "{table}");
        assert!(
            files(&dir.path().join(out)) == whole,
            "{out}: other bytes than in one piece"
        );
    }
    let refused = |args: &[&str], says: &str| {
        let (code, out, message) = compare(dir.path(), &[&["merge"], args, &["--out", "no"]].concat());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {message}");
        assert!(message.contains(says), "{args:?}: no `{says}` in: {message}");
        assert!(!dir.path().join("no").exists(), "half written");
    };
    refused(&["t1", "t3"], "1 of 3 shards are missing (first 2/3)");
    refused(&["s1", "t2"], "how many shards there are differs");
    refused(&["s1", "s1"], "both shard 1 of 2");
    refused(&["s1", "nowhere"], "nowhere holds no run");
    refused(&["s1", "s2", "--fail-on", "bsp"], "--fail-on bsp");
    // A shard that has not come to its end.
    let rows = lines(&dir.path().join("t3/rows.jsonl"));
    fs::write(dir.path().join("t3/rows.jsonl"), rows[1..].join("\n")).unwrap();
    refused(&["t1", "t2", "t3"], "lack the results of");
}

#[test]
fn nothing_in_a_folder_is_trusted() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    for (shard, out) in [("1/2", "a"), ("2/2", "b")] {
        bar(&dir, &["--shard", shard, "--out", out]);
    }
    let plan = fs::read_to_string(dir.path().join("a/run.json")).unwrap();
    let rows = fs::read_to_string(dir.path().join("a/rows.jsonl")).unwrap();
    let refused = |plan: &str, rows: &str, says: &str| {
        fs::write(dir.path().join("a/run.json"), plan).unwrap();
        fs::write(dir.path().join("a/rows.jsonl"), rows).unwrap();
        let (code, out, message) = compare(dir.path(), &["merge", "a", "b", "--out", "no"]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{message}");
        assert!(message.contains(says), "no `{says}` in: {message}");
        assert!(!dir.path().join("no").exists(), "half written");
    };
    let with = |from: &str, to: &str| {
        let changed = plan.replacen(from, to, 1);
        assert_ne!(changed, plan, "{from}");
        changed
    };
    refused("{}", &rows, "damaged");
    refused(&"[".repeat(100_000), &rows, "damaged");
    refused(
        &with("clipmark run 1", "clipmark run 2"),
        &rows,
        "no plan of a run",
    );
    refused(&with("\"bar\"", "\"\\u001b[2Jevil\""), &rows, "\\u{1b}[2Jevil");
    refused(&with("\"part\": \"bvh\"", "\"part\": \"\""), &rows, "no name");
    refused(
        &with("\"part\": \"bvh\"", "\"part\": \"bvh:stock\""),
        &rows,
        "twice",
    );
    refused(&plan.replace("    2\n", "    4000000000000\n"), &rows, "65536");
    // Rows that are somebody else's, or whose names lead elsewhere, are no rows of this run.
    for (from, to) in [
        ("\"key\":\"", "\"key\":\"0"),
        ("\"map\":\"a.ron\"", "\"map\":\"../../evil\""),
        ("\"contestant\":\"bvh\"", "\"contestant\":\"../../evil\""),
        ("\"input\":\"", "\"input\":\"0"),
    ] {
        let changed = rows.replacen(from, to, 1);
        assert_ne!(changed, rows, "{from}");
        refused(&plan, &changed, "lack the results of bvh on a.ron");
        refused(&plan, &resealed(&changed), "lack the results of bvh on a.ron");
    }
    fs::write(dir.path().join("a/run.json"), &plan).unwrap();
    // Counts beyond reason are shown and not reckoned with.
    let most = rows.replace("\"phantom\":0", "\"phantom\":18446744073709551615");
    assert_ne!(most, rows);
    fs::write(dir.path().join("a/rows.jsonl"), resealed(&most)).unwrap();
    let (code, table, errors) = compare(dir.path(), &["merge", "a", "b", "--out", "huge"]);
    assert_eq!(code, Some(1), "{errors}");
    assert!(table.contains("does not meet the bar"), "{table}");
    // A folder of something else is left alone, and so is the target of a link.
    let (code, _, message) = compare(dir.path(), &["load", "a.ron", "--shard", "1/1", "--out", "a"]);
    assert_eq!(code, Some(2), "{message}");
    #[cfg(unix)]
    {
        let victim = dir.path().join("victim");
        fs::write(&victim, "mine").unwrap();
        for name in ["rows.jsonl", "run.json.draft", "rows.jsonl.draft"] {
            let _ = fs::remove_file(dir.path().join("a").join(name));
            std::os::unix::fs::symlink(&victim, dir.path().join("a").join(name)).unwrap();
        }
        bar(&dir, &["--shard", "1/2", "--out", "a"]);
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
        let _ = fs::remove_file(dir.path().join("a/rows.jsonl"));
        std::os::unix::fs::symlink("/dev/zero", dir.path().join("a/rows.jsonl")).unwrap();
        let (code, _, message) = bar(&dir, &["--shard", "1/2", "--out", "a"]);
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("no regular file; delete it"), "{message}");
    }
}

#[test]
fn shards_of_load_make_the_whole() {
    let dir = TempDir::new().unwrap();
    maps(&dir);
    let load = "load a.ron --players 1,2 --rates 60 --threads 1 --seconds 0.2 --contestants bsp,bvh";
    let load: Vec<&str> = load.split(' ').collect();
    for (shard, out) in [("1/2", "l1"), ("2/2", "l2")] {
        let (code, _, errors) = compare(
            dir.path(),
            &[&load[..], &["--shard", shard, "--out", out]].concat(),
        );
        assert_eq!(code, Some(0), "{errors}");
    }
    let (code, table, errors) = compare(dir.path(), &["merge", "l2", "l1", "--out", "load"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(table.contains("bsp") && table.contains("bvh"), "{table}");
    let read = |d: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(dir.path().join(d).join("load.json")).unwrap()).unwrap()
    };
    let merged = read("load");
    let mut rows = [read("l1"), read("l2")]
        .map(|book| book["rows"].as_array().unwrap().clone())
        .concat();
    // A shard has one number of players of all contestants, the whole has contestant after contestant.
    assert_eq!([&rows[0]["players"], &rows[1]["players"]], [1, 1]);
    rows.sort_by_key(|row| row["contestant"].as_str().unwrap().to_owned());
    assert_eq!(merged["rows"].as_array().unwrap(), &rows);
    // Times of two kinds of machine make no table.
    let plan = fs::read_to_string(dir.path().join("l2/run.json")).unwrap();
    let other = plan.replacen("\"cpu\": \"", "\"cpu\": \"another ", 1);
    assert_ne!(other, plan);
    fs::write(dir.path().join("l2/run.json"), other).unwrap();
    let (code, _, message) = compare(dir.path(), &["merge", "l1", "l2", "--out", "no"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("machines of one kind"), "{message}");
}
